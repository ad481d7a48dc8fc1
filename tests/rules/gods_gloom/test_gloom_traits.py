"""How the traits of a unit are read, and what the app says that it does with them."""

import pytest

from rules.asks import Declared
from rules.game import Illegal
from rules.gods_gloom import GAME, catalogue
from rules.gods_gloom.examples.parts import battle
from rules.gods_gloom.questions import attack_questions
from rules.gods_gloom.sheet import Army, Battle, Unit
from rules.gods_gloom.traits import BY_ITSELF, NUMBERED, OFFERED, Use, read
from rules.gods_gloom.wounds import suffered
from rules.play import play
from rules.starting import Start


def one(text):
    (trait,) = read(text)
    return trait


@pytest.mark.parametrize(
    "text",
    ["Commander[2]", "Commander [2]", "commander[2]", "COMMANDER (2)", "Commander(2)", "Commander 2", " Commander[ 2 ]",
     "commander  [02]"],
)  # fmt: skip
def test_a_trait_is_read_without_regard_to_case_and_blanks(text):
    trait = one(text)
    assert (trait.name, trait.number, str(trait)) == ("Commander", 2, "Commander[2]")


@pytest.mark.parametrize(
    ("text", "use"),
    [
        ("blind  rage", Use.ITSELF),
        ("Commander[12]", Use.ITSELF),
        ("charge bonus", Use.OFFERED),
        ("Direct wounds 1", Use.OFFERED),
        ("Commander", Use.WITHOUT_NUMBER),
        ("Overload[]", Use.REMINDER),
        ("Comander[2]", Use.REMINDER),
        ("Tough[1]", Use.REMINDER),
        ("Overload[100]", Use.REMINDER),
    ],
)
def test_a_trait_tells_what_the_app_does_with_it(text, use):
    assert one(text).use is use


def test_an_unknown_trait_stays_as_it_was_written():
    assert [str(trait) for trait in read("Area Effect (2) [Fear], , tough")] == ["Area Effect (2) [Fear]", "tough"]


def test_every_trait_that_has_a_row_is_known_as_offered():
    tables = (catalogue.ANY, catalogue.ATTACKERS, catalogue.DEFENDERS, catalogue.AGAINST)
    rows = {modifier.name for table in tables for _, modifier in table if not modifier.seals}
    assert rows <= set(OFFERED)
    numbered = {*NUMBERED, "Counter-Charge"}
    assert set(OFFERED) <= rows | numbered
    assert set(BY_ITSELF) | set(OFFERED) >= numbered
    assert not set(BY_ITSELF) & set(OFFERED)


def test_traits_work_however_they_are_spelled():
    fight = battle((1, 0), (1, 1), attacker={"traits": "direct wounds (2), MOVE AND FIRE, berserk", "shot": True})
    asked = attack_questions(fight, {"actor": "reavers", "target": "wardens"})
    assert asked[0].options[1].refused == ""
    rows = {row.name: row.answer for row in asked[1].offered}
    assert rows["Direct Wounds"]["wounds"] == 2
    assert "Berserk" in rows


@pytest.mark.parametrize("trait", ["Direct Wounds[99]", "Overload[99]"])
def test_a_large_number_of_a_trait_is_offered_without_failing(trait):
    fight = battle((1, 0), (1, 1), attacker={"traits": trait}, horde={"seals": 1})
    asked = attack_questions(fight, {"actor": "reavers", "target": "wardens", "kind": "ranged"})
    assert trait.split("[")[0] in {row.name for row in asked[1].offered}


def test_a_lasting_effect_works_however_it_is_spelled():
    assert suffered(Unit("reavers", "Reavers", "horde", effects=frozenset({"brittle bones"})), 1) == 2


def armies(traits):
    units = tuple(Unit(f"u{n}", f"Unit {n}", "horde", traits=text) for n, text in enumerate(traits))
    other = Unit("other", "Other", "host")
    return Battle((Army("horde", "Horde"), Army("host", "Host")), (*units, other), started=False)


def test_commanders_give_their_seals_however_they_are_spelled():
    end = play(GAME.procedure("start").resolve, Declared(armies(["commander (2)", "Commander [12]"]), Start()), ())
    assert end.outcome.headline == "The battle starts. Command Seals: Horde 14, Host 0."


def test_more_seals_than_an_army_can_keep_are_a_sentence():
    with pytest.raises(Illegal, match=r"^Horde would start with 198 Command Seals. At most 99 can be kept.$"):
        play(GAME.procedure("start").resolve, Declared(armies(["Commander[99]"] * 2), Start()), ())
