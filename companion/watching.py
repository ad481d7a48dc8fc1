"""The links to look at a battle: its replay and its screen, which lead to nothing that can be changed."""

from __future__ import annotations

from django.utils.crypto import constant_time_compare, salted_hmac

from companion.models import Battle


def proof_of(battle: Battle) -> str:
    """What the link holds beside the number of the battle; another with each new link of it or of the battle."""
    anew = f".{battle.watched_anew}" if battle.watched_anew else ""
    return salted_hmac("companion.watching", f"{battle.key}{anew}", algorithm="sha256").hexdigest()[:32]


def is_proven(battle: Battle, proof: str) -> bool:
    """Whether that is what the link of a battle holds."""
    return constant_time_compare(proof_of(battle), proof)


def watched_battle(number: int, proof: str) -> Battle | None:
    """The battle behind such a link, as long as it is there."""
    battle = Battle.objects.filter(pk=number, deleted=None, campaign__deleted=None).first()
    return battle if battle and is_proven(battle, proof) else None
