"""Where each line of a trace comes from."""

from __future__ import annotations

from rules.origins import Origin
from rules.x_wing.origins_of_damage import DAMAGE

CARDS = "xwing-data2"
CHANGED = ('"Change" without "may"', "An added result")
AFTER = ("Which cards are named after an attack",)
SPENT = ("Tokens", "What a card costs", "The defender's usual choice")

ORIGINS = (
    Origin(
        "1a measure range",
        "The range inside the attack arc, and what lies between.",
        "attack, step 1a; official answers",
        decided=("the range inside the attack arc", "obstruction"),
    ),
    Origin(
        "1b choose weapon",
        "The weapon with its arc, its dice and its range.",
        f"attack, step 1b; {CARDS}",
        decided=("What a card allows", "Requirement and cost", "What is not known of a weapon"),
    ),
    Origin("1c declare defender", "An enemy ship in the arc and at the range of the weapon.", "attack, step 1c"),
    Origin(
        "1c homing",
        "Against a homing weapon the defender may suffer damage instead of the dice.",
        f"{CARDS}; attack, step 1c",
        decided=("Homing weapons",),
    ),
    Origin(
        "1d pay costs",
        "What the attack costs is paid before the dice.",
        f"attack, step 1d; {CARDS}",
        decided=("Requirement and cost", "What a card allows"),
    ),
    Origin(
        "2a roll attack dice",
        "The dice of the weapon, and all that gives more or fewer.",
        "attack, step 2a; rules reference, range bonus; 2.5",
        of=("1a measure range", "1b choose weapon"),
        decided=("Number of dice", "Range bonus", "Range 0", "Strain and deplete"),
    ),
    Origin("2a attack dice", "The dice as they fell.", "attack, step 2a", of=("2a roll attack dice",)),
    Origin(
        "3a roll defence dice",
        "The agility of the ship, and all that gives more or fewer.",
        "attack, step 3a; rules reference, range bonus, obstruction; 2.5",
        of=("1a measure range",),
        decided=("Number of dice", "Range bonus", "Strain and deplete", "Tractored"),
    ),
    Origin("3a defence dice", "The dice as they fell.", "attack, step 3a", of=("3a roll defence dice",)),
    Origin(
        "[23]b modify",
        "One thing after the other; the other player modifies the dice first.",
        "attack, steps 2b and 3b; rules reference, tokens",
        of=("?a *dice",),
        decided=(*SPENT, '"You may" and "must"'),
    ),
    Origin(
        "[23]b dice to reroll",
        "Which dice are rolled again: each once in an attack.",
        "attack, steps 2b and 3b",
        of=("[23]b modify",),
        decided=("A die that was rerolled", "Which dice a lock rerolls"),
    ),
    Origin("[23]b reroll", "The dice again, as they fell.", "attack, steps 2b and 3b", of=("[23]b dice to reroll",)),
    Origin(
        "2b crits become hits",
        "The weapon makes no crits.",
        CARDS,
        of=("2b attack dice",),
        decided=("Requirement and cost",),
    ),
    Origin(
        "2b hits become crits",
        "At range 0 the weapon makes only crits.",
        CARDS,
        of=("2b attack dice",),
        decided=("Drill Beak",),
    ),
    Origin(
        "2b attack dice",
        "What the attack dice show in the end.",
        "attack, step 2b",
        of=("2a attack dice", "2b *"),
        decided=SPENT[:2],
    ),
    Origin(
        "3b defence dice",
        "What the defence dice show in the end.",
        "attack, step 3b",
        of=("3a defence dice", "3b *"),
        decided=SPENT,
    ),
    Origin(
        "[23]b *", "Which result it changes or adds.", "attack, steps 2b and 3b", of=("[23]b modify",), decided=CHANGED
    ),
    Origin(
        "4 cards cancel",
        "Cards cancel results before the evades do.",
        CARDS,
        of=("2b attack dice", "3b defence dice"),
        decided=("Crack Shot, Seventh Sister, Captain Sear", "A card that cancels a hit or a crit"),
    ),
    Origin(
        "4? evades cancel *",
        "Each evade cancels a hit, those left each a crit.",
        "attack, step 4",
        of=("2b attack dice", "2b crits become hits", "2b hits become crits", "3b defence dice", "4 cards cancel"),
        decided=("Crits neutralized before hits", "Autoblasters"),
    ),
    Origin(
        "4 reinforce cancels",
        "An evade more for each reinforce token, while more than one result is left.",
        "rules reference, reinforce",
        of=("4? evades cancel *",),
        decided=("Reinforce", "Flanking"),
    ),
    Origin(
        "4 uncancelled",
        "The hits and crits that are left.",
        "attack, step 4",
        of=("2b attack dice", "4? evades cancel *", "4 reinforce cancels"),
    ),
    Origin("4 attack", "With one hit or crit left it hits.", "attack, step 4", of=("4 uncancelled", "1c homing")),
    Origin(
        "4 by the card",
        "What the card of the weapon does besides, as the players tell it.",
        CARDS,
        of=("4 attack",),
        decided=("What is not known of a weapon",),
    ),
    *DAMAGE,
    Origin("6a after you defend", "What cards of the defender say.", "attack, step 6a", decided=AFTER),
    Origin("6b after you attack", "What cards of the attacker say.", "attack, step 6b", decided=AFTER),
    Origin("after the attack: *", "The attacker may lock the defender.", CARDS, decided=("Targeting Battery",)),
    Origin(
        "6? *'s bonus attack",
        "One bonus attack a round, where something grants it.",
        "attack, step 6; rules reference, bonus attacks",
        decided=("A bonus attack", "Cluster Missiles, Saturation Rockets", "Bonus attacks of huge ships"),
    ),
    Origin(
        "first player",
        "The squad with the lower total chooses, for the whole battle.",
        "rules reference; 2.5",
        decided=("First player",),
        procedure="start",
    ),
    Origin("first player", "Drawn each round.", "2.5", decided=("First player",)),
    Origin("who scored", "Points of the scenario are entered.", "2.5", decided=("points of a 2.5 scenario", "2.5")),
    Origin(
        "score",
        "The cost of the enemy ships that are destroyed or gone, and half of those that are half destroyed.",
        "forum; 2.5; 2.5 scores",
        decided=("A destroyed ship", "Half points", "2.5", "A tie in 2.0"),
    ),
    Origin("points scored", "Points of the scenario are entered.", "2.5", of=("who scored",), decided=("2.5",)),
)
"""The origin of every line, the first that fits."""
