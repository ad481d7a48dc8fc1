"""A campaign with people, each on a device of their own."""

import re
from datetime import timedelta

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.devices import hashed
from companion.models import Invitation, Member
from tests.companion.playing import form_to, text_of

LINK = re.compile(r'class="address">https?://[^/]+(/j/[^<]+)<')


def organise(campaign, client=None, name="Anna"):
    """A device that organises a campaign in which nobody was a member."""
    client = client or Client()
    page = client.get(reverse("people", args=[campaign.key]))
    form = form_to(page, "/found/")
    answer = client.post(form["action"], {**form["fields"], "name": name})
    assert answer.status_code == 302, text_of(answer)
    return client


def link_to(organiser, campaign, **wanted):
    """The address that an organiser's page shows once it has made a link."""
    form = form_to(organiser.get(reverse("people", args=[campaign.key])), "/invite/")
    return address_in(organiser.post(form["action"], {**form["fields"], "role": "player", **wanted}))


def own_link(organiser, member):
    """The address of a link of a member's own."""
    page = organiser.get(reverse("people", args=[member.campaign.key]))
    form = form_to(page, f"/{member.pk}/link/")
    return address_in(organiser.post(form["action"], form["fields"]))


def address_in(page):
    assert page.status_code == 200, text_of(page)
    return LINK.search(text_of(page))[1]


def come(address, name="", client=None):
    """A device that joins by a link, under a new name or, without one, as whom the link is for."""
    client = client or Client()
    answer = client.post(address, {"name": name} if name else {})
    assert answer.status_code == 302, text_of(answer)
    return client


def invited(campaign, name, role="player", client=None):
    """A device of a new member, who came by a link that some organiser has made."""
    secret = hashed(f"{campaign.pk} {name}")[:43]
    row = Invitation.objects.create(
        campaign=campaign, role=role, proof=hashed(secret), expires=timezone.now() + timedelta(days=1)
    )
    return come(row.path(secret), name, client)


def member(name):
    return Member.objects.get(name=name)
