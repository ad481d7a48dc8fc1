"""Abilities typed in while an attack is under way: on every panel, too late, twice, by strangers, and taken back."""

import io
import json
import re

import pytest
from django.core.management import call_command

from companion.live.versions import versions
from companion.models import Battle, Declaration, Reply, Ship
from companion.services.adding import LATE, add
from companion.services.refusals import Refusal
from rules.x_wing.abilities import MOST_ROWS
from tests.companion.convoy import SOONTIR, WEDGE, attack
from tests.companion.demo import demo_of, plain_convoy
from tests.companion.playing import UNDER_THE_LOCK, Device, everything, form_to, forms_of, latest, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

PREDATOR = {"q-attacker_abilities-1-name": "Predator", "q-attacker_abilities-1-reroll_attack": "1"}
ELUSIVE = {"q-defender_abilities-1-name": "Elusive", "q-defender_abilities-1-reroll_defence": "1"}
JUKE = {"q-attacker_abilities-1-name": "Juke", "q-attacker_abilities-1-change_defence": "1"}


@pytest.fixture
def convoy():
    """Anna's tablet at the demo battle, in which neither Wedge nor Soontir Fel has anything to spend."""
    battle = plain_convoy()
    Ship.objects.filter(name=SOONTIR).update(evade=0, focus=0)
    Ship.objects.filter(name=WEDGE).update(focus=0, lock=None)
    return Device(battle, name="Anna")


@pytest.fixture
def ben(convoy):
    """Ben's tablet at the same battle."""
    return Device(Battle.objects.get(pk=convoy.battle.pk), name="Ben")


def type_in(device, row, **more):
    """Type an ability in, by the page's own form."""
    form = form_to(device.get(), "/add/")
    return device.client.post(form["action"], {**form["fields"], **row, **more})


def offers_to_add(device):
    return any(form["action"].endswith("/add/") for form in forms_of(device.get()))


def columns_of(device, side="attacker_abilities"):
    """The numbers that a row of a side can have on the page."""
    fields = form_to(device.get(), "/add/")["fields"]
    return [
        name.rpartition("-")[2] for name in fields if name.startswith(f"q-{side}-1-") and not name.endswith("-name")
    ]


def refused(answer, sentence, before, status=422):
    assert answer.status_code == status
    assert sentence in text_of(answer)
    assert everything() == before


def test_nothing_is_offered_before_the_attack_dice_lie_there(convoy):
    attack(convoy)
    assert not offers_to_add(convoy)
    convoy.dice("hit focus blank")
    assert offers_to_add(convoy)
    assert columns_of(convoy)[0] == "reroll_attack"
    assert "attack_dice" not in columns_of(convoy)


def test_a_reroll_typed_in_at_the_defence_dice_is_offered_used_and_told(convoy):
    attack(convoy)
    convoy.dice("hit focus blank")
    assert convoy.played().ask.label == "3a defence dice"
    assert type_in(convoy, PREDATOR).status_code == 302
    assert convoy.played().ask.options == ("Predator: reroll 1 die", "done")
    page = text_of(convoy.get())
    assert "added: Predator" in page
    assert "destroys" in page
    convoy.choose("Predator: reroll 1 die")
    convoy.choose("1 blank")
    convoy.dice("hit")
    convoy.dice("blank blank blank")
    page = text_of(convoy.get())
    assert f"{WEDGE} hits {SOONTIR}: 2 damage cards." in page
    convoy.apply()
    trace = convoy.last.declaration.trace
    assert {"label": "2b modify", "value": "Predator: reroll 1 die", "source": "chosen"} in trace
    log = text_of(convoy.get("event", convoy.last.number))
    assert "Predator: reroll 1 die" in log
    before = convoy.sheet
    convoy.undo()
    assert convoy.sheet != before
    assert convoy.piece(SOONTIR).unseen == 0


def test_an_ability_is_typed_in_while_dice_are_modified(convoy):
    Ship.objects.filter(name=WEDGE).update(focus=1)
    attack(convoy)
    convoy.dice("hit focus blank")
    assert convoy.played().ask.options == ("focus", "done")
    type_in(convoy, PREDATOR)
    assert convoy.played().ask.options == ("Predator: reroll 1 die", "focus", "done")
    convoy.choose("focus")
    assert convoy.played().ask.options == ("Predator: reroll 1 die", "done")


def test_an_ability_of_the_defender_is_typed_in_at_the_result(convoy):
    attack(convoy)
    convoy.dice("hit hit blank")
    convoy.dice("blank blank focus")
    assert "Nothing is stored yet." in text_of(convoy.get())
    assert columns_of(convoy) == ["reroll_defence", "change_defence", "add_defence"]
    assert "Too late for the attack dice, unless you take back what was answered since." in text_of(convoy.get())
    assert type_in(convoy, ELUSIVE).status_code == 302
    ask = convoy.played().ask
    assert (ask.label, ask.options) == ("3b modify", ("Elusive: reroll 1 die", "done"))
    convoy.choose("Elusive: reroll 1 die")
    convoy.choose("1 blank")
    convoy.dice("evade")
    convoy.apply()
    assert convoy.piece(SOONTIR).unseen == 1


def test_both_players_type_in_at_once_and_the_other_player_comes_first(convoy):
    attack(convoy)
    convoy.dice("hit hit blank")
    assert type_in(convoy, {**JUKE, **ELUSIVE}).status_code == 302
    assert Reply.objects.get(source="added").label == "Juke, Elusive"
    convoy.dice("evade blank focus")
    assert convoy.played().ask.options[0] == "Juke: change 1 die to another face"
    convoy.choose("done")
    assert convoy.played().ask.options[0] == "Elusive: reroll 1 die"


def test_a_damage_card_that_is_asked_for_waits_for_an_ability(convoy):
    attack(convoy)
    convoy.dice("crit blank blank")
    convoy.dice("blank blank blank")
    assert convoy.played().ask.label == "5 damage card"
    type_in(convoy, ELUSIVE)
    assert convoy.played().ask.label == "3b modify"


def test_a_bonus_attack_takes_an_ability_too(convoy):
    form = form_to(
        convoy.get(attacker=convoy.key(WEDGE), target=convoy.key(SOONTIR), do="bonus"), "/declare/", do="bonus"
    )
    convoy.client.post(form["action"], form["fields"])
    convoy.dice("hit focus blank")
    assert type_in(convoy, PREDATOR).status_code == 302
    convoy.choose("done")
    convoy.dice("evade evade evade")
    convoy.apply()
    assert Ship.objects.get(name=WEDGE).bonus_attacked


def test_taking_back_takes_the_ability_away_before_what_was_answered_first(convoy):
    attack(convoy)
    convoy.dice("hit focus blank")
    before = everything()
    type_in(convoy, PREDATOR)
    convoy.choose("done")
    convoy.take_back()
    assert "Predator: reroll 1 die" in convoy.played().ask.options
    assert convoy.take_back().status_code == 302
    assert everything() == before
    assert convoy.played().ask.label == "3a defence dice"


def test_dice_that_the_server_rolled_stay_when_an_ability_is_taken_back(convoy):
    attack(convoy)
    convoy.roll()
    rolled = Reply.objects.get().value
    type_in(convoy, PREDATOR)
    assert "Take back" in text_of(convoy.get())
    convoy.take_back()
    assert Reply.objects.get().value == rolled
    assert convoy.take_back().status_code == 422


def test_an_attack_with_an_added_ability_is_called_off_and_declared_again_without_it(convoy):
    attack(convoy)
    convoy.dice("hit focus blank")
    type_in(convoy, PREDATOR)
    convoy.call_off()
    attack(convoy)
    convoy.dice("hit focus blank")
    assert convoy.played().ask.label == "3a defence dice"


def test_the_record_of_an_attack_holds_what_was_added(convoy, tmp_path):
    attack(convoy)
    convoy.dice("hit focus blank")
    type_in(convoy, PREDATOR)
    convoy.choose("Predator: reroll 1 die")
    convoy.choose("1 focus")
    convoy.dice("hit")
    convoy.dice("blank blank blank")
    convoy.apply()
    record = convoy.get("record", convoy.last.declaration.pk).json()
    assert record["declaration"]["attacker_abilities"][0]["name"] == "Predator"
    file = tmp_path / "attack.json"
    file.write_text(json.dumps(record))
    out = io.StringIO()
    call_command("resolve", str(file), stdout=out)
    said = json.loads(out.getvalue())
    assert said["changes"] == convoy.last.changes
    assert said["trace"] == convoy.last.declaration.trace


# Too late, and what cannot be


def force_in(device, **rows):
    """Add rows past the page, which does not offer them any more."""
    declaration = device.open
    add(
        key=device.battle.key,
        declaration=declaration.pk,
        answer=latest(declaration),
        rows=lambda record: rows,
        who="Anna",
    )


def test_what_was_answered_since_is_taken_back_first(convoy):
    attack(convoy)
    convoy.dice("hit hit blank")
    convoy.dice("blank blank blank")
    before = everything()
    with pytest.raises(Refusal) as refusal:
        force_in(convoy, attacker_abilities=[{"name": "Predator", "reroll_attack": 1}])
    assert str(refusal.value) == LATE
    refused(type_in(convoy, PREDATOR), "Say what “Predator” does.", before)


def test_what_one_player_answered_is_not_taken_for_the_answer_of_the_other(convoy):
    Ship.objects.filter(name=WEDGE).update(focus=1)
    attack(convoy)
    convoy.dice("hit hit focus")
    convoy.choose("done")
    before = everything()
    with pytest.raises(Refusal) as refusal:
        force_in(convoy, defender_abilities=[{"name": "Chaff", "reroll_attack": 1}])
    assert str(refusal.value) == LATE
    assert everything() == before


def test_when_all_modifying_is_over_the_panel_says_so(convoy):
    attack(convoy)
    convoy.dice("crit blank blank")
    convoy.dice("blank blank blank")
    convoy.dice("Fuel Leak")
    page = text_of(convoy.get())
    assert page.count("Too late for the attack dice and the defence dice, unless you take back what was") == 2
    assert "Add it" not in page
    before = everything()
    refused(type_in(convoy, ELUSIVE), "Nothing was added. Type its name and what it does.", before)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({}, "Nothing was added. Type its name and what it does."),
        ({"q-attacker_abilities-1-name": "Predator"}, "Say what “Predator” does."),
        ({"q-attacker_abilities-1-reroll_attack": "1"}, f"Abilities of {WEDGE}: give what you typed a name."),
        ({**PREDATOR, "q-attacker_abilities-1-reroll_attack": "7"}, "attack dice to reroll are 0 to 6. You entered 7."),
        ({**PREDATOR, "q-attacker_abilities-1-reroll_attack": "-1"}, "are 0 to 6. You entered -1."),
        ({**PREDATOR, "q-attacker_abilities-1-reroll_attack": "9" * 5000}, "are 0 to 6. You entered 99999"),
        ({**PREDATOR, "q-attacker_abilities-1-reroll_attack": "²"}, "are 0 to 6. You entered ²."),
        ({**PREDATOR, "q-attacker_abilities-1-name": "x" * 41}, "a name has at most 40 letters."),
        ({**PREDATOR, "q-attacker_abilities-1-name": "Pre\x00dator"}, "a name has letters that can be read."),
        (
            {"q-attacker_abilities-1-name": "Salvo", "q-attacker_abilities-1-attack_dice": "6"},
            "Say what “Salvo” does.",
        ),
        ({"q-weapon": "weapon-1", "q-range": "3", "q-target": "ship-1"}, "Nothing was added."),
        ({"q-attacker_abilities-2-name": "Second", "q-attacker_abilities-2-add_attack": "6"}, "Nothing was added."),
        ({"q-attacker_abilities-take-x": "on"}, "Nothing was added."),
    ],
)
def test_what_cannot_be_added_is_refused_in_words_and_changes_nothing(convoy, row, sentence):
    attack(convoy)
    convoy.dice("hit focus blank")
    before = everything()
    refused(type_in(convoy, row), sentence, before)


def test_what_was_typed_stays_on_the_page_that_refuses_it(convoy):
    attack(convoy)
    convoy.dice("hit focus blank")
    answer = type_in(convoy, {**ELUSIVE, "q-attacker_abilities-1-name": "Predator"})
    assert '<details class="adding" open>' in text_of(answer)
    fields = form_to(answer, "/add/")["fields"]
    assert (fields["q-attacker_abilities-1-name"], fields["q-defender_abilities-1-reroll_defence"]) == ("Predator", "1")
    assert '<details class="adding">' in text_of(convoy.get())


def test_a_side_has_six_abilities_at_most(convoy):
    attack(convoy)
    convoy.dice("hit focus blank")
    for number in range(MOST_ROWS):
        row = {"q-attacker_abilities-1-name": f"ability {number}", "q-attacker_abilities-1-add_attack": "1"}
        assert type_in(convoy, row).status_code == 302
    assert "At most 6 abilities can be typed in for each side." in text_of(convoy.get())
    before = everything()
    refused(type_in(convoy, PREDATOR), "Nothing was added.", before)
    with pytest.raises(Refusal, match="At most 6 abilities"):
        force_in(convoy, attacker_abilities=[{"name": "one more", "add_attack": 1}])
    assert everything() == before


def test_a_page_that_does_not_know_the_last_answer_adds_nothing(convoy, ben):
    attack(convoy)
    convoy.dice("hit focus blank")
    form = form_to(ben.get(), "/add/")
    convoy.dice("blank blank blank")
    before = everything()
    answer = ben.client.post(form["action"], {**form["fields"], **PREDATOR})
    refused(answer, "Anna has answered “defence dice” already.", before, 409)
    gone = ben.client.post(form["action"], {**form["fields"], **PREDATOR, "answer": "999999"})
    refused(gone, "The answers have changed since this page was shown.", before, 409)


def test_a_page_that_does_not_know_an_added_ability_answers_nothing(convoy, ben):
    Ship.objects.filter(name=WEDGE).update(focus=1)
    attack(convoy)
    convoy.dice("hit focus blank")
    form, adding = form_to(ben.get(), "/choice/"), form_to(ben.get(), "/add/")
    type_in(convoy, PREDATOR)
    before = everything()
    answer = ben.client.post(form["action"], {**form["fields"], "option": "done"})
    refused(answer, "Anna has added “Predator” already. Your answer was not stored.", before, 409)
    other = ben.client.post(adding["action"], {**adding["fields"], **JUKE})
    refused(other, "Anna has added “Predator” already.", before, 409)


def test_a_second_tap_adds_nothing(convoy, ben):
    attack(convoy)
    convoy.dice("hit focus blank")
    form = form_to(convoy.get(), "/add/")
    for device in (convoy, convoy, ben):
        assert device.client.post(form["action"], {**form["fields"], **PREDATOR}).status_code == 302
    assert Reply.objects.filter(source="added").count() == 1
    convoy.choose("Predator: reroll 1 die")
    assert convoy.client.post(form["action"], {**form["fields"], **PREDATOR}).status_code == 302
    assert Reply.objects.filter(source="added").count() == 1


@pytest.mark.parametrize("end", ["apply", "call_off"])
def test_nothing_is_added_to_what_is_over(convoy, end):
    attack(convoy)
    convoy.dice("hit focus blank")
    convoy.dice("blank blank blank")
    form = form_to(convoy.get(), "/add/")
    getattr(convoy, end)()
    before = everything()
    answer = convoy.client.post(form["action"], {**form["fields"], **ELUSIVE})
    refused(answer, "already. Your tap was not stored.", before, 409)


def test_nothing_is_added_to_what_takes_no_abilities(convoy):
    convoy.declare("damage", convoy.key(WEDGE), q_hits="0", q_crits="3")
    declaration = convoy.open
    assert not offers_to_add(convoy)
    before = everything()
    answer = convoy.post("add", declaration.pk, answer=0, **PREDATOR)
    refused(answer, "Nothing was added.", before)


def test_a_declaration_of_another_battle_is_not_found(convoy):
    attack(convoy)
    convoy.dice("hit focus blank")
    elsewhere = Device(demo_of("troops_and_supplies"), name="Ben")
    before = everything()
    answer = elsewhere.post("add", convoy.open.pk, answer=latest(convoy.open), **PREDATOR)
    refused(answer, "There is no such attack in this battle.", before)
    assert elsewhere.post("add", 99999999, answer=0, **PREDATOR).status_code == 422
    assert everything() == before


def test_adding_needs_a_post(convoy):
    attack(convoy)
    assert convoy.get("add", convoy.open.pk).status_code == 405


# Two devices, and what it costs


def test_an_added_ability_makes_another_version(convoy):
    def shown():
        return re.search(r'data-version="([^"]+)"', text_of(convoy.get()))[1]

    attack(convoy)
    convoy.dice("hit focus blank")
    before = shown()
    type_in(convoy, PREDATOR)
    assert shown() == versions([convoy.battle.key])[convoy.battle.key] != before


def test_adding_takes_no_more_queries_than_an_answer(convoy, django_assert_num_queries):
    attack(convoy)
    convoy.dice("hit focus blank")
    form = form_to(convoy.get(), "/add/")
    with django_assert_num_queries(7 + UNDER_THE_LOCK):
        assert convoy.client.post(form["action"], {**form["fields"], **PREDATOR}).status_code == 302
    with django_assert_num_queries(11):
        convoy.get()


def test_the_admin_lists_who_added_what(convoy, admin_client):
    attack(convoy)
    convoy.dice("hit focus blank")
    type_in(convoy, PREDATOR)
    page = text_of(admin_client.get(f"/admin/companion/declaration/{Declaration.objects.get().pk}/change/"))
    assert "Predator" in page
    assert "added" in page
