"""The steps of many plays, as they are kept in `tests/data/traces`: all worked examples, and what they leave out.

Where a trace is meant to change, `.venv/bin/python -m tests.rules.traces` writes the files anew.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rules.airsoft_squads import samples as squads
from rules.airsoft_squads.handling import Attaching
from rules.airsoft_squads.pieces import Lies, State
from rules.airsoft_squads.support import Support
from rules.asks import Declared
from rules.games import GAMES
from rules.mobile_frame_zero import examples as frames
from rules.mobile_frame_zero.damage import ABANDON
from rules.mobile_frame_zero.round import LEAVE, TAKE_ONE, EndRound
from rules.mobile_frame_zero.sheet import Range, Station
from rules.mobile_frame_zero.turn import Activation
from rules.play import play
from rules.table import Dice, Pick, Reply, Trace
from rules.x_wing import samples as ships
from rules.x_wing.abilities import Ability
from rules.x_wing.cards import Title
from rules.x_wing.mending import Harm
from rules.x_wing.sheet import Ruleset, Settings
from rules.x_wing.ship import Arc, Effect
from rules.x_wing.upgrade import Upgrade

FOLDER = Path(__file__).parents[1] / "data" / "traces"


@dataclass(frozen=True, slots=True)
class Play:
    """Something that is declared, with all replies to it."""

    game: str
    name: str
    procedure: str
    battle: Any
    declaration: Any
    replies: tuple[Reply, ...] = ()

    @property
    def steps(self) -> Trace:
        """What its trace tells."""
        resolve = GAMES[self.game].procedure(self.procedure).resolve
        return play(resolve, Declared(self.battle, self.declaration), self.replies).trace

    @property
    def written(self) -> str:
        """Its trace as text: its name, and a line for each step."""
        return "\n".join([f"# {self.name}", *(f"{step.label}: {step.value}" for step in self.steps)])


def examples(game: str) -> Iterator[Play]:
    """The worked examples of a game that the rules allow."""
    for example in GAMES[game].examples:
        if not example.refused:
            yield Play(game, example.slug, example.procedure, example.battle, example.declaration, example.replies)


def more_squads() -> Iterator[Play]:
    """An ITEM in the place of a card, and the end of a TURN with an operator that is HIT."""
    tired = replace(squads.ROOK, state=State.EXHAUSTED)
    focused = replace(squads.FOCUS, lies=Lies.ATTACHED, bearer="rook")
    vest = replace(squads.VEST, lies=Lies.APART, bearer=None)
    stage = squads.battle(tired, cards=(focused, vest))
    yield Play("airsoft_squads", "an ITEM for a card", "attaching", stage, Attaching("vest", "rook"))
    stage = squads.battle(replace(squads.ROOK, medics=1), squads.VIPER, squads.KITE_HIT)
    yield Play("airsoft_squads", "the end of a TURN", "support", stage, Support())


def more_frames() -> Iterator[Play]:
    """A cover that absorbs, a position that is abandoned, a turn, and the end of a round."""
    mate = frames.frame("Shieldmate", "blue", "B B")
    covered = frames.attack(6, cover="shieldmate")
    stage = frames.battle(frames.TARGET, mate)
    yield Play("mobile_frame_zero", "a cover absorbs", "attack", stage, covered, (frames.damage(5),))
    stage = frames.battle(stations=(Station("mast", "Mast", "blue"),))
    left = (frames.damage(5, 1, 1), Pick("target's position", ABANDON))
    yield Play("mobile_frame_zero", "a position is abandoned", "attack", stage, frames.attack(8, beside="mast"), left)
    stage = replace(stage, frames=(*stage.frames, frames.frame("Shieldmate", "blue", "B")))
    covered = frames.attack(8, cover="shieldmate", cover_beside="mast")
    left = (frames.damage(5, 5, 5), Pick("covering frame's position", ABANDON))
    yield Play("mobile_frame_zero", "a cover abandons its position", "attack", stage, covered, left)
    stage = frames.battle(attacker=frames.frame("Raider", "red", "Rd"))
    turn = Activation("raider", Range.HAND)
    chosen = (Pick("defence die", "W:3"), Pick("attack die", "W:5"))
    yield Play("mobile_frame_zero", "a turn", "activation", stage, turn, (Dice("pool", ((3, 5),)), *chosen))
    clock = (Pick("doomsday clock", LEAVE), Pick("doomsday clock", TAKE_ONE))
    yield Play("mobile_frame_zero", "the end of a round", "round", frames.battle(), EndRound(), clock)


def more_ships() -> Iterator[Play]:
    """A weapon that tames its crits, an ion cannon that costs a lock, and every damage card that does something."""
    heavy = replace(ships.WEDGE.weapons[0], effect=Effect.TAMED)
    still = replace(ships.HOWLRUNNER, agility=0, hull=9)
    stage = ships.battle(replace(ships.WEDGE, weapons=(heavy,)), still, decks=True)
    yield Play("x_wing", "crits become hits", "attack", stage, ships.attack(), (ships.red("CCB"),))
    gunner = replace(ships.WEDGE, cost=6, weapons=(ships.ION_CANNON,))
    locking = replace(ships.TOUGH, cost=5, lock="wedge")
    stage = ships.battle(gunner, locking, settings=Settings(Ruleset.SECOND))
    shown = (ships.red("HHC"), ships.green("BB"))
    yield Play("x_wing", "an ion cannon costs a lock", "attack", stage, ships.attack("wedge-ion"), shown)
    near, shown = ships.attack(distance=0, allowed=True), (ships.red("BBB"), ships.green("BB"))
    yield Play("x_wing", "a card allows range 0", "attack", ships.battle(ships.WEDGE, ships.TOUGH), near, shown)
    crack_shot = Upgrade("crack", "Crack Shot", "crackshot", 1, 1)
    carded = ships.battle(replace(ships.WEDGE, upgrades=(crack_shot,)), replace(ships.TOUGH, agility=2))
    cancels = ships.attack(arc=Arc.BULLSEYE, attacker_abilities=(Ability("Crack Shot"),))
    yield Play("x_wing", "a card cancels an evade", "attack", carded, cancels, (ships.red("HBB"), ships.green("EB")))
    wampa = replace(ships.TOUGH, pilot="wampa", most_charges=1, charges=1)
    shown = (ships.red("BBB"), ships.green("BB"))
    yield Play(
        "x_wing",
        "a pilot who defended loses a charge",
        "attack",
        ships.battle(ships.WEDGE, wampa),
        ships.attack(),
        shown,
    )
    crit = Harm("howlrunner", 0, 1)
    fresh = ships.battle(ships.WEDGE, ships.TOUGH, decks=True)
    for title in (Title.DIRECT_HIT, Title.PANICKED_PILOT):
        yield Play("x_wing", title.value, "damage", fresh, crit, (ships.card(title),))
    leaking = ships.with_cards(fresh, "howlrunner", Title.FUEL_LEAK)
    yield Play("x_wing", "Fuel Leak", "damage", leaking, crit, (ships.card(Title.CONSOLE_FIRE),))
    shielded = ships.battle(ships.WEDGE, replace(ships.TOUGH, most_shields=1, shields=1), decks=True)
    yield Play("x_wing", "a crit takes a shield", "damage", shielded, crit)
    imperials = fresh.squad("imperials")
    spent = replace(imperials, deck=tuple(replace(card, discarded=True) for card in imperials.deck))
    stage = replace(fresh, squads=(fresh.squads[0], spent))
    yield Play("x_wing", "the deck runs out", "damage", stage, crit, (ships.card(Title.CONSOLE_FIRE),))
    yield Play("x_wing", "no card has a title", "damage", ships.battle(ships.WEDGE, ships.TOUGH), crit)
    yield from more_weapons()


def more_weapons() -> Iterator[Play]:
    """A weapon that does more than is known, a card that cannot be exposed, and a lock that is jammed."""
    hit = (ships.red("HBB"), ships.green("BB"))
    unknown = replace(ships.WEDGE, weapons=(replace(ships.LASERS, more=True),))
    yield Play("x_wing", "a weapon that does more", "attack", ships.battle(unknown, ships.TOUGH), ships.attack(), hit)
    shaking = replace(ships.WEDGE, weapons=(replace(ships.LASERS, effect=Effect.CONCUSSION),))
    near = (*hit, Pick("after the hit: range 0-1", "yes"))
    stage = ships.battle(shaking, replace(ships.TOUGH, unseen=1))
    yield Play("x_wing", "a card that has no title is exposed", "attack", stage, ships.attack(), near)
    tracing = replace(ships.WEDGE, jam=1, weapons=(replace(ships.LASERS, effect=Effect.TRACERS),))
    stage = ships.battle(tracing, ships.TOUGH)
    yield Play(
        "x_wing", "a lock is jammed", "attack", stage, ships.attack(), (*hit, Pick("after the hit: lock", "yes"))
    )


MORE = {"airsoft_squads": more_squads, "mobile_frame_zero": more_frames, "x_wing": more_ships}
"""What the worked examples of a game leave out."""


def plays(game: str) -> list[Play]:
    """Every play of a game whose steps are kept."""
    return [*examples(game), *(MORE[game]() if game in MORE else ())]


def kept(game: str) -> dict[str, str]:
    """The trace of each play of a game as it is kept, by the name of the play."""
    parts = (FOLDER / f"{game}.txt").read_text(encoding="utf-8").strip().split("\n\n")
    return {part.splitlines()[0].removeprefix("# "): part for part in parts}


def write() -> None:
    """Write the traces anew."""
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        text = "\n\n".join(found.written for found in plays(game)) + "\n"
        (FOLDER / f"{game}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
