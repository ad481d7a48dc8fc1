"""Where each line of a trace comes from."""

from __future__ import annotations

from rules.origins import Origin

MATCHING = ("Which defence die removes which attack die?",)

ORIGINS = (
    Origin(
        "supplies spent",
        "An attack costs the Ammunition Cost of the unit that fires, before the dice.",
        "Attacking, paragraph 3",
        decided=("Does the unit that calls in need supplies?",),
    ),
    Origin(
        "battle dice",
        "Each unit rolls its Troop Strength in dice of its own size.",
        "Attacking, paragraphs 4 and 5",
        decided=("Does Troop Strength count what is left or what was lost?",),
    ),
    Origin(
        "counterattack dice",
        "The same with the roles reversed.",
        "Attacking, paragraph 7",
        of=("counterattack",),
        decided=("When is the counterattack rolled?", "Can a counterattack be countered?"),
    ),
    Origin(
        "counterattack",
        "The side of the target may pay for a counterattack.",
        "Attacking, paragraph 7",
        of=("losses",),
        decided=("When is the counterattack rolled?", "Who can counterattack?"),
    ),
    Origin(
        "defence *",
        "A defence die removes one attack die that it meets or exceeds.",
        "Attacking, paragraph 5",
        of=("* dice",),
        decided=MATCHING,
    ),
    Origin(
        "gets through",
        "The attack dice that no defence die removes.",
        "Attacking, paragraph 5",
        of=("* dice", "defence *"),
        decided=MATCHING,
    ),
    Origin(
        "losses*",
        "One strength for each attack die that is left; without strength the unit is destroyed.",
        "Attacking, paragraphs 5 and 6",
        of=("gets through",),
        decided=("Losses beyond the strength that is left",),
    ),
)
"""The origin of every line, the first that fits."""
