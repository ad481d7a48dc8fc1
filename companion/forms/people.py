"""The forms of a campaign's members and invitations."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

from django import forms

from companion.forms.choosing import Plates
from companion.forms.layout import ButtonForm
from companion.models import Battle, Member
from companion.models.member import LONGEST_NAME
from companion.services.codes import ROLES as ROLES_BY_CODE
from companion.services.inviting import MOST_DAYS, MOST_USES, SECRET
from companion.services.once import LOAD_AGAIN
from companion.who import why_not_called
from rules.games import GAMES

WHOLE = "the whole campaign"
"""What a code opens that leads to no table."""

ROLES = (
    (Member.Role.PLAYER, "plays"),
    (Member.Role.SPECTATOR, "looks on"),
    (Member.Role.ORGANISER, "organises"),
)


def new_secret() -> str:
    """What a link is going to hold."""
    return secrets.token_urlsafe(32)


class NameForm(ButtonForm):
    """The name of a member."""

    button, is_main = "Join", True
    name = forms.CharField(max_length=LONGEST_NAME, label="Your name")

    def clean_name(self) -> str:
        """Refuse what others would take for somebody else, and signs that nobody sees."""
        name = " ".join(str(self.cleaned_data["name"]).split())
        if reason := why_not_called(name):
            raise forms.ValidationError(reason)
        return name


class FoundForm(NameForm):
    """The name of the first organiser of a campaign in which nobody is a member yet."""

    button = "Organise this campaign"


class AddForm(NameForm):
    """A name for the list, and what that person does."""

    button, is_main = "Add the name", False
    name = forms.CharField(max_length=LONGEST_NAME, label="Name")
    role = forms.ChoiceField(choices=ROLES, initial=Member.Role.PLAYER, label="This person")


class SecretForm(forms.Form):
    """A form whose page has made the secret of a link, so that a second tap finds what the first one made."""

    secret = forms.RegexField(
        rf"\A(?:{SECRET.pattern})\Z",
        widget=forms.HiddenInput,
        initial=new_secret,
        error_messages={"required": LOAD_AGAIN, "invalid": LOAD_AGAIN},
    )


class InviteForm(ButtonForm, SecretForm):
    """A link for others: what it lets them do, how many and how long."""

    button, is_main = "Make a link", True
    role = forms.ChoiceField(choices=ROLES, initial=Member.Role.PLAYER, label="Who comes")
    uses = forms.IntegerField(min_value=1, max_value=MOST_USES, initial=6, label="For how many people")
    days = forms.IntegerField(min_value=1, max_value=MOST_DAYS, initial=7, label="For how many days")


class DoorForm(ButtonForm, SecretForm):
    """A code to say out loud: as what it lets in, and to which table."""

    button = "Open the door"
    battle = forms.TypedChoiceField(coerce=int, empty_value=None, required=False, label="The door to", widget=Plates)
    role = forms.ChoiceField(
        choices=[(value, label) for value, label in ROLES if value in ROLES_BY_CODE],
        initial=Member.Role.PLAYER,
        label="Who comes",
    )

    def __init__(self, *args: Any, battles: Iterable[Battle], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = list(battles)
        # Battles of several games may have one name, like those of an evening.
        tables = [(battle.pk, f"{battle.name}, {GAMES[battle.game].name}") for battle in known]
        self.fields["battle"].choices = [*tables, ("", WHOLE)]  # type: ignore[attr-defined]
        under_way = [battle for battle in known if battle.started]
        self.fields["battle"].initial = next((battle.pk for battle in under_way or known), None)
        if not tables:
            self.fields["battle"].widget = forms.HiddenInput()


class CodeForm(ButtonForm):
    """A code that somebody has said."""

    button, is_main = "Go on", True
    code = forms.CharField(
        max_length=40,
        label="A word and two digits",
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
