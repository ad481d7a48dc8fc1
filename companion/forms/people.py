"""The forms of a campaign's members and invitations."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

from django import forms

from companion.forms.layout import helper
from companion.models import Battle, Member
from companion.models.member import LONGEST_NAME
from companion.services.codes import ROLES as ROLES_BY_CODE
from companion.services.inviting import MOST_DAYS, MOST_USES, SECRET
from companion.services.once import LOAD_AGAIN
from companion.who import why_not_called

ROLES = (
    (Member.Role.PLAYER, "plays"),
    (Member.Role.SPECTATOR, "looks on"),
    (Member.Role.ORGANISER, "organises"),
)


def new_secret() -> str:
    """What a link is going to hold."""
    return secrets.token_urlsafe(32)


class NameForm(forms.Form):
    """The name of a member."""

    name = forms.CharField(max_length=LONGEST_NAME, label="Your name")

    def __init__(self, *args: Any, action: str, button: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper(action, button, is_main=True)

    def clean_name(self) -> str:
        """Refuse what others would take for somebody else, and signs that nobody sees."""
        name = " ".join(str(self.cleaned_data["name"]).split())
        if reason := why_not_called(name):
            raise forms.ValidationError(reason)
        return name


class AddForm(NameForm):
    """A name for the list, and what that person does."""

    name = forms.CharField(max_length=LONGEST_NAME, label="Name")
    role = forms.ChoiceField(choices=ROLES, initial=Member.Role.PLAYER, label="This person")

    def __init__(self, *args: Any, action: str, **kwargs: Any) -> None:
        super().__init__(*args, action=action, button="Add the name", **kwargs)
        self.helper = helper(action, "Add the name")


class SecretForm(forms.Form):
    """A form whose page has made the secret of a link, so that a second tap finds what the first one made."""

    secret = forms.RegexField(
        rf"\A(?:{SECRET.pattern})\Z",
        widget=forms.HiddenInput,
        initial=new_secret,
        error_messages={"required": LOAD_AGAIN, "invalid": LOAD_AGAIN},
    )


class InviteForm(SecretForm):
    """A link for others: what it lets them do, how many and how long."""

    role = forms.ChoiceField(choices=ROLES, initial=Member.Role.PLAYER, label="Who comes")
    uses = forms.IntegerField(min_value=1, max_value=MOST_USES, initial=6, label="For how many people")
    days = forms.IntegerField(min_value=1, max_value=MOST_DAYS, initial=7, label="For how many days")

    def __init__(self, *args: Any, action: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper(action, "Make a link", is_main=True)


class DoorForm(SecretForm):
    """A code to say out loud: as what it lets in, and to which table."""

    battle = forms.TypedChoiceField(coerce=int, empty_value=None, required=False, label="The door to")
    role = forms.ChoiceField(
        choices=[(value, label) for value, label in ROLES if value in ROLES_BY_CODE],
        initial=Member.Role.PLAYER,
        label="Who comes",
    )

    def __init__(self, *args: Any, action: str, battles: Iterable[Battle], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = [(battle.pk, battle.name) for battle in battles]
        self.fields["battle"].choices = [("", "the whole campaign"), *tables]  # type: ignore[attr-defined]
        self.helper = helper(action, "Open the door")


class CodeForm(forms.Form):
    """A code that somebody has said."""

    code = forms.CharField(
        max_length=40,
        label="A word and two digits",
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, action: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper(action, "Go on", is_main=True)
