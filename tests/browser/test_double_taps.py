"""Two taps or three at the same place are one: what lies there on the next page is not set off by them."""

import time
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.live.versions import versions
from companion.models import Battle, Declaration, Event, Reply
from rules.asks import Roll
from rules.games import GAMES
from rules.play import Waiting
from rules.words import without_rank
from tests.browser.hand import TAPS, UNEVEN, Hand, in_turn, tap_together
from tests.companion.demo import demo_of
from tests.companion.examples import Played
from tests.companion.playing import Device, form_to

PAIRS = {
    "airsoft_squads": ("Rook", "Boa"),
    "gods_gloom": ("Tusk Reavers", "Bound Soldiers"),
    "mobile_frame_zero": ("Ghanat Ekauechihé", "ST-10 Osprey, Captain Kader"),
    "troops_and_supplies": ("Rifle squad", "Guard squad"),
    "x_wing": ("Wedge Antilles", "Soontir Fel"),
}
MAIN = ".panel-foot .button-main"
DECIDES = "#battle form[method=post] button:not([type=button]):not(.theme *)"
"""What stores something: the colours of the page do not."""
GO = """
address => {
  history.replaceState(null, "", address);
  const shown = new Promise((done) => {
    addEventListener("htmx:afterSettle", () => done(true), { once: true });
    setTimeout(done, 5000, false);
  });
  htmx.ajax("GET", address, { target: "#battle", select: "#battle", swap: "outerHTML" });
  return shown;
}
"""
ALL_BUT_THE_LAST_DIE = """
() => {
  while (document.querySelectorAll("#dice .slot").length > 1) document.querySelector("#dice .key").click();
}
"""
WHAT_IS_UNTOLD = """
() => {
  for (const asked of document.querySelectorAll("#declare fieldset:has([type=radio]):not(:has(:checked))")) {
    asked.querySelector("[type=radio]:not(:disabled)").checked = true;
  }
}
"""
ANOTHER_VALUE = """
() => {
  const number = document.querySelector("#declare .number");
  if (number) number.value = Number(number.value) + (number.value === number.min ? 1 : -1);
  else document.querySelector("#declare [type=radio]:not(:checked, :disabled)").checked = true;
}
"""
LYING_THERE = """
([box, decides]) => {
  const parts = [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98];
  const lying = new Set();
  for (const across of parts) {
    for (const down of parts) {
      const found = document.elementFromPoint(box.x + box.width * across, box.y + box.height * down);
      lying.add(found?.closest(decides));
    }
  }
  return [...lying].filter(Boolean).map((button) => button.innerText);
}
"""


@dataclass(frozen=True)
class Done:
    """How much was declared, answered, stored and called off in a battle, and how many hands wait for another."""

    declared: int = 0
    answered: int = 0
    stored: int = 0
    off: int = 0
    waiting: int = 0

    def __sub__(self, other: "Done") -> "Done":
        mine, theirs = astuple(self), astuple(other)
        return Done(*(one - another for one, another in zip(mine, theirs, strict=True)))


DECLARED, ANSWERED, STORED, AT_ONCE = Done(declared=1), Done(answered=1), Done(stored=1), Done(declared=1, stored=1)
CALLED_OFF = Done(off=1)


class Table(Hand):
    """One battle on one device, and the hand that taps there."""

    def __init__(self, page: Page, game: str, moments: Sequence[int] = (0,)) -> None:
        super().__init__(page, moments)
        self.sit_at(demo_of(game))

    def sit_at(self, battle: Battle) -> None:
        """Open another battle."""
        self.device = Device(battle)
        self.page.goto(battle.get_absolute_url())

    @property
    def done(self) -> Done:
        battle = self.device.battle
        return Done(
            Declaration.objects.filter(battle=battle).count(),
            Reply.objects.filter(declaration__battle=battle).count(),
            Event.objects.filter(battle=battle).count(),
            Declaration.objects.filter(battle=battle, status="cancelled").count(),
            sum(len(declaration.early) for declaration in Declaration.objects.filter(battle=battle)),
        )

    def go(self, **query: str) -> None:
        """Show the battle's page."""
        address = f"{self.device.battle.get_absolute_url()}?{urlencode(query)}"
        # News of what was just taken back may come to lie where the page was about to settle.
        assert any(self.page.evaluate(GO, address) for _ in range(3)), f"{address} was not shown"

    def pair(self) -> dict[str, str]:
        attacker, target = (self.device.key(name) for name in PAIRS[self.device.battle.game])
        return {"attacker": attacker, "target": target, "do": "attack"}

    def declares(self, **answers: str) -> None:
        """Declare the attack of the pair; what only the table knows is the last of what is offered, but for answers."""
        said = self.pair()
        form = form_to(self.device.get(**said), "/declare/", **said)
        untold = {name: offered[-1] for name, offered in form["offered"].items() if name not in form["fields"]}
        assert self.device.client.post(form["action"], form["fields"] | untold | answers).status_code == 302

    def take_back(self) -> None:
        """Take back what was declared, whether it is under way or stored."""
        under_way = Declaration.objects.filter(battle=self.device.battle, status="open").exists()
        answer = self.device.call_off() if under_way else self.device.undo()
        assert answer.status_code == 302

    def aim(self, found: Locator) -> None:
        """Find what is tapped, and see how much was done before."""
        super().aim(found)
        self.before = self.done

    def rests(self, *steps: Done) -> None:
        """Wait until one of these steps was made, and the page that shows it may be tapped again."""
        given_up = time.monotonic() + 20
        while self.done - self.before not in steps and time.monotonic() < given_up:
            time.sleep(0.02)
        self.shows_what_is_stored()
        self.is_free()

    def shows_what_is_stored(self) -> None:
        key = self.device.battle.key
        # Another table may have told the campaign of its end since: no stream tells of that here.
        last, told, _, rest = versions([key])[key].split(".", 3)
        expect(self.page.locator(f"#battle[data-version^='{last}.{told}.'][data-version$='.{rest}']")).to_be_attached()

    def what_lies_there(self) -> list[str]:
        """The words of the buttons that store or decide where the tapped one lay."""
        return self.page.evaluate(LYING_THERE, [self.box, DECIDES])


class Walk:
    """The same walk through a battle on tablets and phones, with two taps or three for each that is meant."""

    def __init__(self, tables: list[Table]) -> None:
        self.tables = tables
        self.faults: list[str] = []

    def go(self, **query: str) -> None:
        for table in self.tables:
            table.go(**query)

    def taps(self, name: str, selector: str, *steps: Done, stays: bool = False, says: str = "") -> None:
        """Tap on every device as often and as fast as it is tapped, and see that one of these steps was made.

        What ``stays`` may lie there again; ``says`` is what the page says then.
        """
        for table in self.tables:
            table.aim(table.page.locator(selector))
        tap_together(self.tables)
        for table in self.tables:
            table.rests(*steps)
            expect(table.page.locator(".sentence")).to_contain_text(says)
            where = f"{name}, {table}: "
            happened = table.done - table.before
            if happened not in steps:
                self.faults.append(f"{where}{happened}")
            if table.page.locator(".tray .die").count():
                self.faults.append(f"{where}a die lies in the tray")
            if not stays:
                self.faults += [f"{where}“{words}” lies there now" for words in table.what_lies_there()]


@contextmanager
def walked(tablet, game, taps):
    """A walk that has found no fault when it ends."""
    screens = [(tablet(width=width, height=height, motion=True), moments) for (width, height), moments in taps]
    walk = Walk([Table(page, game, moments) for page, moments in screens])
    yield walk
    assert not walk.faults, "\n".join(walk.faults)


@pytest.fixture
def walk(transactional_db, tablet, game):
    """Half of the hands, in turn: each taps through the attacks of two games or three."""
    half = list(PAIRS).index(game) % 2
    with walked(tablet, game, TAPS[half::2]) as walk:
        yield walk


@pytest.fixture
def short_walk(request, transactional_db, tablet, game):
    """For what is declared with the button that an attack is declared with: a hand that falters, on either screen."""
    with walked(tablet, game, [(in_turn(request.node.name), UNEVEN)]) as walk:
        yield walk


@pytest.mark.parametrize("game", PAIRS)
def test_taps_at_one_place_do_one_thing_through_a_whole_attack_and_its_undo(walk, game):
    first = walk.tables[0]
    attacker, target = PAIRS[game]
    aimed = f"{attacker} → {without_rank(target)}"
    walk.taps(attacker, f"[data-piece]:has-text('{attacker}')", Done(), stays=True, says=f"{attacker}: tap the target")
    walk.taps(target, f"[data-piece]:has-text('{target}')", Done(), stays=True, says=aimed)
    for table in walk.tables:
        table.page.evaluate(WHAT_IS_UNTOLD)
    walk.taps("attack", MAIN, DECLARED)
    while isinstance(played := first.device.played(), Waiting):
        label = played.ask.label
        if not isinstance(played.ask, Roll):
            walk.taps(label, ".option-usual", ANSWERED)
            continue
        walk.taps(f"{label}, rolled", "[name=roll]", ANSWERED)
        for table in walk.tables:
            table.device.open.replies.last().delete()
            table.go()
            table.page.evaluate(ALL_BUT_THE_LAST_DIE)
        walk.taps(f"{label}, last die", ".key", ANSWERED, stays=True)
    walk.taps("apply", MAIN, STORED)
    walk.taps("undo", ".bar-undo button", STORED, stays=True)


@pytest.mark.parametrize("game", PAIRS)
def test_taps_that_let_the_app_roll_all_dice_declare_once_and_decide_nothing(walk, game):
    for table in walk.tables:
        table.go(**table.pair())
        table.page.evaluate(WHAT_IS_UNTOLD)
    walk.taps("roll all", "[name=rolls]", *(Done(declared=1, answered=rolls) for rolls in range(10)))
    assert set(Reply.objects.values_list("source", flat=True)) <= {"rolled"}


@pytest.mark.parametrize("game", PAIRS)
def test_taps_at_one_place_do_one_thing_between_the_attacks(short_walk, game):
    for table in short_walk.tables:
        Battle.objects.filter(pk=table.device.battle.pk).update(started=False)
    short_walk.go()
    short_walk.taps("start", MAIN, DECLARED, AT_ONCE)
    for table in short_walk.tables:
        table.take_back()
        Battle.objects.filter(pk=table.device.battle.pk).update(started=True)
        table.go(attacker=table.pair()["attacker"], do="correction")
        table.page.evaluate(ANOTHER_VALUE)
    short_walk.taps("correction", MAIN, AT_ONCE)
    for table in short_walk.tables:
        table.take_back()
        table.declares()
    short_walk.go()
    short_walk.taps("call off", ".step-back form:last-child button", CALLED_OFF)
    sheet = short_walk.tables[0].device.sheet
    for procedure in [known for known in GAMES[game].of_the_battle if known.offered(sheet)]:
        taps_on(short_walk, procedure, sheet)


def taps_on(walk, procedure, sheet):
    """Tap on what declares a procedure of the battle, and take it back."""
    if procedure.questions(sheet, {}):
        for table in walk.tables:
            table.go(do=procedure.slug, anyway="1")
            table.page.evaluate(ANOTHER_VALUE)
        walk.taps(procedure.name, MAIN, DECLARED, AT_ONCE)
    else:
        walk.go(do=procedure.slug)
        asked = walk.tables[0].page.locator(".battle-anyway").count()
        button = MAIN if asked else f"#battle form button:has-text('{procedure.name}')"
        walk.taps(procedure.name, button, DECLARED, AT_ONCE, stays=not asked)
    for table in walk.tables:
        table.take_back()


LATER = [
    (game, procedure)
    for game in PAIRS
    for procedure in GAMES[game].of_the_battle
    if procedure.slug != "start" and not procedure.offered(GAMES[game].demo.battle)
]
"""What a demo does not offer from its beginning."""


@pytest.mark.parametrize(("game", "procedure"), LATER, ids=lambda value: getattr(value, "slug", value))
def test_taps_at_one_place_declare_once_what_comes_later_in_a_battle(short_walk, game, procedure):
    shown = next(e for e in GAMES[game].examples if e.procedure == procedure.slug and not e.refused)
    for table in short_walk.tables:
        table.sit_at(Played(GAMES[game], shown).device.battle)
    taps_on(short_walk, procedure, short_walk.tables[0].device.sheet)


@pytest.mark.parametrize("game", PAIRS)
def test_taps_at_one_place_declare_once_whatever_a_piece_does(short_walk, game):
    pieces_do = {procedure.slug for procedure in GAMES[game].of_pieces} - {"attack"}
    shown = {example.procedure: example for example in GAMES[game].examples if not example.refused}
    assert pieces_do - {"correction"} <= shown.keys()
    for slug in pieces_do & shown.keys():
        for table in short_walk.tables:
            played = Played(GAMES[game], shown[slug])
            table.sit_at(played.device.battle)
            table.go(**played.shown())
        short_walk.taps(slug, MAIN, DECLARED, AT_ONCE)
