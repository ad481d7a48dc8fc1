"""What earlier versions, or a file, did not keep beside battles: worked out from their logs, once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import Q

from companion.models import Battle, Declaration, Event, Member, Result, Version
from companion.services.history import history_of
from companion.services.lucking import kept_luck
from companion.services.results import keep_results, keep_states
from companion.sheets import stored
from companion.verdicts import State
from rules.games import GAMES
from rules.parts import Unlike
from rules.results import How as Ended
from rules.timeline import How


def note_luck(battle: Battle) -> None:
    """Note how lucky the rolls of all that was declared in a battle were, as far as its log leads back."""
    missing = Declaration.objects.filter(battle=battle.pk, status=Declaration.Status.SETTLED, luck__isnull=True)
    if not missing.exists():
        return
    sheet = stored(battle).sheet
    history = history_of(battle, sheet)
    declared = Event.objects.filter(battle=battle.pk, declaration__isnull=False)
    declarations = dict(declared.values_list("pk", "declaration_id"))
    found: list[Declaration] = []
    amended: list[Version] = []
    with suppress(Unlike, KeyError, ValueError):
        for line, now in zip(history.lines, history.leading_to(sheet).sheets(), strict=False):
            record, version = line.entry.record, line.version
            luck = kept_luck(replace(record, battle=now)) if record else None
            if line.entry.how is How.STRUCK:
                luck = []
            if version:
                version.luck = luck
                amended.append(version)
            elif line.event in declarations:
                found.append(Declaration(pk=declarations[line.event], luck=luck))
    Declaration.objects.bulk_update(found, ["luck"], batch_size=200)
    Version.objects.bulk_update(amended, ["luck"], batch_size=200)


def keep_after_migrating(**migrated: Any) -> None:
    """Keep what is not kept yet of all battles that are over, once the tables are as they are today.

    Earlier versions also waited for players who cannot answer any more, and took a draw for a battle without a winner.
    """
    with suppress(DatabaseError), transaction.atomic():
        waiting = Q(state=State.DISPUTED) | Q(state=State.OPEN, player__role=Member.Role.SPECTATOR)
        keep_states(Battle.objects.filter(pk__in=Result.objects.filter(waiting).values("battle")))
        drawn = Q(results__how=Ended.ENDED, game__in=[slug for slug, game in GAMES.items() if game.draws])
        for battle in Battle.objects.filter(Q(ending=0) | drawn, over=True, deleted=None).distinct().order_by("pk"):
            # One that cannot be read is for the audit to tell of.
            with suppress(ValueError), transaction.atomic():
                if not battle.ending:
                    note_luck(battle)
                keep_results(battle)
