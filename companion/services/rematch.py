"""Playing a battle again: the same sides, with their pieces as they began."""

from __future__ import annotations

from dataclasses import replace

from companion.models import Battle, Side
from companion.services.building import start_battle
from companion.services.deploying import deploy_again
from companion.services.earlier import began
from companion.services.locking import locked_with_campaign
from companion.services.once import made_before
from companion.services.refusals import Refusal
from companion.services.taking import take_on
from companion.services.writing import SET_UP, write_event
from companion.sheets import plan_of, side_model, store, stored
from rules.parts import opening
from rules.words import next_name

LONGEST_NAME: int = Battle._meta.get_field("name").max_length or 0


def play_again(*, key: str, once: str, who: str) -> Battle:
    """Set a battle that is over up once more; a second tap finds what the first one made.

    Where nobody can tell any more how it began, its sides have no pieces yet.
    """
    with locked_with_campaign(key) as battle:
        made = made_from(battle, once)
        if made:
            return made
        if not battle.over:
            raise Refusal("The battle is not over yet: end it first, then play it again.")
        name = name_after(battle)
        sides = list(side_model(battle.game)._default_manager.filter(battle=battle))
        sheet = began(battle)
        if sheet is None:
            names = [side.name for side in sides]
            again = start_battle(campaign=battle.home, game=battle.game, name=name, sides=names, once=once, who=who)
        else:
            again = store(replace(sheet, over=False), campaign=battle.home, name=name)
            Battle.objects.filter(pk=again.pk).update(once=once)
            told = f"{name} is set up as {battle.name} began."
            write_event(again, kind=SET_UP, headline=told, who=who, parts=opening(stored(again).sheet))
            deploy_again(battle, again, sheet)
            take_on(battle, again)
        for old, new in zip(sides, side_model(battle.game)._default_manager.filter(battle=again), strict=True):
            take_after(old, new)
        # Where none of its players plays any more, nobody is shut out.
        seated = battle.seated and Side.objects.filter(battle=again, player__isnull=False).exists()
        Battle.objects.filter(pk=again.pk).update(seated=seated)
        return again


def made_from(battle: Battle, once: str) -> Battle | None:
    """The battle that a first tap of the same number made from this one."""
    return made_before(Battle.objects.all(), once, campaign_id=battle.campaign_id, game=battle.game)


def name_after(battle: Battle) -> str:
    """The name for another battle like this one."""
    taken = set(Battle.objects.filter(campaign=battle.campaign_id).values_list("name", flat=True))
    return next_name(battle.name, taken, LONGEST_NAME)


def take_after(old: Side, new: Side) -> None:
    """Give a side what its sheet does not tell: its player, its colour and its emblem, and where it comes from.

    Who was forgotten since, or only looks on by now, plays no side again.
    """
    plan = plan_of(vars(type(old))["SHEET"])
    own = {*plan.plain, *plan.enums, *plan.references, "battle", "seat"}
    fields = [f for f in old._meta.concrete_fields if not (f.primary_key or f.remote_field or f.name in own)]
    for field in fields:
        setattr(new, field.attname, getattr(old, field.attname))
    player = old.player
    new.player = player if player and player.plays else None
    new.save(update_fields=["player", *(field.name for field in fields)])
