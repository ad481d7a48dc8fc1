"""Where each line of a trace comes from."""

from __future__ import annotations

from rules.origins import Origin

POOLS = ("ATC.10 *",)
DICE = ("ATC.10 *'s dice", "ATC.20 *'s dice again", "ATC.20 *'s rerolled die", "ATC.30 *'s extra dice")
SUCCESSES = ("Which faces succeed",)

ORIGINS = (
    Origin(
        "score",
        "The Soulshards that an army has gained at the ends of rounds.",
        "SCO",
        decided=("Soulshards", "The winner"),
    ),
    Origin(
        "ATC.10 *",
        "Red and blue dice: what its card says, with every modifier and token.",
        "ATC.10; term list; traits",
        of=("ATC.10 defender's Boost",),
        decided=("Modifiers below nothing", "Against a ranged attack", "Weak", "Boost"),
        value="* = *",
    ),
    Origin("ATC.10 defender's Boost", "The defender may spend its Boost on the roll.", "ATC.10", decided=("Boost",)),
    Origin("ATC.10 *'s dice", "The pool as it fell.", "ATC.10", of=POOLS, decided=SUCCESSES),
    Origin(
        "ATC.20 *'s Pool Reroll",
        "For a Command Seal all dice of a unit are rolled again.",
        "ATC.20; RDP",
        of=("ATC.10 *'s dice",),
        decided=("Who rerolls first", "Pool Reroll"),
    ),
    Origin(
        "ATC.20 *'s dice again",
        "The new dice stand.",
        "ATC.20; RDP",
        of=("ATC.20 *'s Pool Reroll",),
        decided=("Pool Reroll",),
    ),
    Origin(
        "ATC.20 *'s single die",
        "One die may be rolled again for each reroll that the unit has.",
        "ATC.20; RDP, Momentum Bonus",
        decided=("Who rerolls first", "Single-die rerolls"),
    ),
    Origin(
        "ATC.20 *'s rerolled die",
        "The new die stands.",
        "ATC.20; RDP",
        of=("ATC.20 *'s single die",),
        decided=("Single-die rerolls",),
    ),
    Origin(
        "ATC.30 *'s extra dice",
        "Two red 6s give a red die more, two blue 1s a blue one.",
        "ATC.30; CEP",
        of=DICE,
        decided=("Criticals", "1s on blue"),
    ),
    Origin(
        "ATC.40 *",
        "What a unit adds to its Hits and Blocks without dice.",
        "ATC.40; traits",
        decided=("Against a ranged attack",),
    ),
    Origin(
        "ATC.50 Cancel*",
        "Every Block of the one takes a Hit of the other away.",
        "ATC.50",
        of=(*DICE, "ATC.40 *"),
        decided=SUCCESSES,
    ),
    Origin(
        "ATC.60 Inflict, more",
        "What traits make of the wounds.",
        "ATC.60; traits",
        of=("ATC.60 Inflict",),
        decided=("Wounds beyond the health left",),
    ),
    Origin(
        "ATC.60 Inflict",
        "A wound for every Hit that is left, and the Direct Wounds.",
        "ATC.60",
        of=("ATC.50 Cancel*",),
        decided=("Direct Wounds", "Wounds beyond the health left"),
    ),
    Origin(
        "ATC.60 Status Check",
        "At 1 health a unit is Decimated, at 0 it is destroyed.",
        "ATC.60",
        of=("ATC.60 Inflict*",),
        decided=("When units are checked", "Decimated", "The Weak of a Decimated unit"),
    ),
    Origin(
        "MEL.50 winner",
        "The only one that still stands, else who inflicted more wounds.",
        "MEL.50",
        of=("ATC.60 *",),
        decided=("Who wins",),
    ),
    Origin(
        "MEL.50 loser",
        "It loses a Morale token, or suffers a wound without one.",
        "MEL.50",
        of=("MEL.50 winner",),
        decided=("The loser", "Wounds outside a test"),
    ),
    Origin(
        "MEL.80 end of the action",
        "What modifiers and traits do when the melee is over.",
        "MEL.80; traits",
        of=("MEL.50 *", "ATC.60 Inflict"),
        decided=("Wounds outside a test",),
    ),
    Origin(
        "RNG.30 after the attack",
        "What modifiers cost their own unit when the attack is over.",
        "RNG.30; traits",
        decided=("Wounds outside a test",),
    ),
    Origin(
        "GMP.10 Momentum of *",
        "A point for each of these; the slider moves towards the army.",
        "GMP.10; momentum",
        of=("MEL.50 winner", "ATC.60 Status Check"),
        decided=("Momentum that the app counts", "Both gain"),
    ),
    Origin(
        "GMP.30 Momentum bonus",
        "Past the last space of the track: a displacement or a Boost.",
        "GMP.30; momentum",
        of=("GMP.10 Momentum of *",),
        decided=("Past the end of the track",),
    ),
)
"""The origin of every line, the first that fits."""
