"""What a link says that it allows is what it does, for whoever opens it, and what is taken by nobody is nobody's."""

import pytest
import segno
from django.contrib.auth import get_user_model
from django.test import Client, RequestFactory

from companion import qr
from companion.models import Campaign, Member
from tests.companion.accounts import PASSWORD
from tests.companion.group import come, invited, link_to, member, organise, own_link
from tests.companion.playing import everything, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return Campaign.objects.create(name="Season")


@pytest.mark.parametrize("accounts", ["open", "invited"])
def test_who_is_somebody_by_an_account_is_taken_by_nobody(settings, campaign, accounts):
    settings.ACCOUNTS = accounts
    anna = organise(campaign, name="Anna")
    account = get_user_model().objects.create_user("ben", "", PASSWORD)
    ben = Member.objects.create(campaign=campaign, name="Ben", role="player", account=account)
    address, stranger = link_to(anna, campaign), Client()
    page = text_of(stranger.get(address))
    assert "That is me: Ben" not in page
    assert "This is me too: Ben" in page
    before = everything()
    assert stranger.post(address, {"member": ben.pk}).status_code == 422
    assert everything() == before


def test_a_link_that_was_used_promises_nothing_to_who_is_somebody_else(campaign):
    anna = organise(campaign, name="Anna")
    ben = invited(campaign, "Ben")
    link = own_link(anna, member("Ben"))
    second = come(link)
    for client in (anna, Client()):
        answer = client.get(link)
        assert answer.status_code == 403
        assert "no longer works" in text_of(answer)
    # Who has come by it is led on.
    assert second.get(link).status_code == ben.get(link).status_code == 200


def test_a_picture_of_an_address_bears_the_damage_that_is_said(monkeypatch):
    drawn = []
    make = segno.make
    monkeypatch.setattr(qr.segno, "make", lambda *given, **more: drawn.append(make(*given, **more)) or drawn[-1])
    qr.shown(RequestFactory().get("/"), "/b/abcdefghijklmnop/")
    assert [code.error for code in drawn] == ["M"]
