"""The form by which a campaign says how its standings are made."""

from __future__ import annotations

from typing import Any

from django import forms

from companion.forms.layout import ButtonForm
from companion.models import Campaign
from companion.services.seasons import as_chosen, hours_for
from rules.standings.schemes import SCHEMES


class StandingsForm(ButtonForm):
    """What puts players in order, and after how long a result counts that nobody answers."""

    button = "Use this"
    scheme = forms.ChoiceField(choices=[(scheme.slug, scheme.name) for scheme in SCHEMES], label="The order is by")
    hours = forms.TypedChoiceField(coerce=int, label="A result that the other side does not answer counts")
    shown = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        kwargs["initial"] = {
            "scheme": campaign.scheme,
            "hours": campaign.accepted_after,
            "shown": as_chosen(campaign),
        }
        super().__init__(*args, **kwargs)
        hours: Any = self.fields["hours"]
        # A page that lay open sends the time that it has shown, which is left as it is.
        hours.choices = list(hours_for(campaign, self.data.get("shown", "")).items())
