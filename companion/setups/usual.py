"""How a battle of each game is set up: in the way of its own, or as usual."""

from __future__ import annotations

from functools import cache, partial

from companion.forms.setting_up import agreement_form, piece_form, sides_of
from companion.models import Piece
from companion.own import own
from companion.services.pieces import add_piece, agree, change_piece
from companion.setups.setup import Setup, SetupPart
from companion.sheets import plan_of
from rules.games import GAMES

AGREED = "The players agree on how they read the rules."
CHANGED = "{changed} is changed."


@cache
def setup_of(game: str) -> Setup:
    """The set-up of a game."""
    module = own(game, "setup")
    if module is None:
        return usual_setup(game)
    setup: Setup = module.SETUP
    return setup


def usual_setup(game: str) -> Setup:
    """A form for each kind of piece, and one for what the players agree on, as their sheets have it."""
    parts = [part.plan.model for part in plan_of(GAMES[game].battle).parts.values()]
    agreed = agreement_form(game)
    return Setup(
        (
            *(_part(model) for model in parts if issubclass(model, Piece)),
            *([SetupPart("agreement", "What you agree on", agreed, partial(agree, AGREED))] if agreed else []),
        )
    )


def _part(model: type[Piece]) -> SetupPart:
    """The form for pieces of one kind."""
    plan = plan_of(vars(model)["SHEET"])
    sides = list(sides_of(model))
    joins = f"{{name}} joins {{{sides[0]}}}." if sides else "{name} is put on the board."
    return SetupPart(
        slug=str(model._meta.model_name),
        title=f"Add a {model._meta.verbose_name}",
        form=piece_form(model),
        add=partial(add_piece, plan.sheet, joins),
        changes=model,
        change=partial(change_piece, CHANGED),
    )
