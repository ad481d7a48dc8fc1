"""The tokens by a piece: rows of its page, or numbers of the piece itself where every one of its kind has them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery

from companion.models import Piece, Token
from companion.sheets import plan_of


class TokenForm(forms.ModelForm):
    """A token of one of the kinds that lie by pieces of a model."""

    named: frozenset[str] = frozenset()
    """The kinds of which several lie by a piece, each with its name."""
    told = ""
    """These in words."""

    def clean(self) -> dict[str, Any]:
        """Give a name to what has one, and to nothing else."""
        cleaned = super().clean() or {}
        kind = cleaned.get("kind")
        if kind and (kind in self.named) != bool(cleaned.get("name")):
            labels = dict(self.fields["kind"].choices)  # type: ignore[attr-defined]
            needs = f"A {labels[kind]} needs a name." if kind in self.named else f"Only a {self.told} has a name."
            self.add_error("name", needs)
        return cleaned


def token_rows(model: type[Piece], **words: str) -> type[admin.TabularInline]:
    """The tokens by a piece of a model, as rows; ``words`` are what kinds are called that do not speak for themselves.

    One that is there or is not has the value 1 or 0.
    """
    kinds = plan_of(vars(model)["SHEET"]).tokens
    offered = [(kind, words.get(kind) or _words(kind)) for kind in kinds]
    named = frozenset(kind for kind, of in kinds.items() if of is frozenset)
    told = " or a ".join(label for kind, label in offered if kind in named)
    form = type("Form", (TokenForm,), {"kind": forms.ChoiceField(choices=offered), "named": named, "told": told})
    fields = ("kind", "name", "value") if named else ("kind", "value")
    return type("Tokens", (admin.TabularInline,), {"model": Token, "form": form, "fields": fields, "extra": 0})


def _words(kind: str) -> str:
    return kind.replace("_", " ")


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
