"""What the panel asks before an ACTION, and which pieces may be chosen for what."""

from __future__ import annotations

from rules.airsoft_squads.attack import Attack
from rules.airsoft_squads.bonus import KINDS, why_not_granted
from rules.airsoft_squads.effects import current
from rules.airsoft_squads.field import own_in_range, why_not_act, why_not_target
from rules.airsoft_squads.handling import why_not_attached, why_not_carrier, why_not_put
from rules.airsoft_squads.medic import why_not_helped, why_not_medic
from rules.airsoft_squads.modifiers import Stat
from rules.airsoft_squads.modify import conditional
from rules.airsoft_squads.move import why_not_advance, why_not_move, why_not_swap
from rules.airsoft_squads.pieces import Aim, Bonus, Lies, Operator
from rules.airsoft_squads.sheet import Battle
from rules.asks import Option
from rules.guards import each, others
from rules.questions import Answers, Count, Question
from rules.records import from_json

MET = "met-"
"""What the name of a question about a condition begins with."""

PLACES = (Lies.LAID, Lies.DISCARDED, Lies.APART)
SAID = {Lies.LAID: "lay it", Lies.DISCARDED: "discard it", Lies.APART: "back to the deck or hand"}


def targets(battle: Battle, actor: str) -> dict[str, str]:
    """Whom an operator can attack: enemy operators in range."""
    attacker = battle.operator(actor)
    return {o.key: why_not_target(attacker, o) for o in battle.operators if o.squad != attacker.squad}


def handled(battle: Battle) -> dict[str, str]:
    """Which cards can be laid, discarded or taken back."""
    return {card.key: min((why_not_put(battle, card, to) for to in PLACES), key=bool) for card in battle.cards}


def attachable(battle: Battle) -> dict[str, str]:
    """Which cards can be attached by hand: those for which there is an operator."""
    return {card.key: why_not_attached(battle, card) or _nobody_carries(battle, card.key) for card in battle.cards}


def carriers(battle: Battle, actor: str) -> dict[str, str]:
    """To whom a card can be attached."""
    card = battle.card(actor)
    return {o.key: why_not_carrier(battle, card, o) for o in battle.operators if o.squad == card.squad}


def attack_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """The conditions that the app cannot know, each answered with yes or no."""
    attacker, target = _operator(battle, answers, "actor"), _operator(battle, answers, "target")
    return tuple(
        Question(
            MET + effect.modifier.key,
            effect.modifier.condition,
            (Option(True, "yes", effect.modifier.effect), Option(False, "no")),
            effect.modifier.key in target.held,
            help=effect.named,
        )
        for effect in conditional(battle, attacker, target)
    )


def make_attack(answers: Answers) -> Attack:
    """The attack that the answers make; ``BadRecord`` where they do not fit."""
    met = tuple(name.removeprefix(MET) for name, said in answers.items() if name.startswith(MET) and said is True)
    return from_json(
        Attack, {"actor": answers.get("actor"), "target": answers.get("target"), "met": list(met)}, "Attack"
    )


def move_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """Whether the operator advances on its objective, or with whom it swaps; nothing where it can do neither."""
    operator = _operator(battle, answers, "actor")
    options = (
        Option(None, "advance", _advance_leads_to(battle, operator), why_not_advance(battle, operator)),
        *(
            Option(o.key, f"swap with {o.name}", f"to position {o.place}", why_not_swap(battle, operator, o))
            for o in battle.operators
            if o.squad == operator.squad and o.place is not None and o.key != operator.key
        ),
    )
    offered = [option.value for option in options if not option.refused]
    return (Question("partner", "MOVE", options, offered[0]),) if offered else ()


def grant_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """What the BONUS ACTION may be."""
    return (Question("kind", "It may be", tuple(Option(kind.value, kind.value) for kind in KINDS), Bonus.ANY.value),)


def handling_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """Where the card goes."""
    card = battle.card(str(answers.get("actor")))
    options = tuple(Option(to.value, SAID[to], refused=why_not_put(battle, card, to)) for to in PLACES)
    usual = next((option.value for option in options if not option.refused), Lies.DISCARDED.value)
    return (Question("to", "The card", options, usual),)


def _operator(battle: Battle, answers: Answers, name: str) -> Operator:
    return battle.operator(str(answers.get(name)))


def _why_not_medic(battle: Battle, operator: Operator) -> str:
    if reason := why_not_medic(battle, operator):
        return reason
    hurt = (patient for patient in own_in_range(battle, operator) if patient.hits)
    nobody = f"{operator.name} has nobody with a hit counter in range."
    return min((why_not_helped(operator, patient) for patient in hurt), key=bool, default=nobody)


def _nobody_carries(battle: Battle, card: str) -> str:
    if "" in carriers(battle, card).values():
        return ""
    return f"{battle.card(card).name} finds no operator that may carry it."


def _advance_leads_to(battle: Battle, operator: Operator) -> str:
    position = battle.position_of(operator)
    if position is None or why_not_advance(battle, operator):
        return ""
    if position.aim is Aim.REACHED:
        return "captures the objective"
    gained = current(battle, operator, Stat.MP)
    reaches = " and reaches it" if operator.objective + gained >= position.objective else ""
    return f"objective counter {operator.objective} + {gained} of {position.objective}{reaches}"


def _why_not_attack(battle: Battle, operator: Operator) -> str:
    return why_not_act(battle, operator, Bonus.ATTACK)


attackers = each(Operator, _why_not_attack)
movers, exhausted = each(Operator, why_not_move), each(Operator, why_not_granted)
medics = each(Operator, _why_not_medic)
patients = others(Operator, lambda battle, medic, patient: why_not_helped(medic, patient))
