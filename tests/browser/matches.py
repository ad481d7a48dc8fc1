"""A short battle of each game to its end, each with a kind of scoring of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.evening import Evening, Steady, rests


@dataclass(frozen=True)
class Match:
    """What each brings, how it is played to its end, who confirms the result then, and the standings that it makes."""

    rosters: dict[str, tuple[str, ...]]
    play: Callable[[Evening], None]
    standings: tuple[str, str]
    asked: tuple[str, ...]
    laid: tuple[str, ...] = ()


def score(finger: Steady, side: str) -> Locator:
    """The points of a side, as a page shows them."""
    return finger.page.locator(".plate", has_text=side).locator(".score")


def over(finger: Steady) -> bool:
    """Whether the battle is over, as its page shows."""
    rests(finger.page)
    return finger.page.get_by_role("button", name="Play again").count() > 0


def sees_the_dice_of_red(finger: Steady) -> None:
    """Wait until the phone shows that the other side has rolled, and asks only for the own dice."""
    expect(finger.page.locator(".rolled")).to_contain_text("Red has rolled")
    rests(finger.page)


def frames(evening: Evening) -> None:
    """Points follow from what a company holds: Ben takes a station, and the doomsday clock is counted down."""
    table, anna, ben = evening.everybody
    ben.card("Ekauechihé", "tap the target")
    ben.card("Kader", "Ghanat Ekauechihé → ")
    ben.answer("^\\s*3\\s*$", within="fieldset:has-text('Attack die')")
    ben.button("^Attack$", "has not acted. What is its defence?")
    anna.says("has not acted. What is its defence?")
    anna.button("no die assigned")
    ben.says("damage dice")
    ben.dice(1, 4, 5)
    anna.says("Which system does it lose?")
    anna.button("lose shield")
    ben.button("^Apply")
    ben.page.goto(table.page.url)
    ben.card("landing pad")
    ben.answer("Blue")
    ben.button("^Take the station$")
    expect(score(table, "Blue")).to_contain_text("48")
    for takers in (*(("Blue", "Red"),) * 3, ("Blue",)):
        table.link("^End the round$")
        table.tap(table.page.get_by_text("Go on anyway"))
        for company in takers:
            table.says(f"{company}: take one more off the doomsday clock?")
            table.button("take one off")
        table.button("^Apply")
        expect(table.page.locator(".battle-result, .battle-ask")).to_have_count(0)


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
    anna.button("^Apply")
    for step in ("Initiative 6 has engaged", "End Phase, then the battle is over"):
        expect(table.page.locator(".turn")).to_contain_text(step)
        table.tap(table.page.locator(".button-step"))
    table.answer("^yes")
    table.button("^Go on$")


def units(evening: Evening) -> None:
    """Points are counted by the players as a round ends: Ben's army gains more Soulshards than Anna's."""
    table, anna, ben = evening.everybody
    anna.card("Tusk Reavers", "tap the target")
    anna.card("Bound Soldiers", "Tusk Reavers → Bound Soldiers")
    anna.button("^Attack$", "Tusk Reavers: 4 red and 2 blue dice")
    anna.dice(6, 4, 3, 1, 5, 2)
    ben.says("Bound Soldiers: 2 red and 2 blue dice")
    ben.dice(3, 2, 4, 1)
    ben.says("Bound Soldiers: reroll the whole pool")
    ben.button("^keep them")
    anna.says("2 wounds, 0 back")
    anna.button("^Apply")
    table.link("^End the round$")
    table.tap(table.page.get_by_text("Go on anyway"))
    for army, shards in (("Red", "1"), ("Blue", "3")):
        field = table.page.get_by_role("spinbutton", name=f"Soulshards gained by {army}")
        field.fill(shards)
        # A number counts once the field is left; the answer to the tap before must not be taken for this one's.
        with table.page.expect_response(lambda answer: "do=round" in answer.url):
            field.press("Tab")
    with table.page.expect_response(lambda answer: "do=round" in answer.url):
        table.answer("yes")
    table.button("^End the round$")


def operators(evening: Evening) -> None:
    """There are no points: the players say who has won."""
    table, anna, ben = evening.everybody
    anna.card("Rook", "tap the target")
    anna.card("Boa", "Rook → Boa")
    anna.button("^Attack$", "Rook rolls 1 attack die, Boa 1 defence die.")
    anna.dice(3)
    sees_the_dice_of_red(ben)
    ben.dice(2)
    ben.says("Rook hits Boa")
    anna.button("^Apply")
    table.button("^End the battle$", "Who has won?")
    table.button("^Red")
    table.button("^Apply")


def troops(evening: Evening) -> None:
    """The rules do not tell who has won: what was played is counted."""
    table, anna, ben = evening.everybody
    anna.card("Rifle squad", "tap the target")
    anna.card("Guard squad", "Rifle squad → Guard squad")
    anna.button("^Attack$", "Rifle squad attacks with 3 d6")
    anna.dice(6, 5, 2)
    sees_the_dice_of_red(ben)
    ben.dice(5, 3, 1)
    ben.says("Does Guard squad counterattack Rifle squad?")
    ben.button("^no counterattack")
    anna.button("^Apply")
    table.link("^End the battle$")
    table.answer("^yes")
    table.button("^End the battle$")


MATCHES = {
    "mobile_frame_zero": Match(
        {"Anna": ("Kader", "Kader", "Vane", "Oke"), "Ben": ("Doajihé", "Doajihé", "Ekauechihé", "Tishihé")},
        frames,
        ("1 Ben 1 1 0 0 won W 48 24", "2 Anna 1 0 0 1 lost L 24 \N{MINUS SIGN}24"),
        asked=("Anna",),
        laid=("landing pad", "relay mast"),
    ),
    "x_wing": Match({"Anna": ("Wedge",), "Ben": ("Academy",)}, ships, ("1 Anna 1 1", "2 Ben 1 0"), asked=("Ben",)),
    "gods_gloom": Match(
        {"Anna": ("Reavers", "Riders"), "Ben": ("Soldiers", "Archers")},
        units,
        ("1 Ben 1 1 0 0 won W 3 2", "2 Anna 1 0 0 1 lost L 1 \N{MINUS SIGN}2"),
        asked=("Anna",),
    ),
    "airsoft_squads": Match(
        {"Anna": ("Rook", "Kite"), "Ben": ("Boa", "Adder")},
        operators,
        ("1 Anna 1 1 0 0", "2 Ben 1 0 0 1"),
        asked=("Ben",),
        laid=("Position 1",) * 2,
    ),
    "troops_and_supplies": Match(
        {"Anna": ("Rifle", "Scout"), "Ben": ("Guard", "Lancer")},
        troops,
        ("Anna 1", "Ben 1"),
        asked=("Anna", "Ben"),
    ),
}
