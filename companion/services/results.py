"""The results of battles, kept beside them whenever one that is over is written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet

from companion.models import Battle, Event, Member, Result, Side, Verdict
from companion.permissions import CONFIRMED
from companion.services.lucking import luck_in
from companion.services.open_pages import tell_once_committed
from companion.services.refusals import Refusal
from companion.sheets import stored
from companion.sheets.plan import id_of
from companion.verdicts import Said, State, asked_of, state_of
from rules.games import GAMES
from rules.results import How, of_players, results_of

OVER = "over"
"""The track of a battle that says whether it has ended."""


def follow_results(battle: Battle, *, ended: Event | None = None, by: Member | None = None) -> None:
    """Keep what a battle comes to that was written; the caller holds its lock.

    ``ended`` is the event that has just ended it, and ``by`` who did that, where it is known.
    """
    row = Battle.objects.get(pk=battle.pk)
    if row.over and ended:
        _note(row, ended, by)
    elif not row.over and row.ending:
        _note(row, None, None)
    if keep_results(row):
        tell_once_committed(row.home)


def keep_results(battle: Battle) -> bool:
    """Keep what a battle comes to as it is stored, and say whether that is another; the caller holds its lock."""
    if battle.over and not battle.ending:
        _note(battle, _ending(battle), None)
    wanted = wanted_results(battle, stored(battle).sheet) if battle.over and not battle.deleted else []
    kept = list(Result.objects.filter(battle=battle))
    if list(map(told, kept)) == list(map(told, wanted)):
        return False
    Result.objects.filter(battle=battle).delete()
    Result.objects.bulk_create(wanted)
    return True


def wanted_results(battle: Battle, sheet: Any) -> list[Result]:
    """What is to be kept of a battle that is over, by its pieces and by what was said of its end."""
    sides = {side.pk: side for side in Side.objects.filter(battle=battle.pk).select_related("player")}
    found, luck = results_of(GAMES[battle.game], sheet), luck_in(battle)
    of_key = {one.side: sides[id_of(one.side)] for one in found}
    nobody = _meets_nobody(sides.values())
    players = {key: None if nobody else side.player for key, side in of_key.items()}
    plays = {key: player.pk if player else key for key, player in players.items()}
    rows = [(of_key[one.side], players[one.side], one) for one in of_players(found, plays)]
    state = state_of(asked(battle, [(player, one.how) for _, player, one in rows]), said_of(verdicts_of(battle)))
    own = {one.side: [key for key in plays if plays[key] == plays[one.side]] for _, _, one in rows}
    return [
        Result(
            battle_id=battle.pk,
            side_id=side.pk,
            campaign_id=battle.home.pk,
            game=battle.game,
            player=player,
            name=side.name,
            how=one.how,
            score=one.score,
            rival=one.rival,
            state=state,
            ended=battle.ended or battle.created,
            pieces=[piece.name for piece in sheet.pieces if piece.side in own[one.side]],
            luck=[roll for key in own[one.side] for roll in luck.get(key, ())],
        )
        for side, player, one in rows
    ]


def _meets_nobody(sides: Collection[Side]) -> bool:
    """Whether one member has every side: nobody wins against themselves, and the sides are told by their names."""
    return len(sides) > 1 and len({side.player_id for side in sides}) == 1


def asked(battle: Battle, players: Iterable[tuple[Member | None, How]]) -> frozenset[int]:
    """The members who are asked whether the result of a battle is right, by who plays and how it ended for them.

    Nobody waits for who was forgotten, or only looks on by now: they cannot answer.
    """
    best: dict[int, How] = {}
    silent = set()
    for player, how in players:
        if player is None:
            continue
        if best.get(player.pk) is not How.WON:
            best[player.pk] = how
        if not player.plays:
            silent.add(player.pk)
    return asked_of(best, battle.ended_by_id) - silent


def keep_states(battles: QuerySet[Battle]) -> None:
    """Keep anew where the results of battles have come to, once others are asked; the caller holds their locks."""
    results = Result.objects.defer("pieces", "luck").select_related("player")
    changed = []
    for battle in battles.prefetch_related("verdicts", Prefetch("results", results)).iterator(200):
        rows = list(battle.results.all())
        said = said_of(one for one in battle.verdicts.all() if one.ending == battle.ending)
        state = state_of(asked(battle, [(row.player, How(row.how)) for row in rows]), said)
        changed += [Result(pk=row.pk, state=state) for row in rows if row.state != state]
    Result.objects.bulk_update(changed, ["state"], batch_size=200)


def told(result: Result) -> tuple[Any, ...]:
    """What a kept result says."""
    apart = ("id",)
    return tuple(getattr(result, f.attname) for f in result._meta.concrete_fields if f.attname not in apart)


def verdicts_of(battle: Battle) -> Sequence[Verdict]:
    """What was said of a battle's result since it ended last, the first word first."""
    if not battle.ending:
        return ()
    return tuple(Verdict.objects.filter(battle=battle.pk, ending=battle.ending).select_related("member"))


def is_confirmed(battle: Battle) -> bool:
    """Whether members have confirmed the result of a battle that is over: the word of others binds nobody."""
    said = Verdict.objects.filter(battle=battle.pk, ending=battle.ending, agrees=True).exclude(member=None)
    return said.exists() and Result.objects.filter(battle=battle.pk, state=State.CONFIRMED).exists()


def check_unmade(battle: Battle, *, guest: bool) -> None:
    """Refuse that a guest changes how a battle ended, once that is confirmed; the caller holds its lock."""
    if guest and battle.over and is_confirmed(battle):
        raise Refusal(CONFIRMED)


def said_of(verdicts: Iterable[Verdict]) -> list[Said]:
    """What verdicts say, in their order."""
    return [Said(one.member_id, one.agrees, one.settles) for one in verdicts]


def _note(battle: Battle, event: Event | None, by: Member | None) -> None:
    """Say of a battle when and by whom it was ended, or that it goes on."""
    battle.ending, battle.ended, battle.ended_by = (event.number, event.when, by) if event else (0, None, None)
    battle.save(update_fields=["ending", "ended", "ended_by"])


def _ending(battle: Battle) -> Event | None:
    """The event by which a battle ended, as its log tells; the last one where none says so."""
    events = Event.objects.filter(battle=battle).order_by("-number")
    last = None
    for event in events.only("number", "when", "changes").iterator():
        last = last or event
        if any(change["track"] == OVER for change in event.changes):
            return event
    return last
