"""Attacks with a special weapon that a ship carries besides its lasers."""

from rules.asks import Declared
from rules.play import play
from rules.x_wing import GAME
from rules.x_wing.attack import resolve
from rules.x_wing.examples_of_weapons import armed
from rules.x_wing.hands import hands_of
from rules.x_wing.samples import TOUGH, attack, battle


def hands(ship, weapon, defender=TOUGH, **more):
    sheet = battle(armed(ship, weapon), defender)
    return hands_of(sheet, attack("wedge-special", **more), weapon)


def played(sheet, replies, **more):
    return play(resolve, Declared(sheet, attack("wedge-special", **more)), replies)


def after(outcome):
    return {(change.piece, change.track): change.after for change in outcome.changes}


def questions(ship, carried, defender=TOUGH, **answers):
    asked = GAME.procedure("attack").questions(
        battle(armed(ship, carried), defender), {"actor": "wedge", "target": "howlrunner"} | answers
    )
    return {question.name: question for question in asked}
