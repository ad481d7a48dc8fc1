"""The page of a battle that is over: who won and why, the score by rounds, who fell, and where it turned."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from companion.devices import Secret
from companion.forms.selection import Selection
from companion.models import Battle, Declaration, GloomArmy, GloomUnit, TroopUnit, Version
from companion.models.campaign import new_key
from companion.queries.battle_page import battle_page
from companion.queries.ending import Against
from companion.services.demo import try_demo
from companion.services.pinning import pin
from companion.services.writing import write_event
from companion.watching import proof_of
from rules.changes import Change
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device, form_to, sheet_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def gate():
    """A battle in which the second side scores 3 in round 2, after 2 of the first in round 1, and a unit falls."""
    battle = try_demo(GAMES["gods_gloom"], once=new_key(), who="Anna", secret=Secret("a" * 12, "b" * 43))
    sheet = sheet_of(battle)
    one, two = (side.key for side in sheet.sides)
    fallen = sheet.pieces[-1]

    def log(headline, *changes):
        write_event(battle, kind="attack", headline=headline, who="Anna", changes=changes)

    log("Nothing moves.")
    log("The first side scores.", Change(one, "score", 0, 2))
    log("The round ends.", Change(sheet.key, "round", 1, 2))
    log("The second side strikes.", Change(two, "score", 0, 3), Change(fallen.key, "destroyed_by", "", "Tusk Reavers"))
    log("It ends: three to two.", Change(sheet.key, "over", False, True))
    for key, score in ((one, 2), (two, 3)):
        GloomArmy.objects.filter(pk=key.rsplit("-", 1)[1]).update(score=score, soulshards=score)
    GloomUnit.objects.filter(pk=fallen.key.rsplit("-", 1)[1]).update(status="destroyed", destroyed_by="Tusk Reavers")
    battle_model = type(sheet_row(battle))
    battle_model.objects.filter(pk=battle.pk).update(round=2, over=True)
    return Battle.objects.get(pk=battle.pk)


def sheet_row(battle):
    from companion.sheets import battle_model

    return battle_model(battle.game).objects.get(pk=battle.pk)


def ending(battle):
    return battle_page(battle, Selection()).ending


def test_a_battle_that_goes_on_has_no_ending():
    battle = try_demo(GAMES["gods_gloom"], once=new_key(), who="Anna", secret=Secret("a" * 12, "b" * 43))
    assert ending(battle) is None


def test_the_score_of_each_round_the_winner_and_why(gate):
    found = ending(gate)
    assert found.said == "It ends: three to two."
    assert found.rounds == (1, 2)
    assert [tally.scores for tally in found.tallies] == [(2, 2), (0, 3)]
    assert found.heading == f"{gate.sides.last().name} won"
    assert found.look.place == 2
    assert found.even == ()


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("{won} wins the battle.", ""),
        ("The battle is over: {won} wins with 3 points.", ""),
        ("The battle ends: Hill 2 Soulshards, {won} 3 Soulshards, {won} wins.", ""),
        ("The doomsday clock is at 0: {won} wins with 1 point.", "The doomsday clock is at 0."),
        (
            "The battle is over: only {won} has ships left and wins.",
            "The battle is over: only {won} has ships left and wins.",
        ),
        ("It ends: three to two.", "It ends: three to two."),
    ],
)
def test_what_the_heading_says_is_not_said_again_below_it(gate, said, why):
    won = gate.sides.last().name
    found = replace(ending(gate), said=said.format(won=won))
    assert found.why == why.format(won=won)


def test_those_who_tie_are_named_once(gate):
    found = ending(gate)
    both = tuple(side.name for side in gate.sides.all())
    tied = replace(found, won=both, said=f"The battle is over: {both[0]} and {both[1]} tie with 3 points.")
    assert tied.why == ""


def test_rounds_in_which_nobody_scored_are_told_too(gate):
    """Whoever looks for the first round finds it, though nothing happened there."""
    first = gate.sides.first()
    gate.events.filter(headline="The first side scores.").delete()
    GloomArmy.objects.filter(pk=first.pk).update(score=0, soulshards=0)
    found = ending(gate)
    assert found.rounds == (1, 2)
    assert [tally.scores for tally in found.tallies] == [(0, 0), (0, 3)]


def test_a_battle_that_begins_in_a_later_round_tells_what_was_scored_there(gate):
    """The demo of X-Wing begins in the middle: nothing may be counted to a round that there never was."""
    turn = gate.events.get(headline="The round ends.")
    gate.events.filter(number__gt=turn.number).exclude(headline__startswith="It ends").delete()
    gate.events.filter(pk=turn.pk).update(changes=[])
    found = ending(gate)
    assert found.rounds == (2,)
    assert found.tallies[0].scores == (2,)
    assert {moment.round for moment in found.moments} == {2}


def test_what_sides_begin_with_is_no_turn_of_the_battle(gate):
    begins = gate.events.get(headline="Nothing moves.")
    sheet, first = sheet_of(gate), sheet_of(gate).sides[0].key
    begins.changes = [
        {"piece": sheet.key, "track": "started", "before": False, "after": True},
        {"piece": first, "track": "score", "before": 0, "after": 28},
    ]
    begins.save()
    assert "Nothing moves." not in [moment.headline for moment in ending(gate).moments]


def test_the_page_leads_to_one_for_friends_that_tells_the_same_and_leads_nowhere(client, gate):
    page = client.get(gate.get_absolute_url())
    friends = reverse("screen", args=[gate.pk, proof_of(gate)])
    assert f'href="{friends}"' in text_of(page)
    shown = text_of(Client().get(friends))
    for told in (gate.sides.last().name, "It ends: three to two.", "round 2, 3 Soulshards", "by Tusk Reavers"):
        assert told in shown, told
    assert gate.key not in shown
    assert gate.campaign.key not in shown
    assert (shown.count('class="ending"'), shown.count('class="board"')) == (1, 1)
    assert 'class="screen-attack"' not in shown


def test_the_page_for_friends_shows_what_is_pinned_though_it_is_over(gate):
    friends = reverse("screen", args=[gate.pk, proof_of(gate)])
    for what, told in (("attack", False), ("board", False), ("score", False), ("all", True)):
        pin(key=gate.key, what=what)
        assert ('class="ending"' in text_of(Client().get(friends))) is told, what


def test_nobody_wins_a_draw(gate):
    GloomArmy.objects.update(score=2, soulshards=2)
    assert ending(gate).heading == "{} and {} tie".format(*(side.name for side in gate.sides.all()))
    assert ending(gate).look.place == 0
    assert [look.place for look in ending(gate).even] == [1, 2]


def test_both_who_tie_are_seen_in_their_colours(client, gate):
    GloomArmy.objects.update(score=2, soulshards=2)
    page = client.get(gate.get_absolute_url()).content.decode()
    head = page[page.index("ending-head") : page.index('id="ended"')]
    colours = [look.colour for look in ending(gate).even]
    assert re.findall(r'<i data-side="(\w+)"', head) == colours
    assert len(set(colours)) == head.count("icons.svg#em-") == 2


def test_where_it_turned_and_who_fell(gate):
    found = ending(gate)
    assert [(moment.headline, moment.round, moment.points) for moment in found.moments] == [
        ("The first side scores.", 1, 2),
        ("The second side strikes.", 2, 3),
    ]
    assert [(piece.by, piece.look.place) for piece in found.fallen] == [("Tusk Reavers", 2)]


def test_the_page_tells_it(client, gate):
    page = client.get(gate.get_absolute_url()).content.decode()
    text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    for told in ("It ends: three to two.", "The second side strikes. round 2, 3 Soulshards", "by Tusk Reavers"):
        assert told in text
    assert "names a winner" not in text


def rolled(battle, headline, *luck):
    """An entry that changed nothing, with what is kept of its rolls."""
    row = Declaration.objects.create(
        battle=battle,
        procedure="attack",
        edition="",
        declared={},
        pieces={},
        once=new_key(),
        luck=luck,
        status="settled",
    )
    return write_event(battle, kind="attack", headline=headline, who="Anna", declaration=row)


def test_what_went_against_the_odds_is_told_too(client, gate):
    one, two = (side.key for side in sheet_of(gate).sides)
    rolled(gate, "As expected.", [one, "rolled", 40, 20, 100])
    rolled(gate, "They never hit.", [two, "entered", 20, 20, 100], [one, "rolled", 123, 1, 125])
    last = rolled(gate, "Three sixes.", [two, "entered", 0, 1, 216])
    rolled(gate, "Seldom.", [two, "entered", 0, 1, 40])
    found = [moment for moment in ending(gate).moments if moment.against]
    assert [(moment.headline, moment.points) for moment in found] == [("They never hit.", 0), ("Three sixes.", 0)]
    sides = [side.name for side in gate.sides.all()]
    assert [moment.against for moment in found] == [Against(sides[0], 62, False), Against(sides[1], 216, True)]
    text = " ".join(re.sub(r"<[^>]+>", " ", client.get(gate.get_absolute_url()).content.decode()).split())
    assert f"Three sixes. round 2. Against the odds: 1 roll in 216 is as good for {sides[1]}" in text
    # A correction of the dice has the last word.
    amendment = write_event(gate, kind="amended", headline="Corrected.", who="Anna")
    Version.objects.create(amendment=amendment, of=last, how="other", headline="Two sixes.", luck=[])
    assert [moment.headline for moment in ending(gate).moments if moment.against] == ["They never hit.", "Seldom."]


def test_what_was_undone_turned_nothing(gate):
    event = gate.events.get(headline="The first side scores.")
    write_event(gate, kind="undo", headline="Undone.", who="Anna", undoes=event)
    assert [moment.headline for moment in ending(gate).moments] == ["The second side strikes."]


def test_how_it_ended_is_said_large_and_once_more_besides_what_undo_takes_back(client, gate):
    page = client.get(gate.get_absolute_url()).content.decode()
    shown = re.sub(r"<[^>]+>", " ", page.partition('class="plates')[2].partition('class="bar"')[0])
    assert shown.count("It ends: three to two.") == 1
    assert shown.count(f"{gate.sides.last().name} won") == 1
    assert shown.count("The battle is over.") == 1, "to screen readers alone"
    assert "The second side strikes." in shown.partition("What happened before")[2]


def test_one_tap_plays_it_again_from_its_page_and_from_the_campaigns(client, gate):
    campaign = gate.campaign.get_absolute_url()
    for address in (campaign, gate.get_absolute_url()):
        form = form_to(client.get(address), f"{gate.key}/rematch/")
        answer = client.post(form["action"], form["fields"], follow=True)
        assert answer.status_code == 200
    assert gate.campaign.battles.count() == 3
    assert "To the campaign" in text_of(client.get(gate.get_absolute_url()))


def test_a_game_without_points_tells_what_was_left_round_by_round_and_who_fell_to_whom(client, db):
    device = Device(demo_of("troops_and_supplies"), client, name="Anna")
    TroopUnit.objects.get(name="Guard squad").tokens.filter(kind="strength").update(value=1)
    began = sum(unit.strength for unit in device.sheet.units if unit.army == device.piece("Guard squad").army)
    device.declare("attack", device.key("Rifle squad"), device.key("Guard squad"))
    device.dice("6 5 2", "1")
    device.apply()
    for _ in range(2):
        assert device.declare("turn").status_code == 302
        if Declaration.objects.filter(battle=device.battle, status="open").exists():
            device.apply()
    assert device.sheet.round == 2
    assert device.declare("end", q_sure="True").status_code == 302
    found = battle_page(Battle.objects.get(pk=device.battle.pk), Selection()).ending
    assert found.said.startswith("The battle ends: Hill army has ")
    assert found.why == ""
    assert found.rounds == (1, 2)
    lasting = {(left.name, left.what): left.amounts for left in found.left}
    assert lasting["River army", "Units"] == ("3", "3")
    assert lasting["River army", "Strength"] == (str(began - 1),) * 2
    assert [(piece.name, piece.by) for piece in found.fallen] == [("Guard squad", "Rifle squad")]
    text = " ".join(re.sub(r"<[^>]+>", " ", text_of(device.get())).split())
    assert "River army Units 3 3" in text
    assert "Guard squad by Rifle squad" in text
    assert "No text of this game names a winner" in text
