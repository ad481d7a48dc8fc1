"""The forms of rosters."""

from __future__ import annotations

from typing import Any

from django import forms

from companion.forms.campaigns import OnceForm
from companion.forms.layout import helper
from companion.models.roster import LONGEST_NAME
from rules.games import GAMES


class RosterForm(OnceForm):
    """A new roster: its name and its game."""

    name = forms.CharField(max_length=LONGEST_NAME, label="Name of the roster")
    game = forms.ChoiceField(choices=[(slug, game.name) for slug, game in GAMES.items()], label="Game")

    def __init__(self, *args: Any, action: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper(action, "Build it", is_main=True)

    def clean_name(self) -> str:
        """The name, its words apart by one space each."""
        return " ".join(str(self.cleaned_data["name"]).split())


class RosterFileForm(OnceForm):
    """A file of a roster, to be brought in."""

    file = forms.FileField(
        label="File of a roster",
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def __init__(self, *args: Any, action: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper(action, "Bring it in")


class RenameForm(forms.Form):
    """Another name for a roster."""

    name = forms.CharField(max_length=LONGEST_NAME, label="Another name")

    def __init__(self, *args: Any, action: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper(action, "Rename it")

    def clean_name(self) -> str:
        """The name, its words apart by one space each."""
        return " ".join(str(self.cleaned_data["name"]).split())
