"""What earlier versions, or a file, did not keep beside battles: worked out from their logs, once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import Count, F, Q

from companion.models import Battle, Declaration, Event, Member, Result, Version
from companion.services.history import history_of
from companion.services.lucking import kept_luck
from companion.services.refusals import Stale
from companion.services.results import keep_results, keep_states
from companion.services.under_way import record_in, shown_to
from companion.sheets import stored
from companion.verdicts import State
from rules.game import Illegal
from rules.games import GAMES
from rules.parts import Unlike
from rules.play import BadReply, Resolved
from rules.records import BadRecord, to_json
from rules.replay import Record, read_replies
from rules.results import How as Ended
from rules.timeline import How


def note_luck(battle: Battle) -> None:
    """Note how lucky the rolls of all that was declared in a battle were, as far as its log leads back.

    What was undone or corrected since is rated as well: an undo of that, or a redo, has it stand again.
    """
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
    _note_what_may_stand_again(battle)


def _note_what_may_stand_again(battle: Battle) -> None:
    """Note the luck of what was undone, and of what was corrected as it was before."""
    settled = Declaration.objects.filter(battle=battle.pk, status=Declaration.Status.SETTLED)
    unrated = Version.objects.filter(of__battle=battle.pk, luck__isnull=True).values("of__declaration")
    for row in settled.filter(Q(luck__isnull=True) | Q(pk__in=unrated)).prefetch_related("replies"):
        row.battle = battle
        with suppress(BadRecord, Stale):
            shown, replies = shown_to(row), list(row.replies.all())
            record = record_in(GAMES[battle.game], shown, row, replies)
            if row.luck is None:
                Declaration.objects.filter(pk=row.pk).update(luck=kept_luck(record))
            versions = Version.objects.filter(of__declaration=row, luck__isnull=True)
            versions.filter(how=How.STRUCK).update(luck=[])
            for version in versions.filter(outcome__isnull=False):
                _note_version(version, record)


def _note_version(version: Version, record: Record) -> None:
    """Note the luck of how an entry stood once, where it came out so in the battle in which it was declared."""
    declaration = record.procedure.read(version.declared)
    then = replace(record, declaration=declaration, replies=read_replies(version.replies))
    with suppress(BadReply, Illegal):
        played = then.play()
        if isinstance(played, Resolved) and to_json(played.outcome) == version.outcome:
            Version.objects.filter(pk=version.pk).update(luck=kept_luck(then))


def keep_after_migrating(**migrated: Any) -> None:
    """Keep what is not kept yet of all battles that are over, once the tables are as they are today.

    Earlier versions also waited for players who cannot answer any more, took a draw for a battle without a winner, and
    counted a battle once for each side that a member had of it.
    """
    with suppress(DatabaseError), transaction.atomic():
        waiting = Q(state=State.DISPUTED) | Q(state=State.OPEN, player__role=Member.Role.SPECTATOR)
        keep_states(Battle.objects.filter(pk__in=Result.objects.filter(waiting).values("battle")))
        drawn = Q(results__how=Ended.ENDED, game__in=[slug for slug, game in GAMES.items() if game.draws])
        played = Result.objects.exclude(player=None).values("battle")
        of_one = played.annotate(sides=Count("pk"), players=Count("player", distinct=True))
        by_side = Q(pk__in=of_one.filter(sides__gt=F("players")).values("battle"))
        left = Battle.objects.filter(Q(ending=0) | drawn | by_side, over=True, deleted=None)
        for battle in left.distinct().order_by("pk"):
            # One that cannot be read is for the audit to tell of.
            with suppress(ValueError), transaction.atomic():
                if not battle.ending:
                    note_luck(battle)
                keep_results(battle)
