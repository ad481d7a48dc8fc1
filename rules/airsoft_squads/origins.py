"""Where each line of a trace comes from."""

from __future__ import annotations

from rules.airsoft_squads.asks import BY_HAND
from rules.origins import PLAYERS, Origin

BEFORE = ("2 skill", "3 teamwork", "4 strategy card", "5 card")
CARDS = ("A card to reply with",)
ORDER = ("The order of the steps against the order of operations", "Fix, multiply, divide, add, subtract")
ROWS = ("The SUPPORT phase", "OUT operators")

ORIGINS = (
    Origin(
        "*",
        "What an EFFECT card does is set right by hand.",
        "RULINGS",
        decided=("EFFECT cards",),
        procedure="strategy",
        value=BY_HAND,
    ),
    Origin(
        "MOVE and MEDIC",
        "A MOVE takes 1 EP and 3 DP to the end of the TURN, a MEDIC gives 3 DP.",
        "Actions",
        decided=("Current DP",),
    ),
    Origin(
        "1 suppression",
        "With DP minus the hit counter below its DP VALUE, an attacker has half its AP VALUE.",
        "Modify, step 1",
        of=("MOVE and MEDIC",),
        decided=("Suppression", "A suppressed critical"),
    ),
    Origin(
        "2 skill",
        "The SKILLs of both, and those of others that say so.",
        "Modify, step 2",
        decided=("An effect for enemies in range", "An effect for all enemies"),
    ),
    Origin(
        "3 teamwork",
        "With a team mate in range, as the game mode says.",
        "Modify, step 3; Terms",
        decided=("TEAMWORK", "Whom STRATEGY cards and TEAMWORK influence"),
    ),
    Origin(
        "4 strategy card",
        "The STRATEGY cards that lie on their position.",
        "Modify, step 4",
        decided=("Whom STRATEGY cards and TEAMWORK influence",),
    ),
    Origin(
        "5? * card", "The attacker, then the attacked side, then the attacker again.", "Modify, step 5", decided=CARDS
    ),
    Origin(
        "5 card",
        "The cards and ITEMs that both carry.",
        "Modify, step 5; Card types",
        of=("5? * card",),
        decided=("An ITEM, or a card attached earlier this TURN",),
    ),
    Origin("condition", "What the players say of the condition of a SKILL or a card.", "Modify; Card types"),
    Origin("6 dice", "An ATTACK D6 and a DEFENCE D6, or as many as effects say.", "Modify, step 6", of=BEFORE),
    Origin(
        "critical die",
        "A 6 of the attack may double the AP VALUE instead of being added.",
        "Modify, step 6; Actions, CRITICAL",
        of=("6 dice",),
        decided=("A critical die",),
    ),
    Origin(
        "CRITICAL",
        "The AP before the dice, doubled.",
        "Modify, step 6; Actions, CRITICAL",
        of=("critical die",),
        decided=("A suppressed critical",),
    ),
    Origin("agreed: halves", "What this battle has agreed on for halves.", "RULINGS", decided=("halves are rounded",)),
    Origin(
        "agreed: doubling",
        "What this battle has agreed on for a critical.",
        "RULINGS",
        of=("critical die",),
        decided=("a critical doubles",),
    ),
    Origin(
        "agreed: two doublings",
        "What this battle has agreed on for two criticals.",
        "RULINGS",
        of=("critical die",),
        decided=("two criticals both doubled",),
    ),
    Origin("agreed: MEDIC", "What this battle has agreed on for a MEDIC.", "RULINGS", decided=("the DP of a MEDIC",)),
    Origin(
        "agreed: turned face up again",
        "What this battle has agreed on for the hit counter.",
        "RULINGS",
        decided=("the hit counter of an operator turned face up again",),
    ),
    Origin(
        "AP",
        "The AP VALUE with all that counts, and the attack dice that were added.",
        "Basic rules; Modify",
        of=("1 suppression", *BEFORE, "6 dice", "critical die"),
        decided=ORDER,
    ),
    Origin(
        "EP",
        "The EP VALUE with all that counts, and the defence dice.",
        "Basic rules; Modify",
        of=("MOVE and MEDIC", *BEFORE, "6 dice"),
        decided=(*ORDER, "Below 0"),
        procedure="attack",
    ),
    Origin("EP", "A MOVE takes 1 EP to the end of the TURN.", "Actions"),
    Origin("DP", "A MEDIC gives 3 DP.", "Actions", decided=("MEDIC",), procedure="medic"),
    Origin("DP", "A MOVE takes 3 DP to the end of the TURN.", "Actions", decided=("Current DP",)),
    Origin(
        "comparison",
        "What the AP are above the EP goes to the hit counter.",
        "Actions",
        of=("AP", "EP"),
        decided=("A tie",),
    ),
    Origin(
        "hit counter",
        "At the DP or above the operator is HIT.",
        "Actions; Terms",
        of=("comparison",),
        decided=("When", "DP that a condition raises or lowers in an attack"),
    ),
    Origin(
        "stays up",
        "What keeps an operator up whose counter is at its DP VALUE.",
        "RULINGS",
        of=("hit counter",),
        decided=("Who stays up only by such DP",),
    ),
    Origin(
        "HIT",
        "The hit counter is at the DP: it goes face down.",
        "Actions; Terms",
        of=("hit counter",),
        decided=("When", "HIT by a card of an attack", "HIT by its own MOVE"),
    ),
    Origin("PERFORMANCE", "The other side draws a card, or takes an ITEM.", "Terms", of=("HIT",)),
    Origin("who gets the ITEM", "One card or ITEM an operator.", "Terms; Card types", decided=("A new ITEM",)),
    Origin("discarded", "It makes room for the ITEM.", "RULINGS", decided=("A new ITEM",)),
    Origin(
        "objective counter",
        "A MOVE advances the counter of the position by the current MP.",
        "Actions",
        decided=("An objective",),
    ),
    Origin(
        "RULEVIOLATION *",
        "A die at the end of its ACTION: below the number it is OUT.",
        "Terms",
        decided=("OUT by RULEVIOLATION",),
    ),
    Origin("OUT", "The die was below the number.", "Terms", of=("RULEVIOLATION *",), decided=("OUT by RULEVIOLATION",)),
    Origin(
        "ITEM to discard", "ITEMs may be discarded at the end of a TURN.", "Game round", decided=("The SUPPORT phase",)
    ),
    Origin("who *", "Fallen operators and those of the SAVEZONE change places.", "Game round", decided=ROWS),
    Origin("which position", "Free positions are filled.", "Game round", decided=ROWS),
    Origin(
        "PREPARATION", "The active squad draws a card.", "Game round", decided=("PREPARATION and the STRATEGY phase",)
    ),
    Origin(
        "STRATEGY phase",
        "The active squad, then the other, then the active one again if the other has played a card.",
        "Game round",
        decided=("PREPARATION and the STRATEGY phase",),
    ),
    Origin("winner", PLAYERS, "RULINGS", decided=("the winner",)),
)
"""The origin of every line, the first that fits."""
