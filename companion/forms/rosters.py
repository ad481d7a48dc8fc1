"""The forms of rosters."""

from __future__ import annotations

from typing import Any

from crispy_forms.layout import HTML, Layout
from django import forms

from companion.forms.campaigns import FileForm, OnceForm, file_of
from companion.forms.layout import ButtonForm
from companion.models.roster import LONGEST_NAME
from rules.games import GAMES


class RenameForm(ButtonForm):
    """Another name for a roster."""

    button = "Rename it"
    name = forms.CharField(max_length=LONGEST_NAME, label="Another name")

    def clean_name(self) -> str:
        """The name, its words apart by one space each."""
        return " ".join(str(self.cleaned_data["name"]).split())


class RosterForm(RenameForm, OnceForm):
    """A new roster: its name and its game."""

    button, is_main = "Build it", True
    name = forms.CharField(max_length=LONGEST_NAME, label="Name of the roster")
    game = forms.ChoiceField(choices=[(slug, game.name) for slug, game in GAMES.items()])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper.layout = Layout("name", HTML('{% include "_pick_game.html" %}'), "once")


class RosterFileForm(FileForm):
    """A file of a roster, to be brought in."""

    file = file_of("a roster")
