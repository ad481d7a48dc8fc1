"""Who pays for a card in its owner's place: the charge of another upgrade, the token or the lock of another ship."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply, undo
from rules.game import Illegal
from rules.play import play
from rules.x_wing.attack import resolve
from rules.x_wing.known.acting import acting
from rules.x_wing.samples import LASERS, attack, battle, green, on_green, on_red, red, reroll
from rules.x_wing.ship import Arc, Effect
from rules.x_wing.upgrade import Upgrade
from tests.rules.x_wing.test_xw_known_cards import BARE, FRIEND, PLAIN, after, asked, declare, hands, offered, with_ids

TUBES = replace(LASERS, key="tubes", name="Tubes", special=True, ordnance=True, cost=1, charges=2, most_charges=2)
SECOND = replace(TUBES, key="second", name="Second")
JOY = replace(
    BARE,
    pilot="joyrekkoff",
    weapons=(LASERS, TUBES, SECOND),
    upgrades=(Upgrade("a", "Tubes", "protontorpedoes"), Upgrade("b", "Second", "iontorpedoes")),
)
ONE = replace(JOY, weapons=JOY.weapons[:2], upgrades=JOY.upgrades[:1])


def words(*ships, **answers):
    return {row.name: (row.leads_to, row.refused) for row in asked(*ships, **answers)["attacker_abilities"].offered}


def test_joy_rekkoff_pays_the_charge_of_the_torpedoes():
    assert words(ONE, weapon="wedge-lasers") == {
        "Joy Rekkoff": ("1 die fewer for defence; costs 1 charge of Tubes", "")
    }
    declared = declare(ONE, PLAIN, by_attacker=["Joy Rekkoff"])
    assert hands(declared).defence.dice == 1
    outcome = play(resolve, declared, (red("BBB"), green("E"))).outcome
    now = apply(declared.battle, outcome.changes)
    assert now.ship("wedge").weapons[1].charges == 1
    assert apply(now, undo(outcome.changes)) == declared.battle


def test_of_two_torpedoes_one_is_chosen():
    told = words(JOY, weapon="wedge-lasers")
    assert [each[0].rpartition(" of ")[2] for each in told.values()] == ["Tubes", "Second"]
    paid = after(declare(JOY, PLAIN, by_attacker=["Joy Rekkoff 2"]), red("BBB"), green("E"))
    assert (paid["second", "charges"], ("tubes", "charges") in paid) == (1, False)
    with pytest.raises(Illegal, match="Joy Rekkoff can be used once in an attack"):
        hands(declare(JOY, PLAIN, by_attacker=list(told)))


def test_homing_missiles_ask_for_nothing_where_a_card_cannot_be_used_twice():
    """What is refused before the dice is refused before the first answer, however the attack goes on."""
    ship = replace(JOY, weapons=(replace(LASERS, effect=Effect.HOMING), *JOY.weapons[1:]))
    declared = declare(ship, PLAIN, by_attacker=[*words(JOY, weapon="wedge-lasers")])
    with pytest.raises(Illegal, match="Joy Rekkoff can be used once in an attack"):
        play(resolve, declared, ())


@pytest.mark.parametrize(("charges", "left"), [(2, 0), (1, None)])
def test_a_charge_that_the_attack_itself_costs_pays_for_nothing_else(charges, left):
    ship = replace(ONE, weapons=(LASERS, replace(TUBES, charges=charges)))
    ((_, refused),) = words(ship, weapon="tubes").values()
    assert refused == ("" if left is not None else "Joy Rekkoff costs 1 charge: Tubes has fewer.")
    declared = Declared(battle(ship, PLAIN), attack("tubes", attacker_abilities=by_name("Joy Rekkoff")))
    if left is None:
        with pytest.raises(Illegal, match="costs 1 charge"):
            play(resolve, declared, ())
        return
    assert after(declared, red("BBB"), green("E"))["tubes", "charges"] == left


def by_name(*names):
    return declare(by_attacker=names).declaration.attacker_abilities


def test_charges_that_nobody_keeps_are_asked_and_paid_by_the_players():
    typed = replace(ONE, upgrades=(replace(JOY.upgrades[0], xws=""),))
    ((told, refused),) = words(typed, weapon="wedge-lasers").values()
    assert (told, refused) == ("if a Torpedo upgrade has a charge: 1 die fewer for defence; costs 1 charge", "")
    paid = after(declare(typed, PLAIN, by_attacker=["Joy Rekkoff"]), red("BBB"), green("E"))
    assert not [key for key in paid if key[1] == "charges"]


def test_guild_bounty_hunters_pay_when_they_turn_a_die():
    device = Upgrade("device", "Cloaking Device", "cloakingdevice", 2, 2)
    ship = replace(BARE, pilot="guildbountyhunter", upgrades=(device,))
    hunter = declare(ship, PLAIN, by_attacker=["Guild Bounty Hunter"])
    used = "Guild Bounty Hunter: change 1 focus to crit"
    assert after(hunter, red("FBB"), *on_red(used), green("EE"))["device", "charges"] == 1
    assert ("device", "charges") not in after(hunter, red("HBB"), green("EE"))


def test_saturation_salvo_costs_a_charge_of_its_weapon_and_leaves_the_others_what_is_left():
    rockets = replace(TUBES, charges=3, most_charges=3, effect=Effect.BARRAGE)
    ship = with_ids(replace(BARE, weapons=(rockets,)), "saturationsalvo")
    declared = Declared(
        battle(ship, PLAIN), attack("tubes", arc=Arc.BULLSEYE, attacker_abilities=by_name("Saturation Salvo"))
    )
    assert hands(declared).attack.means.salvo == 1
    dice = (red("HHH"), *on_red("done"), green("EE"))
    used = (*on_green("Saturation Salvo: reroll 2 dice"), *reroll("3b", "2 evade", "BB"))
    assert after(declared, *dice, *used)["tubes", "charges"] == 1
    assert after(declared, *dice, *on_green("done"))["tubes", "charges"] == 2


def crew(*others, **more):
    return with_ids(BARE, "wolfpack-siegeofcoruscant", **more), PLAIN, *others


PLO = replace(FRIEND, pilot="plokoon", lock="howlrunner")


def test_wolf_pack_spends_the_lock_of_plo_koon():
    declared = declare(*crew(PLO), by_attacker=["Wolf Pack"])
    replies = (red("HBB"), *on_red("Wolf Pack: reroll 9 dice"), *reroll("2b", "2 blank", "BB"), green("EE"))
    assert after(declared, *replies)["friend", "lock"] is None
    assert ("friend", "lock") not in after(declared, red("HHH"), *on_red("done"), green("EE"))
    assert words(*crew(PLO))["Wolf Pack"] == ("reroll 9 dice (attack dice); costs 1 lock of Friend", "")


def test_wolf_pack_sees_whose_lock_it_is_and_asks_of_a_pilot_without_an_id():
    assert offered("attacker", *crew(replace(PLO, pilot="wampa"))) == []
    assert offered("attacker", *crew(replace(PLO, lock=None))) == []
    told, _ = words(*crew(replace(PLO, pilot="")))["Wolf Pack"]
    assert told.startswith("if Friend is Plo Koon or was born for this: ")


def test_its_own_lock_is_spent_with_the_dice():
    wolffe = with_ids(BARE, "wolfpack-siegeofcoruscant", pilot="wolffe-siegeofcoruscant", lock="howlrunner")
    declared = declare(wolffe, PLAIN, by_attacker=["Wolf Pack"])
    ask = play(resolve, declared, (red("HBB"),)).ask
    assert {"lock", "Wolf Pack: reroll 9 dice"} <= set(ask.options)
    replies = (red("HBB"), *on_red("Wolf Pack: reroll 9 dice"), *reroll("2b", "2 blank", "BB"), green("EE"))
    assert after(declared, *replies)["wedge", "lock"] is None


def test_lehuse_spends_the_lock_of_another_ship():
    lehuse = replace(BARE, pilot="lieutenantlehuse")
    two = (replace(PLO, key="one", name="One"), replace(PLO, key="two", name="Two", weapons=()))
    assert offered("attacker", lehuse, PLAIN, *two) == ["Lieutenant LeHuse", "Lieutenant LeHuse 2"]
    declared = declare(lehuse, PLAIN, *two, by_attacker=["Lieutenant LeHuse 2"])
    replies = (red("HBB"), *on_red("Lieutenant LeHuse 2: reroll 9 dice"), *reroll("2b", "2 blank", "BB"), green("EE"))
    paid = after(declared, *replies)
    assert (paid["two", "lock"], ("one", "lock") in paid) == (None, False)


def test_dis_t81_spends_a_token_of_a_friend_and_knows_that_it_is_itself_in_the_firing_arc():
    droid = replace(PLAIN, pilot="dist81", calculate=1)
    declared = declare(BARE, droid, by_defender=["DIS-T81"])
    (use,) = acting(declared.battle, declared.declaration, LASERS).defending
    assert (use.asks, hands(declared).defence.means.calculate) == ("", 1)
    replies = (red("HHH"), green("FB"), *on_green("DIS-T81: change 1 focus to evade"))
    assert after(declared, *replies)["howlrunner", "calculate"] == 0
    helped = declare(
        BARE,
        replace(droid, calculate=0),
        other := replace(PLAIN, key="other", name="Other", weapons=(), calculate=2),
        by_defender=["DIS-T81"],
    )
    (use,) = acting(helped.battle, helped.declaration, LASERS).defending
    assert use.asks == "Other is in the enemy ship's firing arc"
    assert after(helped, *replies)[other.key, "calculate"] == 1
