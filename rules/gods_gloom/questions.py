"""What the panel asks before an attack or an action."""

from __future__ import annotations

from rules.asks import Option
from rules.game import Illegal
from rules.gods_gloom.catalogue import attackers_rows, certain, defenders_rows
from rules.gods_gloom.declaration import Attack, why_not_attack, why_not_kind
from rules.gods_gloom.modifiers import DEFENDERS_TYPED, TYPED, Modifier
from rules.gods_gloom.sheet import Battle, Kind, Unit
from rules.guards import each, others, why_not_an_enemy, why_not_now
from rules.questions import NO_YES, Answers, AnyQuestion, Question, Rows

attackers = each(Unit, why_not_attack)
targets = others(Unit, lambda battle, attacker, target: why_not_an_enemy(attacker, target))


def attack_questions(battle: Battle, answers: Answers) -> tuple[AnyQuestion, ...]:
    """The kind of attack, a Boost to spend, and the modifiers of both units."""
    attacker, target = battle.unit(str(answers.get("actor"))), battle.unit(str(answers.get("target")))
    kinds = tuple(Option(kind.value, kind.value, refused=why_not_kind(attacker, kind)) for kind in Kind)
    usual = next((option.value for option in kinds if not option.refused), Kind.MELEE.value)
    kind = _kind(answers.get("kind", usual))
    boost = bool(attacker.boost and answers.get("boost", False))
    so_far = Attack(
        attacker.key, target.key, kind, boost, _rows(answers, "modifiers"), _rows(answers, "target_modifiers")
    )
    own, theirs = attackers_rows(battle, so_far), defenders_rows(battle, so_far)
    asked: list[AnyQuestion] = [Question("kind", "Attack", kinds, usual)]
    if attacker.boost:
        asked.append(Question("boost", f"Spend the Boost of {attacker.name}", NO_YES, False))
    asked.append(Rows("modifiers", f"Modifiers of {attacker.name}", TYPED, own, certain(own), piece=attacker.key))
    told = f"Modifiers of {target.name}"
    asked.append(Rows("target_modifiers", told, DEFENDERS_TYPED, theirs, certain(theirs), piece=target.key))
    return tuple(asked)


def actors(battle: Battle) -> dict[str, str]:
    """Which units can be activated."""
    reasons = {unit.key: why_not_now(battle, unit) for unit in battle.units}
    done = {unit.key: f"The activation of {unit.name} is over this round." for unit in battle.units if unit.activated}
    return {key: reason or done.get(key, "") for key, reason in reasons.items()}


def pressed(battle: Battle) -> dict[str, str]:
    """Which units can pay a Morale token to stand their ground: only the one that has just lost a melee."""
    return {unit.key: why_not_now(battle, unit) or _why_not_stand(battle, unit) for unit in battle.units}


def _rows(answers: Answers, name: str) -> tuple[Modifier, ...]:
    return tuple(Modifier(**row) for row in answers.get(name, ()))


def _why_not_stand(battle: Battle, unit: Unit) -> str:
    if unit.key != battle.loser:
        return f"{unit.name} did not just lose a melee."
    return "" if unit.morale_tokens else f"{unit.name} cannot pay a Morale token."


def _kind(named: object) -> Kind:
    try:
        return Kind(str(named))
    except ValueError:
        raise Illegal(f"There is no attack “{named}”.") from None
