"""Setting an operator or a position right by hand, when the table and the app disagree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.airsoft_squads.effects import Effect, current, kept_up_by
from rules.airsoft_squads.modifiers import Stat
from rules.airsoft_squads.performance import all_hit, is_hit, next_hit, performances, rewards, turned_down
from rules.airsoft_squads.pieces import MOST_COUNTED, SAVE_PLACES, Card, Operator, Position, State
from rules.airsoft_squads.sheet import Battle
from rules.airsoft_squads.staying import HELD, outlived, released
from rules.asks import Option
from rules.changes import Change, apply, difference, merged
from rules.correction import BY, Settled
from rules.following import Following, following
from rules.game import Illegal
from rules.guards import refuse, why_not_under_way
from rules.questions import Answers, Count, Question, choice_of, count_of
from rules.table import Table


def correctable(battle: Battle) -> dict[str, str]:
    """What can be set right by hand: operators and positions, at any time."""
    return {piece.key: "" for piece in battle.pieces if not isinstance(piece, Card)}


def settle(battle: Battle, key: str, said: Sequence[Change], table: Table) -> Settled:
    """A counter at the DP is HIT as by anything else, and one taken below it ends what kept its operator up.

    An operator that the players turn over themselves gives no PERFORMANCE: they say how the table is.
    """
    if not said:
        return Settled(())
    piece = _piece(battle, key)
    set_right = tuple(said)
    if isinstance(piece, Operator):
        corrected = apply(battle, said)
        _refuse_to_stand(corrected, piece)
        refuse(_why_not_saved(battle, corrected.operator(key), piece))
        set_right = (*said, *_turned(corrected, piece))
    now = apply(battle, set_right)
    changes = () if why_not_under_way(battle) else all_hit(now, (), BY, table)
    ended = outlived(battle, apply(now, changes))
    return Settled(merged((*set_right, *changes, *ended)), f".{rewards(now, changes)}")


def follows(before: Battle, edited: Battle) -> Following:
    """A counter that an edit puts at the DP is HIT, and a state that it sets is counted, unless it does that as well.

    One that it takes below the DP ends what kept its operator up.
    ``Illegal`` when it turns an operator face up that would go HIT at once. Its PERFORMANCE is left to the players.
    """
    turned = _turned_by_hand(before, edited)
    hit = () if why_not_under_way(edited) else _gone_hit(apply(edited, turned))
    counted = {change.piece for change in difference(before, edited) if change.track == "fallen"}
    ended = outlived(before, apply(edited, (*turned, *hit)))
    changes = (change for change in (*turned, *hit, *ended) if change.piece not in counted)
    return following(before, edited, changes, performances(edited, hit))


def questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """What can be set right, showing what the piece has now."""
    piece = _piece(battle, str(answers.get("actor")))
    if isinstance(piece, Position):
        return (choice_of(piece, "aim", "Objective"), count_of(piece, "objective"))
    return (
        count_of(piece, "hits"),
        choice_of(piece, "state", "State"),
        Question("place", "Position", places(battle, piece), piece.place),
        count_of(piece, "objective"),
        choice_of(piece, "moved"),
        choice_of(piece, "medics"),
        choice_of(piece, "bonus", "BONUS ACTION"),
        *(_held_question(effect) for effect in kept_up_by(battle, piece)),
    )


def places(battle: Battle, operator: Operator) -> tuple[Option, ...]:
    """The SAVEZONE and the positions of an operator's squad; where another one stands, refused with its name.

    The SAVEZONE is refused when its places are taken.
    """
    taken = {o.place: o.name for o in battle.operators if o.squad == operator.squad and o.key != operator.key}
    own = sorted({p.place for p in battle.positions if p.squad == operator.squad} | {operator.place or 0} - {0})
    return (
        Option(None, "save zone", refused=_why_not_saved(battle, replace(operator, place=None), operator)),
        *(Option(n, str(n), refused=f"{taken[n]} stands on position {n}." if n in taken else "") for n in own),
    )


def _turned_by_hand(before: Battle, edited: Battle) -> tuple[Change, ...]:
    older = {operator.key: operator for operator in before.operators}
    changes: tuple[Change, ...] = ()
    for operator in edited.operators:
        then = older.get(operator.key, operator)
        _refuse_to_stand(edited, then)
        changes += tuple(_turned(apply(edited, changes), then))
    return changes


def _gone_hit(battle: Battle) -> tuple[Change, ...]:
    changes: tuple[Change, ...] = ()
    while falls := next_hit(battle):
        fell = turned_down(battle, falls, BY)
        battle, changes = apply(battle, fell), (*changes, *fell)
    return changes


def _why_not_saved(battle: Battle, now: Operator, before: Operator) -> str:
    """Why the SAVEZONE has no place for an operator that was not in it; empty when it has, or is not asked for one."""
    others = sum(o.saved for o in battle.operators if o.squad == now.squad and o.key != now.key)
    if before.saved or not now.saved or others < SAVE_PLACES:
        return ""
    return f"The SAVEZONE of {battle.squad(now.squad).name} has {SAVE_PLACES} places, and they are taken."


def _refuse_to_stand(battle: Battle, before: Operator) -> None:
    """Refuse to turn an operator face up whose counter would put it HIT at once."""
    now = battle.operator(before.key)
    if now.face_up and not before.face_up and is_hit(battle, now):
        dp = current(battle, now, Stat.DP)
        raise Illegal(f"{now.name} would go HIT at once: its hit counter is {now.hits}, and its DP are {dp}.")


def _turned(battle: Battle, before: Operator) -> Iterator[Change]:
    """What goes with a state that is set by hand: by what it came, and how often the squad's operators went HIT."""
    now = battle.operator(before.key)
    if now.state is before.state:
        return
    by = "" if now.face_up else BY
    yield Change(now.key, "destroyed_by", now.destroyed_by, by)
    if not now.face_up:
        yield from released(now)
    squad = battle.squad(now.squad)
    more = (now.state is State.HIT and before.face_up) - (now.face_up and before.state is State.HIT)
    yield Change(squad.key, "fallen", squad.fallen, max(0, min(MOST_COUNTED, squad.fallen + more)))


def _piece(battle: Battle, key: str) -> Operator | Position:
    for position in battle.positions:
        if position.key == key:
            return position
    return battle.operator(key)


def _held_question(effect: Effect) -> Question:
    """Whether a condition still keeps an operator up."""
    name = f"{HELD}{effect.modifier.key}"
    options = (Option(True, "holds", effect.modifier.effect), Option(False, "no longer"))
    return Question(name, effect.modifier.condition, options, True, help=effect.named)
