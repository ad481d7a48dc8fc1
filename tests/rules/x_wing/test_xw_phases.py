"""The round, simultaneous fire, tokens, repair and the end of a battle."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply
from rules.correction import Correction
from rules.game import Illegal
from rules.play import play
from rules.table import Dice
from rules.x_wing import GAME
from rules.x_wing.attack import resolve
from rules.x_wing.attack_questions import questions, targets
from rules.x_wing.cards import COPIES, Title
from rules.x_wing.declaration import why_not_attack
from rules.x_wing.ending import Finish, finish
from rules.x_wing.engaging import Engagement, engage
from rules.x_wing.mending import EXPOSE, REPAIR, Harm, Mending, harm, mend
from rules.x_wing.outlook import outlook
from rules.x_wing.phases import GoOn, ToEngagement, go_on, to_engagement
from rules.x_wing.samples import (
    ACADEMY,
    HOWLRUNNER,
    ION_CANNON,
    TOUGH,
    WEDGE,
    attack,
    battle,
    card,
    green,
    on_red,
    red,
    with_cards,
)  # fmt: skip
from rules.x_wing.set_tokens import Tokens, set_tokens, token_questions
from rules.x_wing.sheet import Phase, Plasma, Ruleset, Settings
from rules.x_wing.ship import Effect, Size, Status
from rules.x_wing.tokens import is_tractored

CORRECT = GAME.procedure("correction").resolve


def settled(resolver, sheet, declaration, *replies):
    return apply(sheet, play(resolver, Declared(sheet, declaration), replies).outcome.changes)


def test_a_whole_round_goes_from_planning_to_planning():
    sheet = battle(WEDGE, HOWLRUNNER, ACADEMY, phase=Phase.PLANNING, initiative=None)
    seen = []
    for _ in range(7):
        sheet = settled(go_on, sheet, GoOn())
        seen.append((sheet.phase, sheet.initiative, sheet.round))
    assert seen == [
        (Phase.SYSTEM, None, 1),
        (Phase.ACTIVATION, None, 1),
        (Phase.ENGAGEMENT, 5, 1),
        (Phase.ENGAGEMENT, 1, 1),
        (Phase.END, None, 1),
        (Phase.PLANNING, None, 2),
        (Phase.SYSTEM, None, 2),
    ]


def test_the_engagement_phase_is_one_tap_away():
    sheet = battle(phase=Phase.PLANNING, initiative=None)
    assert settled(to_engagement, sheet, ToEngagement()).initiative == 5
    with pytest.raises(Illegal, match="It is the Engagement Phase"):
        play(to_engagement, Declared(battle(), ToEngagement()), ())


def test_the_end_phase_clears_green_and_orange_tokens_and_brings_force_back():
    ship = replace(
        WEDGE, focus=1, evade=2, calculate=1, reinforce_fore=1, disarm=1, tractor=1, jam=1, stress=2, ion=1, strain=1,
        deplete=1, cloak=1, lock="howlrunner", most_force=2, force=0, recovers_force=1, engaged=True, attacked=True,
    )  # fmt: skip
    ended = settled(go_on, battle(ship, phase=Phase.END, initiative=None), GoOn()).ship("wedge")
    assert (ended.focus, ended.evade, ended.calculate, ended.reinforce_fore) == (0, 0, 0, 0)
    assert (ended.disarm, ended.tractor, ended.jam) == (0, 0, 0)
    assert (ended.stress, ended.ion, ended.strain, ended.deplete, ended.cloak) == (2, 1, 1, 1, 1)
    assert (ended.lock, ended.force, ended.engaged, ended.attacked) == ("howlrunner", 1, False, False)


def test_a_ship_attacks_with_its_initiative_and_once():
    sheet = battle(WEDGE, HOWLRUNNER, ACADEMY)
    assert why_not_attack(sheet, WEDGE) == ""
    assert why_not_attack(sheet, ACADEMY) == "Ships of initiative 5 engage now. Academy Pilot has 1."
    assert why_not_attack(sheet, replace(WEDGE, engaged=True)) == "Wedge Antilles has engaged this round."
    assert why_not_attack(sheet, replace(WEDGE, disarm=1)) == "Wedge Antilles is disarmed."
    assert why_not_attack(sheet, replace(WEDGE, cloak=1)) == "Wedge Antilles is cloaked and cannot attack."


def test_q04_a_repair_does_not_undo_being_destroyed():
    sheet = battle(WEDGE, replace(HOWLRUNNER, unseen=3, status=Status.DESTROYED))
    sheet = settled(mend, sheet, Mending("howlrunner", REPAIR))
    assert sheet.ship("howlrunner").unseen == 2
    assert sheet.ship("howlrunner").status is Status.DESTROYED
    assert settled(go_on, sheet, GoOn()).ship("howlrunner").status is Status.REMOVED


def test_q05_a_ship_destroyed_before_it_engages_still_engages():
    sheet = settled(harm, battle(WEDGE, replace(HOWLRUNNER, unseen=2)), Harm("howlrunner", 1))
    ship = sheet.ship("howlrunner")
    assert ship.status is Status.DESTROYED
    assert why_not_attack(sheet, ship) == ""


def test_outside_the_engagement_phase_a_destroyed_ship_is_removed_at_once_with_its_tokens_and_locks():
    locking = replace(WEDGE, lock="howlrunner")
    sheet = battle(locking, replace(HOWLRUNNER, unseen=2, focus=1), phase=Phase.ACTIVATION, initiative=None)
    ended = settled(harm, sheet, Harm("howlrunner", 1))
    assert ended.ship("howlrunner").status is Status.REMOVED
    assert ended.ship("howlrunner").focus == 0
    assert ended.ship("wedge").lock is None
    assert ended.squad("rebels").score == 40


@pytest.mark.parametrize(("phase", "status"), [(Phase.ENGAGEMENT, Status.DESTROYED), (Phase.SYSTEM, Status.REMOVED)])
def test_a_ship_corrected_to_as_many_damage_cards_as_hull_is_destroyed(phase, status):
    sheet = battle(WEDGE, replace(ACADEMY, focus=1, unseen=2), phase=phase)
    hurt = settled(CORRECT, sheet, Correction(ACADEMY.key, (("unseen", 3), ("status", "active"))))
    academy = hurt.ship(ACADEMY.key)
    assert (academy.status, academy.destroyed_by) == (status, "a correction")
    assert hurt.squad(WEDGE.squad).score == ACADEMY.cost
    assert academy.focus == (phase is Phase.ENGAGEMENT)
    mended = settled(CORRECT, hurt, Correction(ACADEMY.key, (("unseen", 2),)))
    assert mended.ship(ACADEMY.key).status is status
    back = settled(CORRECT, hurt, Correction(ACADEMY.key, (("status", "active"),)))
    assert settled(CORRECT, back, Correction(ACADEMY.key, (("engaged", True),))).ship(ACADEMY.key).status == "active"


def test_q07_only_a_strain_that_took_a_die_goes():
    strained = replace(TOUGH, strain=2)
    ended = settled(resolve, battle(WEDGE, strained), attack(), red("BBB"), green("B"))
    assert ended.ship("howlrunner").strain == 1
    ended = settled(resolve, battle(replace(WEDGE, deplete=1, strain=1), TOUGH), attack(), red("BB"), green("BB"))
    assert (ended.ship("wedge").deplete, ended.ship("wedge").strain) == (0, 1)


def test_a_tractored_large_ship_needs_three_tokens():
    assert not is_tractored(replace(WEDGE, size=Size.LARGE, tractor=2))
    assert is_tractored(replace(WEDGE, size=Size.LARGE, tractor=3))
    assert not is_tractored(replace(WEDGE, size=Size.HUGE, tractor=9))


def test_a_blinded_pilot_modifies_with_force_only():
    blinded = replace(WEDGE, focus=1, most_force=1, force=1, lock="howlrunner")
    sheet = with_cards(battle(blinded, TOUGH, decks=True), "wedge", Title.BLINDED_PILOT)
    waiting = play(resolve, Declared(sheet, attack()), (red("FFB"),))
    assert waiting.ask.options == ("force", "done")


@pytest.mark.parametrize(("when", "cards"), [(Settings().plasma, 1), (Plasma.BEFORE, 1), (Plasma.AFTER, 0)])
def test_a_shield_goes_to_plasma_before_the_damage_unless_it_is_agreed_otherwise(when, cards):
    plasma = replace(WEDGE.weapons[1], effect=Effect.PLASMA)
    sheet = battle(
        replace(WEDGE, lock="howlrunner", weapons=(plasma,)),
        replace(TOUGH, most_shields=1, shields=1),
        settings=Settings(plasma=when),
    )
    ended = settled(resolve, sheet, attack("wedge-torpedoes"), red("HBBB"), *on_red("done"), green("BB"))
    assert (ended.ship("howlrunner").shields, ended.ship("howlrunner").unseen) == (0, cards)


def test_jam_tokens_that_come_take_tokens_and_then_wait():
    sheet = battle(WEDGE, replace(TOUGH, focus=1))
    ended = settled(set_tokens, sheet, Tokens("howlrunner", focus=1, jam=2))
    assert (ended.ship("howlrunner").focus, ended.ship("howlrunner").jam) == (0, 1)


@pytest.mark.parametrize(
    ("had", "set_to", "told"),
    [
        ({}, {"lock": "howlrunner"}, "a lock on Howlrunner"),
        ({"lock": "academy"}, {"lock": "howlrunner"}, "a lock on Howlrunner"),
        ({"lock": "howlrunner"}, {}, "no lock"),
        ({"jam": 1}, {"jam": 1, "focus": 1}, "focus gained and jammed, jam 0"),
        ({"jam": 1}, {"jam": 1, "focus": 2}, "1 focus gained and jammed, focus 1, jam 0"),
        ({"jam": 1}, {"jam": 1, "lock": "howlrunner"}, "a lock on Howlrunner gained and jammed, jam 0"),
        ({}, {"jam": 1, "focus": 1}, "focus gained and jammed"),
        ({"focus": 1}, {"jam": 1, "focus": 1}, "focus 0"),
        ({"focus": 1}, {"focus": 0, "stress": 1}, "focus 0, stress 1"),
    ],
)
def test_the_headline_of_tokens_names_what_was_gained_what_was_jammed_and_the_lock(had, set_to, told):
    sheet = battle(replace(WEDGE, **had), HOWLRUNNER, ACADEMY)
    outcome = play(set_tokens, Declared(sheet, Tokens("wedge", **set_to)), ()).outcome
    assert outcome.headline == f"Wedge Antilles: {told}."


def test_a_lock_that_ions_take_was_not_jammed():
    sheet = battle(settings=Settings(Ruleset.SECOND))
    outcome = play(set_tokens, Declared(sheet, Tokens("wedge", lock="howlrunner", ion=1)), ()).outcome
    assert outcome.headline == "Wedge Antilles: ion 1."


def test_the_enemies_of_a_ship_are_the_first_that_it_can_lock():
    sheet = battle(WEDGE, replace(WEDGE, key="luke", name="Luke", weapons=(), upgrades=()), HOWLRUNNER, ACADEMY)
    (lock, *_) = token_questions(sheet, {"actor": "wedge"})
    assert [option.value for option in lock.options] == [None, "howlrunner", "academy", "luke"]


def test_an_ionized_ship_has_no_lock_in_2_5():
    second = Settings(Ruleset.SECOND)
    sheet = battle(replace(WEDGE, cost=5, lock="howlrunner"), replace(HOWLRUNNER, cost=4), settings=second)
    ended = settled(set_tokens, sheet, Tokens("wedge", ion=1, lock="howlrunner"))
    assert ended.ship("wedge").lock is None
    with pytest.raises(Illegal, match="cannot acquire locks"):
        play(set_tokens, Declared(ended, Tokens("wedge", ion=1, lock="howlrunner")), ())


SECOND = Settings(Ruleset.SECOND)
LOCKING = replace(WEDGE, cost=6, lock="howlrunner")
ION_SHIP = replace(WEDGE, cost=6, weapons=(ION_CANNON,))
SMALL = replace(TOUGH, cost=5)


def labels(resolver, sheet, declaration, *replies):
    return [step.label for step in play(resolver, Declared(sheet, declaration), replies).trace]


def with_regulator(*ships, **more):
    return with_cards(battle(*ships, decks=True, **more), "wedge", Title.DISABLED_POWER_REGULATOR)


@pytest.mark.parametrize(("settings", "lock"), [(SECOND, None), (Settings(), "wedge")], ids=["2.5", "2.0"])
def test_a_ship_that_an_ion_cannon_ionizes_loses_its_lock_in_2_5(settings, lock):
    sheet = battle(ION_SHIP, replace(SMALL, lock="wedge"), settings=settings)
    shown = attack("wedge-ion"), red("HHC"), green("BB")
    assert settled(resolve, sheet, *shown).ship("howlrunner").lock == lock
    assert ("ionized" in labels(resolve, sheet, *shown)) == (lock is None)


def test_a_large_ship_with_two_ion_tokens_keeps_its_lock():
    defender = replace(SMALL, size=Size.LARGE, lock="wedge")
    sheet = battle(ION_SHIP, defender, settings=SECOND)
    ended = settled(resolve, sheet, attack("wedge-ion"), red("HHC"), green("BB")).ship("howlrunner")
    assert (ended.ion, ended.lock) == (2, "wedge")


@pytest.mark.parametrize(
    ("resolver", "declaration", "replies"),
    [(engage, Engagement("wedge"), ()), (go_on, GoOn(), ()), (resolve, attack(), (red("BBB"), green("BB")))],
    ids=["engages", "the others go on", "attacks"],
)
@pytest.mark.parametrize(("settings", "lock"), [(SECOND, None), (Settings(), "howlrunner")], ids=["2.5", "2.0"])
def test_a_disabled_power_regulator_ionizes_a_ship_before_it_engages(resolver, declaration, replies, settings, lock):
    sheet = with_regulator(LOCKING, SMALL, settings=settings)
    before = replies if lock is None else replies[:1] + (on_red("done") if replies else ()) + replies[1:]
    ended = settled(resolver, sheet, declaration, *before).ship("wedge")
    assert (ended.ion, ended.lock, ended.engaged) == (1, lock, True)


def test_the_lock_that_a_disabled_power_regulator_costs_cannot_be_fired_with():
    sheet = with_regulator(LOCKING, SMALL, settings=SECOND)
    declared = Declared(sheet, attack("wedge-torpedoes"))
    with pytest.raises(Illegal, match="Proton Torpedoes needs a lock on the target"):
        play(resolve, declared, ())
    asked = {"actor": "wedge", "target": "howlrunner"}
    weapons = next(asked for asked in questions(sheet, asked) if asked.name == "weapon")
    assert weapons.options[1].refused == "Proton Torpedoes needs a lock on the target."
    only = replace(LOCKING, weapons=(WEDGE.weapons[1],))
    assert targets(with_regulator(only, SMALL, settings=SECOND), "wedge")["howlrunner"].startswith("No weapon")
    unlocked = battle(replace(LOCKING, lock=None), SMALL, settings=SECOND, decks=True)
    assert outlook(Declared(sheet, attack())).line == outlook(Declared(unlocked, attack())).line


def test_a_bonus_attack_is_no_engagement_and_starts_no_disabled_power_regulator():
    sheet = with_regulator(LOCKING, SMALL, settings=SECOND)
    asked = {"actor": "wedge", "target": "howlrunner"}
    weapons = next(asked for asked in questions(sheet, asked, bonus=True) if asked.name == "weapon")
    assert [option.refused for option in weapons.options] == ["", ""]
    assert targets(sheet, "wedge", bonus=True) == {"howlrunner": ""}
    bonus = attack("wedge-torpedoes", bonus=True)
    ended = settled(resolve, sheet, bonus, red("BBBB"), *on_red("done"), green("BB")).ship("wedge")
    assert (ended.ion, ended.lock, ended.engaged) == (0, "howlrunner", False)


def test_a_deck_that_runs_out_is_shuffled_with_its_discards():
    sheet = battle(WEDGE, TOUGH, decks=True)
    squad = sheet.squad("imperials")
    spent = tuple(replace(card, discarded=True) for card in squad.deck)
    sheet = replace(sheet, squads=(sheet.squads[0], replace(squad, deck=spent)))
    ended = settled(harm, sheet, Harm("howlrunner", 0, 1), card(Title.CONSOLE_FIRE))
    assert [card.title for card in ended.faceup(ended.ship("howlrunner"))] == [Title.CONSOLE_FIRE]
    assert not any(card.discarded for card in ended.squad("imperials").deck)


def test_a_card_that_lies_on_another_ship_is_not_drawn_again():
    sheet = battle(WEDGE, TOUGH, ACADEMY, decks=True)
    sheet = with_cards(sheet, "academy", Title.CONSOLE_FIRE, Title.CONSOLE_FIRE)
    waiting = play(harm, Declared(sheet, Harm("howlrunner", 0, 1)), ())
    assert len(waiting.ask.pools[0].die.faces) == sum(COPIES.values()) - 2
    assert "Console Fire" not in waiting.ask.pools[0].die.faces


def test_exposing_a_facedown_card_resolves_its_text_without_being_damage():
    sheet = battle(WEDGE, replace(TOUGH, unseen=1, most_shields=1, shields=1), decks=True)
    ended = settled(mend, sheet, Mending("howlrunner", EXPOSE), card(Title.DIRECT_HIT))
    ship = ended.ship("howlrunner")
    assert (ship.shields, ended.damage(ship), ended.faceup(ship)) == (0, 1, ())


def test_panicked_pilot_gives_two_stress_and_flips():
    ended = settled(harm, battle(WEDGE, TOUGH, decks=True), Harm("howlrunner", 0, 1), card(Title.PANICKED_PILOT))
    assert ended.ship("howlrunner").stress == 2
    assert ended.faceup(ended.ship("howlrunner")) == ()


def test_the_battle_ends_with_the_last_squad_or_when_the_players_say_so():
    alone = battle(WEDGE, replace(HOWLRUNNER, status=Status.REMOVED), phase=Phase.END, initiative=None)
    assert settled(go_on, alone, GoOn()).over
    played = play(finish, Declared(battle(), Finish()), ())
    assert played.outcome.headline == "The battle is over: Rebels and Imperials tie with 0 points."
    with pytest.raises(Illegal, match="is over"):
        play(go_on, Declared(replace(battle(), over=True), GoOn()), ())


def test_the_players_end_a_battle_by_a_second_step_that_tells_who_wins():
    asked = GAME.procedure("finish").questions(battle(), {})
    assert [(option.value, option.leads_to) for option in asked[0].options] == [
        (False, "the battle goes on"),
        (True, "Rebels and Imperials tie with 0 points."),
    ]
    assert asked[0].usual is False
    with pytest.raises(Illegal, match="The battle goes on"):
        play(finish, Declared(battle(), Finish(sure=False)), ())


@pytest.mark.parametrize(
    ("hull", "headline"),
    [
        (3, "Initiative 1 engages."),
        (0, "No other ship engages: the End Phase. Academy Pilot removed."),
    ],
)
def test_all_ships_have_engaged_only_when_they_have(hull, headline):
    academy = ACADEMY if hull else replace(ACADEMY, unseen=3, status=Status.DESTROYED)
    sheet = battle(WEDGE, HOWLRUNNER, academy)
    assert play(go_on, Declared(sheet, GoOn()), ()).outcome.headline == headline


def test_all_ships_have_engaged_is_said_when_they_have():
    told = play(go_on, Declared(battle(WEDGE, HOWLRUNNER), GoOn()), ()).outcome.headline
    assert told == "All ships have engaged: the End Phase."
    fired_back = replace(HOWLRUNNER, engaged=True, unseen=3, status=Status.DESTROYED)
    told = play(go_on, Declared(battle(WEDGE, fired_back), GoOn()), ()).outcome.headline
    assert told == "All ships have engaged: the End Phase. Howlrunner removed."


@pytest.mark.parametrize(
    ("resolver", "declaration", "phase"),
    [(to_engagement, ToEngagement(), Phase.PLANNING), (go_on, GoOn(), Phase.ACTIVATION)],
)
def test_an_engagement_phase_without_ships_names_no_initiative(resolver, declaration, phase):
    gone = (replace(ship, status=Status.REMOVED) for ship in (WEDGE, HOWLRUNNER))
    sheet = battle(*gone, phase=phase, initiative=None)
    told = play(resolver, Declared(sheet, declaration), ()).outcome.headline
    assert told == "Round 1: the Engagement Phase. No ship is left to engage."
    sheet = settled(resolver, sheet, declaration)
    told = play(go_on, Declared(sheet, GoOn()), ()).outcome.headline
    assert told == "No other ship engages: the End Phase."


def test_a_2_5_battle_ends_at_20_points_or_after_12_rounds():
    second = Settings(Ruleset.SECOND)
    ships = (replace(WEDGE, cost=20), replace(HOWLRUNNER, cost=20), replace(ACADEMY, cost=0))
    sheet = battle(*ships, settings=second, phase=Phase.END, initiative=None)
    assert not settled(go_on, sheet, GoOn()).over
    ahead = replace(sheet, squads=(replace(sheet.squads[0], mission=20, score=20), sheet.squads[1]))
    assert settled(go_on, ahead, GoOn()).over
    assert settled(go_on, replace(sheet, round=12), GoOn()).over


def test_an_unseen_card_of_a_repair_is_discarded_without_a_title():
    ended = settled(mend, battle(WEDGE, replace(TOUGH, unseen=1), decks=True), Mending("howlrunner", REPAIR))
    assert (ended.ship("howlrunner").unseen, ended.squad("imperials").unseen_discarded) == (0, 1)


def test_a_random_facedown_card_is_picked_among_known_and_unseen_ones():
    sheet = with_cards(battle(WEDGE, replace(TOUGH, unseen=1), decks=True), "howlrunner", Title.FUEL_LEAK, up=False)
    ended = settled(mend, sheet, Mending("howlrunner", REPAIR), Dice("facedown card", (("1 Fuel Leak",),)))
    assert ended.damage(ended.ship("howlrunner")) == 1
    assert sum(card.discarded for card in ended.squad("imperials").deck) == 1
