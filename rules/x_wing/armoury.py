"""What special weapons need, cost and do, which the data set does not tell (dossier, A8)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.x_wing.ship import Effect, Needs


@dataclass(frozen=True, slots=True)
class Terms:
    """A weapon's requirement, its cost in charges, and its effect."""

    needs: Needs = Needs.NOTHING
    cost: int = 0
    effect: Effect = Effect.NONE


LOCKED = Terms(Needs.LOCK, 1)
FOCUSED = Terms(Needs.FOCUS, 1)

TERMS = {
    "protontorpedoes": Terms(Needs.LOCK, 1, Effect.HIT_TO_CRIT),
    "advprotontorpedoes": Terms(Needs.LOCK, 1, Effect.HIT_TO_CRIT),
    "iontorpedoes": Terms(Needs.LOCK, 1, Effect.ION),
    "plasmatorpedoes": Terms(Needs.LOCK, 1, Effect.PLASMA),
    "homingtorpedoes": LOCKED,
    "concussionmissiles": LOCKED,
    "clustermissiles": LOCKED,
    "ionmissiles": Terms(Needs.LOCK, 1, Effect.ION),
    "protonrockets": FOCUSED,
    "barragerockets": FOCUSED,
    "homingmissiles": Terms(Needs.LOCK, 1, Effect.HOMING),
    "magpulsewarheads": LOCKED,
    "ioncannon": Terms(effect=Effect.ION),
    "ioncannonturret": Terms(effect=Effect.ION),
    "heavylasercannon": Terms(effect=Effect.TAMED),
    "autoblasters": Terms(effect=Effect.BULLSEYE_DIE),
    "jammingbeam": Terms(effect=Effect.JAM),
    "tractorbeam": Terms(effect=Effect.TRACTOR),
    "dorsalturret": Terms(),
}
