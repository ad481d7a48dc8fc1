"""Tokens that every unit of a game has, edited as numbers of the unit itself."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import OuterRef, QuerySet, Subquery

from companion.models import Piece, Token


class CountedForm(forms.ModelForm):
    """A piece's form with a field for each kind of token that it always has; ``counted`` names them."""

    counted: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            lying = {token.kind: token.value for token in self.instance.tokens.all()}
            self.initial.update({kind: lying.get(kind, 0) for kind in self.counted})

    def _save_m2m(self) -> None:
        super()._save_m2m()  # type: ignore[misc]
        self.instance.lay(**{kind: self.cleaned_data[kind] for kind in self.counted})


def with_counts(pieces: QuerySet[Piece], *kinds: str) -> QuerySet[Piece]:
    """The pieces, each with the number that its token of each kind shows."""
    lying = Token.objects.filter(piece=OuterRef("pk"))
    return pieces.annotate(**{kind: Subquery(lying.filter(kind=kind).values("value")[:1]) for kind in kinds})
