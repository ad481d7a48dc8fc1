"""The forms of campaigns, battles and devices."""

from __future__ import annotations

from typing import Any

from django import forms

from companion.forms.layout import ButtonForm
from companion.models.campaign import new_key
from companion.models.member import LONGEST_NAME
from companion.services.once import LOAD_AGAIN, ONCE
from companion.who import why_not_called
from rules.games import GAMES

MOST_SIDES = max(game.most_sides for game in GAMES.values())


class OnceForm(forms.Form):
    """A form with a number of its own, so that a second tap on its button finds what the first one made."""

    once = forms.RegexField(
        rf"\A(?:{ONCE.pattern})\Z",
        widget=forms.HiddenInput,
        initial=new_key,
        error_messages={"required": LOAD_AGAIN, "invalid": LOAD_AGAIN},
    )


class CampaignForm(ButtonForm, OnceForm):
    """Names a new campaign."""

    button, is_main = "Start a campaign", True

    name = forms.CharField(max_length=80, label="Name of the campaign")
    who = forms.CharField(max_length=LONGEST_NAME, required=False, label="Your name")

    def clean_who(self) -> str:
        """Refuse what others would take for somebody else, and signs that nobody sees."""
        return _name_of_somebody(self.cleaned_data["who"])


class SeveralLines(forms.TextInput):
    """Several fields of one name, each of them one line."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        """The lines together."""
        given = data.getlist(name) if hasattr(data, "getlist") else data.get(name, [])
        return "\n".join([given] if isinstance(given, str) else given)


class BattleForm(OnceForm):
    """Names a new battle, its game and its sides."""

    game = forms.ChoiceField(choices=[(slug, game.name) for slug, game in GAMES.items()])
    name = forms.CharField(
        max_length=80, label="Name of the battle", widget=forms.TextInput(attrs={"data-proposed": True})
    )
    sides = forms.CharField(widget=SeveralLines, max_length=400)

    @property
    def side_names(self) -> list[str]:
        """What stands in the field of each side that a battle may have."""
        names = str(self["sides"].value() or "").splitlines()[:MOST_SIDES]
        return names + [""] * (MOST_SIDES - len(names))

    def clean_sides(self) -> list[str]:
        """The names of the sides."""
        names = [" ".join(line.split()) for line in self.cleaned_data["sides"].splitlines() if line.strip()]
        most = GAMES[game].most_sides if (game := self.cleaned_data.get("game")) else MOST_SIDES
        if not 2 <= len(names) <= most:
            how_many = f"two to {most}" if most > 2 else "two"
            raise forms.ValidationError(f"A battle has {how_many} sides. You entered {len(names)}.")
        if len(set(map(str.casefold, names))) < len(names):
            raise forms.ValidationError("Two sides have the same name.")
        if any(len(name) > 60 for name in names):
            raise forms.ValidationError("The name of a side has at most 60 letters.")
        return names


def file_of(what: str) -> forms.FileField:
    """The field for a file of what the app writes to one."""
    json = forms.FileInput(attrs={"accept": ".json,application/json"})
    return forms.FileField(label=f"File of {what}", allow_empty_file=True, widget=json)


class FileForm(ButtonForm, OnceForm):
    """A file of a battle or of a campaign, to be brought in."""

    button = "Bring it in"
    file = file_of("a battle or a campaign")


class WhoForm(ButtonForm):
    """The name that the log shows for what is done on this device."""

    button = "Use this name"
    who = forms.CharField(max_length=LONGEST_NAME, label="Your name on this device")
    next = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_who(self) -> str:
        """Refuse what others would take for somebody else, and signs that nobody sees."""
        return _name_of_somebody(self.cleaned_data["who"])


def _name_of_somebody(name: str) -> str:
    """A name that a device may bear; ``ValidationError`` with the reason where none may."""
    if name and (reason := why_not_called(name)):
        raise forms.ValidationError(reason)
    return name
