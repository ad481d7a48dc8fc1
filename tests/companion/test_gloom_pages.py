"""The pages of Gods Gloom: modifiers as rows, their refusals, corrections, rounds, set-up by hand and the admin."""

import pytest
from django.urls import reverse

from companion.models import Campaign, Declaration, Event, GloomArmy, GloomBattle, GloomUnit, Token
from companion.models.campaign import new_key
from companion.services.building import start_battle
from rules.asks import Roll
from rules.gods_gloom.sheet import Opposites
from rules.play import Waiting
from rules.sheets import Status
from tests.companion.demo import demo_of
from tests.companion.playing import Device, dice_form_of, everything, form_to, forms_of, text_of

pytestmark = pytest.mark.any_database

NONSENSE = ["x", "-10", "10", "1.5", "1e3", "9" * 40, "None'--"]


@pytest.fixture
def gate(db):
    """Anna's tablet at the demo battle, in which nobody has Command Seals left."""
    battle = demo_of("gods_gloom")
    GloomArmy.objects.update(seals=0)
    return Device(battle, name="Anna")


@pytest.fixture
def empty(db):
    """A battle of two armies that has no units yet."""
    campaign = Campaign.objects.create(name="A campaign")
    battle = start_battle(
        campaign=campaign, game="gods_gloom", name="The ford", sides=["Horde", "Host"], once=new_key(), who="Anna"
    )
    return Device(battle, name="Anna")


def declaring(device, attacker="Tusk Reavers", target="Bound Soldiers", **said):
    """The page on which an attack is declared."""
    return device.get(attacker=device.key(attacker), target=device.key(target), do="attack", **said)


def attack(device, attacker="Tusk Reavers", target="Bound Soldiers", **said):
    """Declare an attack by the page's own form."""
    form = form_to(declaring(device, attacker, target), "/declare/", do="attack")
    return device.client.post(form["action"], {**form["fields"], **said})


# Modifiers


def test_known_modifiers_are_boxes_and_read_like_what_they_do(gate):
    page = declaring(gate)
    form = form_to(page, "/declare/", do="attack")
    assert "q-modifiers-take-charge" in form["boxes"]
    assert "q-modifiers-take-exploit-broken" not in form["boxes"]
    assert "Bound Soldiers must not have Morale tokens." in text_of(page)
    assert ">red</span></i>" in text_of(page).partition("Charge <small>+1 ")[2][:90]
    assert "(ruling)" not in text_of(page)


def test_the_modifiers_of_an_attack_are_asked_again_where_it_is_corrected(gate):
    attack(gate)
    while isinstance(played := gate.played(), Waiting):
        gate.roll() if isinstance(played.ask, Roll) else gate.choose(played.ask.options[0])
    gate.apply()
    shown = text_of(gate.get("correct", gate.last.number))
    assert "Modifiers of Bound Soldiers" in shown


def test_what_costs_a_seal_is_offered_only_with_one(gate):
    assert "q-modifiers-take-advance" not in form_to(declaring(gate), "/declare/", do="attack")["boxes"]
    GloomArmy.objects.update(seals=1)
    assert "q-modifiers-take-advance" in form_to(declaring(gate), "/declare/", do="attack")["boxes"]


def test_the_outlook_follows_what_is_ticked_and_typed(gate):
    said = {"q-modifiers-shown": "charge", "q-modifiers-take-charge": "on"}
    assert "Dice of Tusk Reavers: 6 red, 2 blue" in text_of(declaring(gate, **said))
    said |= {"q-modifiers-1-name": "High ground", "q-modifiers-1-red": "2", "q-modifiers-1-blue": "-1"}
    page = declaring(gate, **said)
    assert "Dice of Tusk Reavers: 8 red, 1 blue" in text_of(page)
    form = form_to(page, "/declare/", do="attack")
    assert form["fields"]["q-modifiers-take-charge"] == "on"
    assert form["fields"]["q-modifiers-1-name"] == "High ground"
    assert form["fields"]["q-modifiers-1-red"] == "2"


def test_modifiers_are_kept_with_the_attack_and_told_in_its_trace(gate):
    attack(
        gate, **{"q-modifiers-take-charge": "on", "q-target_modifiers-1-name": "Fog", "q-target_modifiers-1-blue": "1"}
    )
    declared = gate.open.declared
    assert [row["name"] for row in declared["modifiers"]] == ["Charge", "Charge Bonus"]
    assert declared["target_modifiers"][1]["name"] == "Fog"
    page = text_of(gate.get())
    assert "Offence 4 red, 2 blue; Charge +1 red; Charge Bonus +1 red = 6 red, 2 blue" in page
    assert "Guard 2 red, 2 blue; Charge Breaker +1 red; Fog +1 blue = 3 red, 3 blue" in page


def test_what_the_app_sees_for_itself_is_ticked(gate):
    Token.objects.filter(piece__name="Bound Soldiers", kind="morale_tokens").update(value=0)
    form = form_to(declaring(gate), "/declare/", do="attack")
    assert form["fields"]["q-modifiers-take-exploit-broken"] == "on"
    del form["fields"]["q-modifiers-take-exploit-broken"]
    gate.client.post(form["action"], form["fields"])
    assert gate.open.declared["modifiers"] == []


def test_traits_that_go_with_a_charge_are_ticked_with_it(gate):
    before = form_to(declaring(gate), "/declare/", do="attack")
    assert "q-modifiers-take-charge-bonus" not in before["boxes"]
    assert "Charge Bonus needs “Charge”." in text_of(declaring(gate))
    said = {name: value for name, value in before["fields"].items() if name.startswith("q-")}
    charging = form_to(declaring(gate, **said, **{"q-modifiers-take-charge": "on"}), "/declare/", do="attack")
    bonus = {"q-modifiers-take-charge-bonus", "q-target_modifiers-take-charge-breaker"}
    assert bonus <= set(charging["fields"])
    said = {name: value for name, value in charging["fields"].items() if name.startswith("q-")}
    del said["q-modifiers-take-charge"]
    assert not bonus & set(form_to(declaring(gate, **said), "/declare/", do="attack")["fields"])


def test_undo_takes_back_the_last_attack_though_it_changed_nothing(gate):
    """Whoever has shot already and hits nothing changes nothing."""
    shoot = {"q-kind": "ranged"}
    for _ in range(2):
        attack(gate, "Cinder Slingers", "Grave Wardens", **shoot)
        while hasattr(gate.played(), "ask"):
            ask = gate.played().ask
            ones = [" ".join("1" * pool.count) for pool in getattr(ask, "pools", ())]
            gate.dice(*ones) if ones else gate.choose(str(ask.options[0]))
        assert gate.apply().status_code == 302
    before, number = gate.sheet, gate.last.number
    assert gate.last.changes == []
    assert gate.undo(number).status_code == 302
    assert gate.last.undoes.number == number
    assert gate.sheet == before
    gate.undo(number - 1)
    assert gate.sheet != before


def test_a_formation_leaves_the_other_side_only_the_outdone_one(gate):
    GloomArmy.objects.update(seals=1)
    page = declaring(gate, **{"q-modifiers-take-hold": "on"})
    boxes = form_to(page, "/declare/", do="attack")["boxes"]
    assert {"q-modifiers-take-hold", "q-target_modifiers-take-formation-outdone"} <= set(boxes)
    assert not {"q-modifiers-take-advance", "q-modifiers-take-harass", "q-target_modifiers-take-hold"} & set(boxes)
    assert "“Hold” of the other side applies." in text_of(page)


def test_modifiers_are_not_taken_again_by_themselves(gate):
    attack(gate, **{"q-modifiers-take-charge": "on"})
    gate.call_off()
    assert "q-modifiers-take-charge" not in form_to(declaring(gate), "/declare/", do="attack")["fields"]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"q-modifiers-1-red": "2"}, "Modifiers of Tusk Reavers: give what you typed a name."),
        ({"q-modifiers-1-name": "x" * 41}, "Modifiers of Tusk Reavers: a name has at most 40 letters."),
        ({"q-modifiers-take-exploit-broken": "on"}, "Bound Soldiers must not have Morale tokens."),
        ({"q-modifiers-take-advance": "on"}, "Ashen Horde has no Command Seals."),
        ({"q-modifiers-take-charge-bonus": "on"}, "Charge Bonus needs “Charge”."),
        (
            {f"q-modifiers-{row}-{part}": said for row in (1, 2) for part, said in (("name", "Fog"), ("red", "1"))},
            "“Fog” of Tusk Reavers is there twice. Give each modifier a name of its own.",
        ),
        *(
            ({"q-modifiers-1-name": "Odd", "q-modifiers-1-red": text}, "red dice are -9 to 9. You entered")
            for text in NONSENSE
        ),
        ({"q-modifiers-1-name": "a\x00b", "q-modifiers-1-red": "1"}, "a name has letters that can be read."),
    ],
)
def test_a_modifier_that_cannot_be_is_refused(gate, said, sentence):
    before = everything()
    answer = attack(gate, **said)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert everything() == before


def test_a_boost_that_would_make_too_many_dice_leaves_the_page_as_it_was(gate):
    GloomUnit.objects.filter(name="Bound Soldiers").update(guard_red=12)
    GloomUnit.objects.get(name="Bound Soldiers").lay(boost=1)
    before = everything()
    rows = {"q-target_modifiers-1-name": "Wall", "q-target_modifiers-2-name": "Rage"}
    answer = attack(gate, **rows, **{"q-target_modifiers-1-red": "9", "q-target_modifiers-2-red": "9"})
    assert answer.status_code == 422
    assert "Bound Soldiers would roll 31 red and 3 blue dice with its Boost. At most 30 can be" in text_of(answer)
    assert everything() == before
    assert gate.get().status_code == 200


def test_an_open_attack_that_the_rules_refuse_by_now_can_be_called_off(gate):
    attack(gate)
    rows = [{"name": name, "red": 9} for name in ("Wall", "Rage", "Fog", "Hill")]
    Declaration.objects.update(declared={**gate.open.declared, "target_modifiers": rows})
    assert "Call it off." in text_of(gate.get())
    assert gate.call_off().status_code == 302
    assert "Call it off." not in text_of(gate.get())


def test_a_refused_row_stays_as_it_was_typed(gate):
    said = {"q-modifiers-take-charge": "on", "q-modifiers-2-red": "3"}
    form = form_to(attack(gate, **said), "/declare/", do="attack")
    assert form["fields"]["q-modifiers-2-red"] == "3"
    assert form["fields"]["q-modifiers-take-charge"] == "on"


def test_direct_wounds_of_the_defender_cannot_be_typed(gate):
    fields = form_to(declaring(gate), "/declare/", do="attack")["fields"]
    assert "q-modifiers-1-wounds" in fields
    assert "q-target_modifiers-1-wounds" not in fields


def test_a_made_up_box_is_nothing(gate):
    assert attack(gate, **{"q-modifiers-take-godhood": "on", "q-modifiers-9-name": "Nine"}).status_code == 302
    assert gate.open.declared["modifiers"] == []


# An attack


def test_both_units_fall_and_undo_brings_them_back(gate):
    GloomUnit.objects.filter(name__in=["Tusk Reavers", "Bound Soldiers"]).update(current_health=1)
    before = gate.sheet
    attack(gate)
    gate.dice("5 1 1 1", "1 2")
    gate.dice("5 1", "1 2")
    assert gate.apply().status_code == 302
    assert [gate.piece(name).status for name in ("Tusk Reavers", "Bound Soldiers")] == [Status.DESTROYED] * 2
    page = text_of(gate.get())
    assert page.count("destroyed (1)") == 2
    assert "by Bound Soldiers" in page
    gate.undo()
    assert gate.sheet == before


def test_decimated_gains_weak_as_a_token_and_the_next_roll_takes_it(gate):
    GloomUnit.objects.filter(name="Bound Soldiers").update(current_health=2)
    attack(gate)
    gate.dice("5 1 1 1", "1 2")
    gate.dice("2 1", "1 2")
    gate.apply()
    weak = Token.objects.filter(piece__name="Bound Soldiers", kind="weak")
    assert weak.get().value == 1
    attack(gate, "Gore Riders", "Bound Soldiers")
    gate.dice("1 1 1 1 1", "1")
    gate.dice("1", "1")
    gate.apply()
    assert not weak.exists()


@pytest.mark.parametrize(
    "dice",
    [("6 5 4", "1 2"), ("6 5 4 3 2", "1 2"), ("6 5 4 7", "1 2"), ("6 5 4 0", "1 2"), ("6 5 4 x", "1 2"), ("6 5 4 3",),
     ("", ""), ("6 5 4 3", "1 2", "1"), ("9" * 5000, "1 2")],
)  # fmt: skip
def test_impossible_dice_are_refused(gate, dice):
    attack(gate)
    before = everything()
    assert gate.dice(*dice).status_code == 422
    assert everything() == before


def test_a_pool_without_dice_is_not_asked_for(gate):
    GloomUnit.objects.filter(name="Cinder Slingers").update(offence_blue=0)
    attack(gate, "Cinder Slingers")
    page = gate.get()
    assert '<label for="pool-1">' not in page.content.decode()
    form = dice_form_of(page)
    assert gate.client.post(form["action"], {**form["fields"], "pool-0": "1 2 3"}).status_code == 302


@pytest.mark.parametrize("option", ["red 6", "red", "blue 9", "", "-1", "keep it"])
def test_only_a_die_that_lies_there_can_be_rerolled(gate, option):
    GloomArmy.objects.filter(name="Ashen Horde").update(momentum=2)
    attack(gate)
    gate.dice("5 1 1 1", "1 2")
    gate.dice("2 1", "1 2")
    assert "which die is rerolled?" in text_of(gate.get())
    before = everything()
    assert gate.choose(option).status_code == 422
    assert everything() == before


def test_a_unit_that_cannot_attack_says_why(gate):
    attack(gate)
    gate.dice("1 1 1 1", "2 2")
    gate.dice("2 1", "1 2")
    gate.apply()
    key = gate.key("Tusk Reavers")
    answer = gate.declare("attack", key, gate.key("Bound Soldiers"), q_kind="melee")
    assert answer.status_code == 422
    assert "The activation of Tusk Reavers is over this round." in text_of(answer)


def test_only_the_loser_of_the_last_melee_is_offered_to_stand_its_ground(gate):
    soldiers, reavers = gate.key("Bound Soldiers"), gate.key("Tusk Reavers")
    assert "Bound Soldiers did not just lose a melee." in text_of(gate.get(attacker=soldiers))
    before = everything()
    assert gate.declare("stand", soldiers).status_code == 422
    assert everything() == before
    attack(gate)
    gate.dice("5 5 1 1", "1 2")
    gate.dice("2 1", "1 2")
    gate.apply()
    assert gate.sheet.loser == soldiers
    assert "Tusk Reavers did not just lose a melee." in text_of(gate.get(attacker=reavers))
    lost = gate.sheet
    assert gate.declare("stand", soldiers).status_code == 302
    assert (gate.piece("Bound Soldiers").morale_tokens, gate.sheet.loser) == (0, None)
    gate.undo()
    assert gate.sheet == lost


def test_two_formations_cannot_both_apply(gate):
    GloomArmy.objects.update(seals=1)
    before = everything()
    answer = attack(gate, **{"q-modifiers-take-advance": "on", "q-target_modifiers-take-hold": "on"})
    assert answer.status_code == 422
    assert "No Hold: “Advance” of the other side applies." in text_of(answer)
    assert everything() == before


def test_a_formation_that_is_typed_is_a_modifier_like_any_other(gate):
    assert attack(gate, **{"q-modifiers-1-name": "Advance", "q-target_modifiers-1-name": "Hold"}).status_code == 302


# Other things to declare


def test_a_unit_is_corrected_with_its_effects(gate):
    key = gate.key("Tusk Reavers")
    form = form_to(gate.get(attacker=key, do="correction"), "/declare/", do="correction")
    said = {"q-current_health": "2", "q-weak": "True", "q-effects-1-name": "Brittle Bones"}
    assert gate.client.post(form["action"], {**form["fields"], **said}).status_code == 302
    reavers = gate.piece("Tusk Reavers")
    assert (reavers.current_health, reavers.weak, reavers.effects) == (2, True, {"Brittle Bones"})
    assert "Brittle Bones" in text_of(gate.get())
    form = form_to(gate.get(attacker=key, do="correction"), "/declare/", do="correction")
    assert form["fields"].pop("q-effects-take-brittle-bones") == "on"
    gate.client.post(form["action"], form["fields"])
    assert gate.piece("Tusk Reavers").effects == frozenset()


def test_a_round_ends_with_soulshards_and_undo_takes_them_back(gate):
    before = gate.sheet
    form = form_to(gate.get(do="round", anyway="1"), "/declare/", do="round")
    horde = gate.key("Ashen Horde")
    assert gate.client.post(form["action"], {**form["fields"], f"q-{horde}": "3"}).status_code == 302
    assert gate.sheet.army(horde).score == 3
    assert "<strong>3</strong> <small>Soulshards" in text_of(gate.get())
    gate.undo()
    assert gate.sheet == before


@pytest.mark.parametrize("text", ["", "x", "21", "-21", "1.5", "9" * 40])
def test_soulshards_that_cannot_be_are_refused(gate, text):
    form = form_to(gate.get(do="round", anyway="1"), "/declare/", do="round")
    before = everything()
    answer = gate.client.post(form["action"], {**form["fields"], f"q-{gate.key('Ashen Horde')}": text})
    assert answer.status_code == 422
    assert everything() == before


def test_the_armies_are_corrected(gate):
    form = form_to(gate.get(do="armies"), "/declare/", do="armies")
    horde = gate.key("Ashen Horde")
    said = {f"q-{horde}.seals": "4", f"q-{horde}.soulshards": "-1"}
    assert gate.client.post(form["action"], {**form["fields"], **said}).status_code == 302
    assert (gate.sheet.army(horde).seals, gate.sheet.army(horde).score) == (4, -1)


@pytest.mark.parametrize("query", ["attacker=gloomunit-0", "do=round", "do=armies&q-x=1", "do=attack", "do=start"])
def test_a_strange_address_shows_the_page(gate, query):
    assert gate.client.get(f"{reverse('battle', args=[gate.battle.key])}?{query}").status_code == 200


# Set-up


UNIT = {
    "name": "Reavers", "offence_red": "4", "offence_blue": "2", "guard_red": "2", "guard_blue": "2",
    "morale": "3", "speed": "2", "health": "5", "cost": "90", "traits": "Commander[2]",
}  # fmt: skip


def add(device, side="Horde", **more):
    army = GloomArmy.objects.get(battle=device.battle, name=side)
    address = reverse("setup-add", args=[device.battle.key, "unit"])
    return device.client.post(address, {"army": army.pk, "seen": device.seen, **UNIT, **more})


def test_a_battle_is_set_up_by_hand_and_started(empty):
    assert "Horde has no units." in text_of(empty.get("setup"))
    assert add(empty).status_code == 302
    assert add(empty, "Host", name="Wardens", cost="50", traits="").status_code == 302
    reavers = empty.piece("Reavers")
    assert (reavers.current_health, reavers.morale_tokens, reavers.trait_names) == (5, 3, ("Commander",))
    form = form_to(empty.get(), "/declare/", do="start")
    assert empty.client.post(form["action"], form["fields"]).status_code == 302
    assert empty.last.headline == "The battle starts. Command Seals: Horde 2, Host 1."
    assert add(empty, name="Late").status_code == 302
    assert empty.last.headline.startswith("After the start: Late joins ")


def test_the_card_says_what_the_app_does_with_each_trait(empty):
    assert "The card says which act by themselves" in text_of(empty.get("setup"))
    add(empty, traits="commander (2), berserk, Overload, Tough[1], <b>")
    card = text_of(empty.get("setup"))
    for told in (
        "<small>By itself:</small> Commander[2]",
        "<small>By a tap:</small> Berserk",
        "<small>Needs its number:</small> Overload",
        "<small>Reminder:</small> Tough[1], <b>",
    ):
        assert told in card


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[(field, value) for field in UNIT if field not in ("name", "traits") for value in ("", "x", "-1")],
        ("offence_red", "13"), ("guard_blue", "13"), ("morale", "11"), ("health", "0"), ("health", "21"),
        ("speed", "11"), ("cost", "10000"), ("name", ""), ("name", "x" * 61), ("traits", "x" * 301), ("army", "0"),
    ],
)  # fmt: skip
def test_a_unit_that_cannot_be_is_refused(empty, field, value):
    before = everything()
    assert add(empty, **{field: value}).status_code == 422
    assert everything() == before


def agree(device, **more):
    given = {
        "seen": device.seen,
        "weak": "1",
        "charge": "2",
        "flanking": "1",
        "cover": "1",
        "opposites": "both",
        **more,
    }
    return device.client.post(reverse("setup-add", args=[device.battle.key, "agreement"]), given)


def test_the_players_agree_on_what_the_rules_do_not_say(empty):
    assert text_of(empty.get("setup")).count("the rules do not say") == 1
    assert agree(empty).status_code == 302
    settings = empty.sheet.settings
    assert (settings.charge, settings.cover, settings.opposites) == (2, 1, Opposites.BOTH)


@pytest.mark.parametrize("given", [{"weak": "6"}, {"cover": "-1"}, {"charge": "x"}, {"opposites": "maybe"}])
def test_an_agreement_that_cannot_be_is_refused(empty, given):
    before = everything()
    assert agree(empty, **given).status_code == 422
    assert everything() == before


# The admin


def test_the_admin_edits_a_unit_and_its_tokens_with_an_event(gate, admin_client):
    address = reverse("admin:companion_gloomunit_change", args=[GloomUnit.objects.get(name="Bone Archers").pk])
    page = admin_client.get(address)
    (form,) = (form for form in forms_of(page) if "current_health" in form["fields"])
    (morale,) = (n for n, value in form["fields"].items() if value == "morale_tokens" and "__prefix__" not in n)
    said = {"current_health": "1", morale.replace("-kind", "-value"): "1"}
    answer = admin_client.post(address, {**form["fields"], **said})
    assert answer.status_code == 302, answer.context["errors"]
    archers = gate.piece("Bone Archers")
    assert (archers.current_health, archers.morale_tokens) == (1, 1)
    assert Event.objects.filter(battle=gate.battle).last().kind == "edit"


def test_the_admin_knows_the_kinds_of_tokens(gate, admin_client):
    address = reverse("admin:companion_gloomunit_change", args=[GloomUnit.objects.get(name="Bone Archers").pk])
    (form,) = (form for form in forms_of(admin_client.get(address)) if "current_health" in form["fields"])
    (weak,) = (name for name, value in form["fields"].items() if value == "weak")
    before = everything()
    assert admin_client.post(address, {**form["fields"], weak: "wet"}).status_code == 200
    assert everything() == before
    assert admin_client.post(address, {**form["fields"], weak: "slow"}).status_code == 302
    archers = gate.piece("Bone Archers")
    assert (archers.weak, archers.slow) == (False, True)


def test_the_admin_shows_a_battle_with_its_armies_and_units(gate, admin_client):
    address = reverse("admin:companion_gloombattle_change", args=[GloomBattle.objects.get().pk])
    page = text_of(admin_client.get(address))
    assert "Ashen Horde" in page
    assert "Tusk Reavers" in page
    assert admin_client.get(reverse("admin:companion_gloombattle_changelist")).status_code == 200
    assert admin_client.get(reverse("admin:companion_gloomunit_changelist"), {"q": "Tusk"}).status_code == 200


def test_the_help_page_tells_the_examples_and_the_rulings(client):
    page = text_of(client.get(reverse("help", args=["gods_gloom"])))
    assert "Both units destroyed at once" in page
    assert "What the text does not give" in page
