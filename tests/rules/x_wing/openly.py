"""Steps 2 to 4 with every decision asked: what odds that leave out what comes to the same are held against."""

from rules.x_wing.steps_2_to_4 import attack_dice, neutralise, roll_and_modify


def openly(hands, table):
    """What is left uncancelled, when the defence dice are modified against nothing that is known."""
    results = table.play(shown, hands)
    return neutralise(hands, results, table.play(evades, hands), table)


def shown(hands, table):
    """The results of the attack dice."""
    return attack_dice(hands, table).results


def evades(hands, table):
    """The evades of the defence dice."""
    return table.play(roll_and_modify, hands.defence).evades
