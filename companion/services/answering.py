"""What players say of the result of a battle: that it is right, or why it is not; play never waits for it."""

from __future__ import annotations

from companion.models import Battle, Member, Result, Verdict
from companion.models.event import by_of
from companion.permissions import Stake, Thing, disposes
from companion.services.disputing import sentence_of
from companion.services.locking import locked
from companion.services.open_pages import tell, tell_once_committed
from companion.services.refusals import Refusal, Stale
from companion.services.results import asked, keep_results, said_of, verdicts_of
from companion.verdicts import doubting
from rules.results import How


def answer_result(*, key: str, agrees: bool, note: str, seen: int, who: str, member: Member | None) -> None:
    """Confirm the result of a battle, or dispute it with a note; a second tap changes nothing.

    ``seen`` is the last event that the page showed: ``Stale`` where the battle has become another since.
    """
    note = sentence_of(note)
    if not agrees and not note:
        raise Refusal("Say in a few words what is wrong. Nothing was stored.")
    with locked(key) as battle:
        if battle.last_event != seen:
            raise Stale("The battle was changed since you looked. Look at the result again: nothing was stored.")
        results = list(Result.objects.filter(battle=battle).select_related("player"))
        if not results:
            raise Refusal("The battle is not over: there is no result yet. Nothing was stored.")
        settles = _settles(battle, results, member)
        last = Verdict.objects.filter(battle=battle, ending=battle.ending).last()
        said = (member, agrees, "" if agrees else note, settles, seen)
        if last and (last.member, last.agrees, last.note, last.settles, last.seen) == said:
            return
        Verdict.objects.create(
            battle=battle,
            ending=battle.ending,
            seen=seen,
            agrees=agrees,
            note="" if agrees else note,
            settles=settles,
            member=member,
            who=who,
            by=by_of(who),
        )
        tell(battle)
        if keep_results(battle):
            tell_once_committed(battle.home)


def _settles(battle: Battle, results: list[Result], member: Member | None) -> bool:
    """Whether it is an organiser who settles it for all; ``Refusal`` for whoever is not asked."""
    awaited = asked(battle, [(result.player, How(result.how)) for result in results])
    verdicts = verdicts_of(battle)
    doubts = doubting(awaited, said_of(verdicts))
    is_asked = member is not None and member.pk in awaited
    has_said = member is not None and member.pk in doubts
    stake = Stake.OWN if is_asked or (has_said and awaited) else Stake.OTHERS if awaited else Stake.FREE
    if disposes(Thing.RESULT, member.role if member else "", stake):
        return not is_asked and member is not None and member.leads
    people = {one.player for one in results if one.player_id in awaited}
    people |= {one.member for one in verdicts if one.member_id in doubts}
    names = sorted(person.name for person in people if person and person.plays)
    raise Refusal(f"{' or '.join([*names, 'an organiser'])} says whether the result is right. Nothing was stored.")
