"""What pages tell of dice that fell: the odds before them beside those of now, and what became of each."""

import re
from html import unescape

import pytest

from rules.asks import Choice
from rules.games import GAMES
from rules.play import Waiting
from tests.companion.playing import Device, forms_of, store

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

BAR = re.compile(r'<li class="[^"]*">\s*<svg.*?</li>', re.S)


def words(fragment):
    """What a screen reader says of a part of a page."""
    return " ".join(unescape(re.sub("<[^>]+>", " ", fragment)).replace("\N{NO-BREAK SPACE}", " ").split())


def bars(page):
    """The bars of a page by what they stand for: the chance now, and the chance before, if that is told."""
    found = {}
    for figure in re.findall(r'<figure class="losses"[^>]*>(.*?)</figure>', page, re.S):
        name = words(re.search("<figcaption>(.*?)</figcaption>", figure, re.S)[1])
        for bar in BAR.findall(figure):
            said = words(bar)
            now, was, label = re.fullmatch(
                r"(\S+) %(?: ?, (\S+) % before these dice)? (\d\+|by a card).*", said
            ).groups()
            found[name, label] = (now, was)
            assert ("hist-was" in bar) == (was is not None)
    return found


def attacks(game):
    """A tablet at each attack of the demo in turn that asks for something."""
    battle, _ = store(GAMES[game].demo.battle)
    device = Device(battle, name="Anna")
    procedure = GAMES[game].procedure("attack")
    for actor, why_not in procedure.actors(device.sheet).items():
        for target, why in procedure.targets(device.sheet, actor).items() if not why_not else ():
            tapped = {"attacker": actor, "target": target, "do": "attack"}
            for form in forms_of(device.get(**tapped)) if not why else ():
                if form["action"].endswith("/declare/") and tapped.items() <= form["fields"].items():
                    told = {name: offered[0] for name, offered in form["offered"].items()} | form["fields"]
                    device.client.post(form["action"], told)
                    if battle.declarations.filter(status="open").exists():
                        yield device
                        device.call_off()


def answer(device, played, face):
    """Take the first option, or let all dice show one face; tells whether dice were asked for."""
    if isinstance(played.ask, Choice):
        device.choose(played.ask.options[0])
        return False
    device.dice(*(" ".join([str(pool.die.symbols[face])] * pool.count) for pool in played.ask.pools))
    return True


@pytest.mark.parametrize("game", ["troops_and_supplies", "gods_gloom", "x_wing"])
def test_after_a_roll_each_bar_says_what_it_was_before_it(game):
    compared = 0
    for device in attacks(game):
        before = None
        while isinstance(played := device.played(), Waiting):
            shown = bars(device.get().content.decode())
            for named, (_, was) in shown.items():
                if before is None:
                    assert was is None
                elif named in before:
                    assert was == before[named][0], (named, before)
                    compared += 1
            before = shown if answer(device, played, 0) else before
        if compared > 6:
            break
    assert compared


@pytest.mark.parametrize("game", GAMES)
def test_what_became_of_each_die_is_read_out(game):
    for device in attacks(game):
        while isinstance(played := device.played(), Waiting):
            answer(device, played, -1)
        page = device.get().content.decode()
        dice = re.findall(r'<svg class="die-drawn([^"]*)"[^>]*aria-label="([^"]*)"', page)
        told = [said for marks, said in dice if "is-" in marks]
        if told:
            assert all(re.fullmatch(r"\w+, [a-zA-Z ]+(, pair \d)?", said) for said in told)
            assert len([1 for marks, _ in dice if "is-cancelled" in marks]) == page.count('class="crossed"')
            return
    assert game == "airsoft_squads", "only what doubled is marked there"
