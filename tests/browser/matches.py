"""A short battle of each game to its end, each with a kind of scoring of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import expect

from tests.browser.evening import Evening, Steady, rests


@dataclass(frozen=True)
class Match:
    """What each brings, how it is played to its end, and what it comes to."""

    rosters: dict[str, tuple[str, ...]]
    play: Callable[[Evening], None]
    laid: tuple[str, ...] = ()


def over(finger: Steady) -> bool:
    """Whether the battle is over, as its page shows."""
    rests(finger.page)
    return finger.page.get_by_role("button", name="Play again").count() > 0


def frames(evening: Evening) -> None:
    """Points follow from what a company holds: Ben takes a station, and the doomsday clock is counted down."""
    table, ben = evening.table, evening.ben
    ben.card("relay mast")


def ships(evening: Evening) -> None:
    """Points are what the other squad has lost: Anna destroys the only ship of Ben, and with the round it is over."""
    table, anna, ben = evening.everybody
    table.button("^To the Engagement Phase", "Initiative 6")
    anna.says("Initiative 6")
    anna.card("Wedge", "tap the target")
    anna.card("Academy", "Wedge Antilles → Academy Pilot")
    anna.button("^Attack$", "Wedge Antilles rolls 3 attack dice")
    anna.dice("hit", "hit", "hit")
    ben.says("Academy Pilot rolls")
    ben.dice("blank", "blank")
    ben.says("is destroyed")


def units(evening: Evening) -> None:
    """Points are counted by the players as a round ends: Ben's army gains more Soulshards than Anna's."""
    table, anna, ben = evening.everybody
    anna.card("Tusk Reavers", "tap the target")
    anna.card("Bound Soldiers", "Tusk Reavers → Bound Soldiers")
    anna.button("^Attack$", "Tusk Reavers: 4 red and 2 blue dice")
    anna.dice(6, 4, 3, 1, 5, 2)


def operators(evening: Evening) -> None:
    """There are no points: the players say who has won."""
    table, anna, ben = evening.everybody
    anna.card("Rook", "tap the target")
    anna.card("Boa", "Rook → Boa")
    anna.button("^Attack$", "Does Rook attach an ATTACK card?")


def troops(evening: Evening) -> None:
    """The rules do not tell who has won: what was played is counted."""
    table, anna, ben = evening.everybody
    anna.card("Rifle squad")
    anna.says("tap the target")
    anna.card("Guard squad")
    anna.button("^Attack$")


MATCHES = {
    "mobile_frame_zero": Match(
        {"Anna": ("Kader", "Kader", "Vane", "Oke"), "Ben": ("Doajihé", "Doajihé", "Ekauechihé", "Tishihé")},
        frames,
        laid=("landing pad", "relay mast"),
    ),
    "x_wing": Match({"Anna": ("Wedge",), "Ben": ("Academy",)}, ships),
    "gods_gloom": Match({"Anna": ("Reavers", "Riders"), "Ben": ("Soldiers", "Archers")}, units),
    "airsoft_squads": Match({"Anna": ("Rook", "Kite"), "Ben": ("Adder", "Boa")}, operators),
    "troops_and_supplies": Match({"Anna": ("Rifle", "Scout"), "Ben": ("Guard", "Lancer")}, troops),
}
