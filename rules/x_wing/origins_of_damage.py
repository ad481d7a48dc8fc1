"""Where the lines of a trace come from that tell of damage, its cards and tokens."""

from __future__ import annotations

from rules.origins import Origin

AFTER = ("what follows a hit",)
CARDS = "rules reference, damage cards; wiki"
UNCANCELLED = ("4 uncancelled", "4 attack")

DAMAGE = (
    Origin(
        "? plasma",
        "A ship that is hit loses a shield, which is no damage.",
        "wiki; official answers",
        of=("4 attack",),
        decided=AFTER,
    ),
    Origin(
        "5a hit",
        "A shield for each hit damage, or a facedown damage card.",
        "attack, step 5; rules reference, damage cards",
        of=UNCANCELLED,
        decided=("A facedown damage card", "Ion weapons"),
    ),
    Origin(
        "5b crit",
        "A shield for each crit damage, or a faceup damage card, after all hits.",
        "attack, step 5; rules reference, damage cards",
        of=UNCANCELLED,
        decided=("A deck that runs out", "Mag-Pulse Warheads"),
    ),
    Origin(
        "5 damage card",
        "The card that was drawn.",
        "rules reference, damage cards",
        of=("5b crit",),
        decided=("which damage card was drawn", "A physical deck"),
    ),
    Origin("5 Hull Breach", "Hit damage is suffered as crit damage.", CARDS, decided=("Hull Breach",)),
    Origin("5 Fuel Leak", "1 hit damage after a crit damage.", CARDS + "; peers", decided=("Fuel Leak",)),
    Origin("5 Direct Hit!", "1 hit damage at once.", CARDS, of=("5 damage card", "facedown card")),
    Origin("5 Panicked Pilot", "2 stress tokens at once.", CARDS, of=("5 damage card", "facedown card")),
    Origin(
        "Disabled Power Regulator",
        "An ion token before the ship engages.",
        CARDS,
        decided=("Disabled Power Regulator",),
    ),
    Origin(
        "5 damage deck",
        "The discarded cards are shuffled in when the deck has run out.",
        "rules reference, damage cards",
        decided=("A deck that runs out",),
    ),
    Origin(
        "5 destroyed",
        "A ship with as many damage cards as hull is destroyed.",
        "rules reference, destroyed ships; official answers",
        of=("5a hit", "5b crit", "5 Direct Hit!", "5 Fuel Leak"),
        decided=("A destroyed ship",),
    ),
    Origin(
        "removed",
        "A destroyed ship leaves when its initiative is done.",
        "rules reference, destroyed ships; attack; forum",
        decided=("A destroyed ship", "A ship that leaves the board"),
    ),
    Origin(
        "5 * tokens",
        "What the results become with such a weapon.",
        "xwing-data2; rules reference, tokens",
        of=UNCANCELLED,
        decided=("Ion weapons", "Jamming and tractor weapons", "Mag-Pulse Warheads"),
    ),
    Origin(
        "jam removes",
        "A jam token removes a green token or a lock.",
        "rules reference, tokens; 2.5",
        of=("5 jam tokens",),
        decided=("Jamming and tractor weapons",),
    ),
    Origin(
        "jam",
        "A jam token that waits takes the next green token or lock.",
        "rules reference, tokens; 2.5",
        decided=("A jam token that finds nothing",),
    ),
    Origin(
        "ionized", "An ionized ship loses the lock that it holds.", "2.5", of=("5 ion tokens",), decided=("Ionized",)
    ),
    Origin(
        "gains",
        "What a ship has gained, and what jam and ion tokens leave of it.",
        "rules reference, tokens; 2.5",
        of=("jam", "ionized"),
        decided=("A jam token that finds nothing", "Ionized"),
        procedure="gains",
    ),
    Origin(
        "after the hit: *",
        "What the weapon does after a hit.",
        "xwing-data2; wiki",
        of=("4 attack",),
        decided=("Concussion and Diamond-Boron Missiles", *AFTER),
    ),
    Origin(
        "facedown card", "One of them at random.", "rules reference, damage cards", decided=("A facedown damage card",)
    ),
)
