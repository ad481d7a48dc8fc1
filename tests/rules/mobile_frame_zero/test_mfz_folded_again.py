"""An attack that is folded again with another die: what a frame lost is not looked for in another one."""

from dataclasses import replace

from rules.folding import Decided, fold
from rules.games import GAMES
from rules.mobile_frame_zero.declaration import Attack
from rules.mobile_frame_zero.sheet import Range
from rules.play import Resolved
from rules.replay import Record
from rules.table import Dice, Pick, Source
from rules.timeline import Entry, How, Timeline

GAME = GAMES["mobile_frame_zero"]


def struck(*faces):
    """Oke's artillery against Doajihé behind Tishihé: who loses what where the damage dice fall like that."""
    replies = (
        Dice("damage", (faces,), Source.ENTERED),
        Pick("system lost", "tishihe-3"),
        Pick("system lost", "doajihe-mast"),
        Pick("system lost", "doajihe-eyes"),
    )
    attack = Attack("oke", "doajihe", Range.ARTILLERY, 6, cover="tishihe")
    return Record(GAME, GAME.procedure("attack"), GAME.demo.battle, attack, replies)


def test_a_system_of_another_frame_is_asked_for_anew():
    record = struck(5, 6, 6)
    played = record.play()
    assert isinstance(played, Resolved)
    entry = Entry(1, played.outcome.headline, played.outcome.changes, record)
    corrected = replace(record, replies=struck(5, 5, 6).replies)
    (folded,) = fold(GAME, Timeline(record.battle, (entry,)), {1: Decided(How.AGAIN, corrected)})
    assert folded.lacks == "“lose sensor mast” cannot be chosen any more."
