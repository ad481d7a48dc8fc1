"""Staff see who is in a campaign, take links back, forget devices and free seats; no page of theirs shows a secret."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.devices import KNOWN_BY
from companion.models import Battle, Invitation, Member, MemberDevice, Side
from companion.models.member import WAITS
from tests.companion.group import come, invited, link_to, member, organise, own_link
from tests.companion.playing import everything, text_of
from tests.companion.test_admin import fields_of


@pytest.fixture
def staff(db):
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("referee"))
    return client


@pytest.fixture
def olga(demo):
    return organise(demo.campaign, name="Olga")


def act(client, model, action, *rows, **more):
    data = {"action": action, "_selected_action": [row.pk for row in rows], **more}
    return client.post(reverse(f"admin:companion_{model}_changelist"), data, follow=True)


def test_the_members_stand_on_the_page_of_their_campaign(staff, demo, olga):
    invited(demo.campaign, "Ben")
    page = staff.get(reverse("admin:companion_campaign_change", args=[demo.campaign.pk]))
    assert "Olga" in text_of(page)
    data = fields_of(page)
    ben = next(name for name, value in data.items() if name.startswith("members-") and value == "Ben")
    data[ben.replace("name", "role")] = "spectator"
    answer = staff.post(page.request["PATH_INFO"], data)
    assert answer.status_code == 302
    assert member("Ben").role == "spectator"


def test_staff_let_an_organiser_in_again_by_a_link_shown_once(staff, demo, olga):
    answer = act(staff, "campaign", "organisers_link", demo.campaign)
    assert (answer.status_code, answer.redirect_chain) == (200, [])
    assert "no-store" in answer["Cache-Control"]
    link = re.search(r"http://testserver(/j/[^ <]+)", text_of(answer))[1]
    assert "messages" not in staff.cookies, "it is kept nowhere until the next page"
    assert not any("/j/" in str(session.get_decoded()) for session in Session.objects.all())
    assert link not in text_of(staff.get(reverse("admin:companion_campaign_changelist")))
    assert "Olga" in text_of(come(link).get(reverse("people", args=[demo.campaign.key])))
    assert MemberDevice.objects.filter(member=member("Olga"), ended=None).count() == 2
    assert Client().post(link).status_code == 403


def test_a_campaign_that_nobody_organises_needs_no_such_link(staff, demo):
    page = text_of(act(staff, "campaign", "organisers_link", demo.campaign))
    assert "nobody organises it" in page
    assert not Invitation.objects.exists()


def test_a_campaign_keeps_an_organiser(staff, demo, olga):
    invited(demo.campaign, "Ben")
    page = staff.get(reverse("admin:companion_campaign_change", args=[demo.campaign.pk]))
    data = fields_of(page)
    own = next(name for name, value in data.items() if name.startswith("members-") and value == "Olga")
    data[own.replace("name", "role")] = "player"
    before = everything()
    answer = staff.post(page.request["PATH_INFO"], data)
    assert answer.status_code == 200
    assert "Somebody has to organise the campaign" in text_of(answer)
    assert everything() == before


def saved_with(staff, campaign, whose, what, value):
    """The answer to the page of a campaign on which something of one member is changed."""
    page = staff.get(reverse("admin:companion_campaign_change", args=[campaign.pk]))
    data = fields_of(page)
    name = next(name for name, held in data.items() if name.startswith("members-") and held == whose)
    return staff.post(page.request["PATH_INFO"], {**data, name.replace("name", what): value})


def test_staff_give_nobody_the_name_of_another_in_capitals(staff, demo, olga):
    invited(demo.campaign, "Ben")
    before = everything()
    answer = saved_with(staff, demo.campaign, "Ben", "name", "OLGA")
    assert answer.status_code == 200
    assert "cannot have the same name" in text_of(answer)
    assert everything() == before
    assert saved_with(staff, demo.campaign, "Ben", "name", "BEN").status_code == 302


@pytest.mark.parametrize("name", ["0lga", "\u041elga", "Hans", "admin", "Ben\u202e", "\u200b"])
def test_staff_give_nobody_a_name_that_reads_as_anothers_or_was_theirs(staff, demo, olga, name):
    invited(demo.campaign, "Ben")
    Member.objects.filter(name="Olga").update(former=["Hans"])
    before = everything()
    answer = saved_with(staff, demo.campaign, "Ben", "name", name)
    assert answer.status_code == 200
    assert everything() == before
    Member.objects.filter(name="Ben").update(name="0lga")
    assert saved_with(staff, demo.campaign, "0lga", "role", "spectator").status_code == 302


def test_staff_give_nobody_the_name_that_another_has_until_then(staff, demo, olga):
    invited(demo.campaign, "Ben")
    page = staff.get(reverse("admin:companion_campaign_change", args=[demo.campaign.pk]))
    other = {"Olga": "Ben", "Ben": "Olga"}
    before = everything()
    fields = fields_of(page)
    swapped = {name: other.get(held, held) for name, held in fields.items() if name.startswith("members-")}
    answer = staff.post(page.request["PATH_INFO"], {**fields, **swapped})
    assert "cannot have the same name" in text_of(answer)
    assert everything() == before


def test_two_members_change_accounts_one_after_the_other(staff, demo, olga, django_user_model, settings):
    settings.ACCOUNTS = "open"
    invited(demo.campaign, "Ben")
    first, second = (django_user_model.objects.create_user(name) for name in ("first", "second"))
    for name, account in (("Olga", first), ("Ben", second)):
        Member.objects.filter(name=name).update(account=account)
    page = staff.get(reverse("admin:companion_campaign_change", args=[demo.campaign.pk]))
    fields = fields_of(page)
    accounts = [name for name in fields if name.startswith("members-") and name.endswith("-account") and fields[name]]
    swapped = {name: str(first.pk if fields[name] == str(second.pk) else second.pk) for name in accounts}
    assert len(swapped) == 2
    before = everything()
    answer = staff.post(page.request["PATH_INFO"], {**fields, **swapped})
    assert "Two members would have the same account in between" in text_of(answer)
    assert everything() == before


def test_what_was_deleted_stands_among_no_battles_and_no_seats(staff, demo, olga):
    lists = (
        reverse("admin:companion_campaign_change", args=[demo.campaign.pk]),
        reverse("admin:companion_side_changelist"),
    )
    for there in (True, False):
        Battle.objects.filter(pk=demo.pk).update(deleted=None if there else timezone.now())
        assert [demo.name in text_of(staff.get(page)) for page in lists] == [there, there]


def test_whom_to_forget_is_asked_first(staff, demo, olga):
    invited(demo.campaign, "Ben")
    before = everything()
    page = text_of(act(staff, "member", "forget", member("Ben")))
    assert "This cannot be taken back." in page
    assert f"<li>Ben ({demo.campaign})</li>" in page
    assert everything() == before
    assert "1 member forgotten." in text_of(act(staff, "member", "forget", member("Ben"), confirmed="1"))


def test_a_device_that_waited_for_more_than_a_day_waits_no_more(staff, demo, olga):
    Client().post(reverse("people-ask", args=[demo.campaign.key, member("Olga").pk]))
    page = reverse("admin:companion_memberdevice_changelist")
    assert "waits to be let in" in text_of(staff.get(page))
    MemberDevice.objects.exclude(asks="").update(since=timezone.now() - WAITS)
    assert "has waited in vain" in text_of(staff.get(page))
    assert "waits to be let in" not in text_of(staff.get(page))


def test_whoever_was_forgotten_is_given_nothing_and_no_name_of_theirs(staff, demo, olga):
    """As an organiser they would let the last of these go: nobody is meant by them who could lead."""
    invited(demo.campaign, "Ben")
    assert "1 member forgotten." in text_of(act(staff, "member", "forget", member("Ben"), confirmed="1"))
    page = staff.get(reverse("admin:companion_campaign_change", args=[demo.campaign.pk]))
    assert "Somebody" not in fields_of(page).values()
    before = everything()
    assert "cannot have the same name" in text_of(saved_with(staff, demo.campaign, "Olga", "name", "somebody"))
    assert everything() == before
    assert saved_with(staff, demo.campaign, "Olga", "name", "Olga B").status_code == 302


def test_links_are_taken_back_alone(staff, demo, olga):
    first, second = link_to(olga, demo.campaign), link_to(olga, demo.campaign)
    row = Invitation.objects.get(pk=first.split("/")[2])
    assert "1 link cancelled." in text_of(act(staff, "invitation", "take_back", row))
    assert Client().get(first).status_code == 403
    assert Client().get(second).status_code == 200


def test_a_page_with_a_link_that_is_gone_since_is_refused_with_a_sentence(staff, demo, olga):
    invited(demo.campaign, "Ben")
    ben = member("Ben")
    own_link(olga, ben)
    address = reverse("admin:companion_campaign_change", args=[demo.campaign.pk])
    data = fields_of(staff.get(address))
    assert olga.post(reverse("people-forgotten", args=[demo.campaign.key, ben.pk])).status_code == 302
    before = everything()
    answer = staff.post(address, {**data, "name": ""})
    assert "This field is required" in text_of(answer)
    assert everything() == before


def test_devices_are_forgotten_alone(staff, demo, olga):
    ben = invited(demo.campaign, "Ben")
    assert "1 device forgotten." in text_of(act(staff, "memberdevice", "forget", MemberDevice.objects.last()))
    people = reverse("people", args=[demo.campaign.key])
    assert "this device" not in text_of(ben.get(people))
    assert "this device" in text_of(olga.get(people))


def test_a_seat_that_is_freed_is_an_entry_of_the_log_and_taken_again(staff, demo, olga, device):
    invited(demo.campaign, "Ben", client=device.client)
    side = Side.objects.filter(battle=demo).first()
    device.post("seat", side.pk, member=member("Ben").pk)
    assert "1 seat free." in text_of(act(staff, "side", "free", side))
    assert (device.last.headline, device.last.by) == (f"Nobody has the seat of {side} any more.", "staff")
    assert device.post("seat", side.pk, member=member("Ben").pk).status_code == 302
    assert "0 seats free." in text_of(act(staff, "side", "free", Side.objects.last()))


def test_no_page_of_the_admin_shows_a_secret_or_its_hash(staff, demo, olga):
    link_to(olga, demo.campaign)
    ident, secret = olga.cookies[KNOWN_BY].value.split(".")
    hidden = [ident, secret, *(row.proof for model in (Invitation, MemberDevice) for row in model.objects.all())]
    for model in (Invitation, MemberDevice, Side):
        name = model._meta.model_name
        for page in (
            staff.get(reverse(f"admin:companion_{name}_changelist")),
            staff.get(reverse(f"admin:companion_{name}_change", args=[model.objects.first().pk])),
        ):
            assert page.status_code == 200
            assert not [text for text in hidden if text in text_of(page)]


def test_whoever_may_only_look_ends_nothing(demo, olga):
    link_to(olga, demo.campaign)
    helper = get_user_model().objects.create_user("helper", is_staff=True)
    names = [f"view_{name}" for name in ("invitation", "memberdevice", "side")]
    helper.user_permissions.add(*Permission.objects.filter(codename__in=names))
    client = Client()
    client.force_login(helper)
    before = everything()
    for model, action in (("invitation", "take_back"), ("memberdevice", "forget"), ("side", "free")):
        rows = {"invitation": Invitation, "memberdevice": MemberDevice, "side": Side}[model].objects.all()
        assert act(client, model, action, *rows).status_code == 200
    assert everything() == before
    assert Member.objects.get().name == "Olga"
