"""What a pair typed in last time is on offer again, and what the list tells is ticked by itself."""

import pytest

from companion.models import Declaration, Ship
from tests.companion.convoy import SOONTIR, WEDGE
from tests.companion.convoy import attack as shoot
from tests.companion.playing import form_to
from tests.companion.test_typed_names_pages import demo_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

TYPED = {"q-attacker_abilities-1-name": "Chaff", "q-attacker_abilities-1-reroll_defence": "2"}
AGAIN = "q-attacker_abilities-take-chaff"


@pytest.fixture
def convoy():
    """The demo battle in which no pilot's card acts."""
    device = demo_of("x_wing")
    Ship.objects.update(pilot="")
    return device


def panel(device, do="attack"):
    return device.get(attacker=device.key(WEDGE), target=device.key(SOONTIR), do=do)


def declared(device, do="attack", **said):
    form = form_to(panel(device, do), "/declare/", do=do)
    assert device.client.post(form["action"], {**form["fields"], **said}).status_code == 302


def added(device, **said):
    form = form_to(device.get(), "/add/")
    assert device.client.post(form["action"], {**form["fields"], **said}).status_code == 302


def rows(declaration):
    return declaration.answers["attacker_abilities"]


def test_what_was_typed_is_offered_again_and_not_taken_by_itself(convoy):
    assert AGAIN not in panel(convoy).content.decode()
    shoot(convoy, **TYPED)
    convoy.call_off()
    page = panel(convoy).content.decode()
    assert AGAIN in page
    assert "defence dice to reroll 2" in page
    assert AGAIN not in form_to(panel(convoy), "/declare/", do="attack")["fields"]


def test_what_is_taken_again_counts_like_what_was_typed_and_stays_on_offer(convoy):
    shoot(convoy, **TYPED)
    convoy.call_off()
    for _ in range(2):
        shoot(convoy, **{AGAIN: "on"})
        last = Declaration.objects.latest("pk")
        assert rows(last) == [{"name": "Chaff", "typed": True, "reroll_defence": 2}]
        convoy.call_off()


def test_a_card_of_the_list_is_ticked_and_counts_until_it_is_unticked(convoy):
    Ship.objects.filter(name=WEDGE).update(pilot="wedgeantilles")
    name = "q-attacker_abilities-take-wedge-antilles"
    assert form_to(panel(convoy), "/declare/", do="attack")["fields"][name] == "on"
    shoot(convoy)
    assert rows(Declaration.objects.latest("pk")) == [{"name": WEDGE}]
    convoy.call_off()
    form = form_to(panel(convoy), "/declare/", do="attack")
    del form["fields"][name]
    convoy.client.post(form["action"], form["fields"])
    assert rows(Declaration.objects.latest("pk")) == []


def test_what_was_typed_in_while_the_dice_lay_there_is_offered_again(convoy):
    declared(convoy, **TYPED)
    convoy.dice("hit hit hit")
    added(convoy, **{"q-attacker_abilities-1-name": "Tape", "q-attacker_abilities-1-change_attack": "1"})
    added(convoy, **{"q-defender_abilities-1-name": "Smoke", "q-defender_abilities-1-add_defence": "1"})
    convoy.call_off()
    page = panel(convoy).content.decode()
    assert AGAIN in page
    assert "q-attacker_abilities-take-tape" in page
    assert "q-defender_abilities-take-smoke" in page
    declared(convoy, **{"q-attacker_abilities-take-tape": "on"})
    assert rows(Declaration.objects.latest("pk")) == [{"name": "Tape", "typed": True, "change_attack": 1}]


@pytest.mark.parametrize(("before", "after"), [("bonus", "attack"), ("attack", "bonus")])
def test_what_was_typed_in_for_one_kind_of_attack_is_offered_in_the_other(convoy, before, after):
    declared(convoy, before, **TYPED)
    convoy.call_off()
    assert AGAIN in panel(convoy, after).content.decode()
    declared(convoy, after, **{AGAIN: "on"})
    assert rows(Declaration.objects.latest("pk")) == [{"name": "Chaff", "typed": True, "reroll_defence": 2}]


def test_what_a_pair_chose_for_a_bonus_attack_is_not_chosen_for_an_attack(convoy):
    declared(convoy, "bonus", **{"q-range": "1"})
    convoy.call_off()
    assert form_to(panel(convoy), "/declare/", do="attack")["fields"]["q-range"] == "2"


def test_what_was_typed_and_fits_no_rule_any_more_is_refused_with_a_sentence_on_the_panel_too(convoy):
    wedge = Ship.objects.get(name=WEDGE)
    wedge.upgrades.create(name="Gar Saxon", xws="garsaxon-gunner")
    shoot(convoy, **TYPED)
    convoy.call_off()
    last = Declaration.objects.latest("pk")
    last.answers["attacker_abilities"][0]["reroll_defence"] = 99
    last.save()
    assert AGAIN in panel(convoy).content.decode()
    page = convoy.get(attacker=convoy.key(WEDGE), target=convoy.key(SOONTIR), do="attack", **{AGAIN: "on"})
    assert page.status_code == 200
    assert "Chaff: defence dice to reroll are 0 to" in page.content.decode()
    form = form_to(panel(convoy), "/declare/", do="attack")
    refused = convoy.client.post(form["action"], {**form["fields"], AGAIN: "on"})
    assert refused.status_code == 422
    assert "Chaff: defence dice to reroll are 0 to" in refused.content.decode()
