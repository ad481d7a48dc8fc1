"""The audit: what is stored is held against the log, and whatever was tampered with is named."""

from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command

from companion.management.audits import audits
from companion.management.fuzzing import declared
from companion.management.seeing_through import last_event
from companion.models import Battle, Declaration, Event, Frame, Side, Token, Version
from companion.services.amending import amend
from companion.services.auditing import audited
from companion.services.auditing_log import Corrected
from companion.services.demo import load_demo
from companion.services.editing import editing
from companion.services.foreseeing import Amendment
from companion.services.history import history_of
from companion.services.writing import AMENDED
from companion.sheets import stored
from rules.asks import Choice
from rules.folding import Decided
from rules.games import GAMES
from rules.timeline import How
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def played():
    """A battle of frames in which something was declared."""
    battle = declared("mobile_frame_zero", 3, 12).battle
    assert Event.objects.filter(battle=battle, kind="attack", undone_by=None).exists()
    return battle


def audit(**options):
    out = StringIO()
    code = 0
    try:
        call_command("audit", stdout=out, **options)
    except SystemExit as ended:
        code = ended.code
    return code, out.getvalue()


@pytest.mark.parametrize("game", GAMES)
def test_a_battle_just_played_is_clean(game):
    battle = declared(game, 7, 15).battle
    stored = everything()
    found = audited(battle)
    assert (found.differs, found.cannot_run, found.firm) == ((), (), 0)
    code, said = audit()
    assert code == 0
    assert f"{GAMES[game].name} ({GAMES[game].edition}), 1 battle: {found.same} the same, 0 differ" in said
    after = everything()
    assert after.pop("Upkeep")[0][1:3] == ("audit", "1 battle, nothing differs")
    assert stored.pop("Upkeep") == []
    assert after == stored, "it is noted that it was done, and nothing else"


def test_the_demo_is_clean():
    load_demo()
    assert audit()[0] == 0


def refused(battle, sentence):
    found = audited(battle)
    assert any(sentence in finding.sentence for finding in found.differs), found.differs
    code, said = audit(battle=battle.key)
    assert code == 1
    assert sentence in said


def test_a_piece_that_was_changed_behind_the_log(played):
    frame = Frame.objects.filter(battle=played).first()
    Token.objects.filter(piece=frame).delete()
    Frame.objects.filter(pk=frame.pk).update(name="Somebody else")
    refused(played, "the entries lead to another battle")


def test_a_score(played):
    Side.objects.filter(battle=played).update(score=99)
    refused(played, "has 99 points stored")


def attack_of(battle):
    return Event.objects.filter(battle=battle, kind="attack", undone_by=None).first()


def test_a_headline(played):
    Event.objects.filter(pk=attack_of(played).pk).update(headline="Nothing happened.")
    refused(played, "it says “Nothing happened.”")


def test_changes_that_lead_elsewhere(played):
    event = attack_of(played)
    Event.objects.filter(pk=event.pk).update(changes=event.changes[1:])
    assert audited(played).differs
    assert audit()[0] == 1


def test_a_trace(played):
    declaration = attack_of(played).declaration
    trace = [{**step, "value": "?"} for step in declaration.trace]
    Declaration.objects.filter(pk=declaration.pk).update(trace=trace)
    refused(played, "it came about in another way")


def test_an_older_edition_that_comes_out_the_same_is_the_same(played):
    before = audited(played)
    Declaration.objects.filter(battle=played).update(edition="an older one")
    found = audited(played)
    assert (found.same, found.differs, found.otherwise) == (before.same, (), ())
    assert sum(found.same_older.values()) > 0
    code, said = audit()
    assert code == 0
    assert (
        f"Resolved under an older one: {found.same_older['an older one']} the same, 0 differ, 0 otherwise now" in said
    )


def test_an_older_edition_that_nobody_can_read_cannot_run_and_nothing_differs(played):
    Declaration.objects.filter(battle=played).update(edition="an older one", declared={})
    Version.objects.filter(of__battle=played).exclude(edition="").update(edition="an older one")
    found = audited(played)
    assert found.is_clean
    assert {finding.edition for finding in found.cannot_run} == {"an older one"}
    assert audit()[0] == 0


def test_a_log_that_tells_too_little_says_from_where(played):
    Event.objects.filter(battle=played, number=1).update(parts=None)
    found = audited(played)
    assert (found.firm, found.is_clean) == (1, True)
    assert "before entry 1 its log tells too little" in audit()[1]


@pytest.mark.parametrize("broken", [{"changes": [{"piece": 1}]}, {"parts": [{"nonsense": 1}]}, {"shape": 99}])
def test_a_log_that_cannot_be_read_is_named_and_the_other_battles_are_audited(played, broken):
    demo_of("gods_gloom")
    others = Battle.objects.exclude(pk=played.pk)
    lines = history_of(played, stored(played).sheet).lines
    Event.objects.filter(battle=played, number=1).update(**broken)
    refused(played, "Its log cannot be read: ")
    code, said = audit()
    assert code == 1
    assert said.startswith(f"{len(others) + 1} battles audited.")
    # Who cannot read the log cannot tell late undos from what they took back.
    entries = sum(not line.settled for line in lines)
    assert f" the same, 1 differs, {entries} cannot run." in said
    assert f"its log does not lead to {entries} entries." in said


def test_an_entry_that_differs_in_several_ways_counts_once_and_by_its_own_edition(played):
    Declaration.objects.filter(battle=played).update(edition="an older one")
    event = Event.objects.filter(battle=played, declaration__isnull=False, undone_by=None).exclude(changes=[]).last()
    meddled = [{**event.changes[0], "after": 77}, *event.changes[1:]]
    Event.objects.filter(pk=event.pk).update(headline="Nothing happened.", changes=meddled)
    found = audited(played)
    assert len({finding.sentence for finding in found.differs if finding.number == event.number}) > 1
    assert {finding.edition for finding in found.differs if finding.number == event.number} == {"an older one"}
    (line,) = [line for line in audit()[1].splitlines() if "Resolved under an older one" in line]
    assert ", 1 differs, " in line


def attack_and_edit(name, **values):
    """An attack with its dice on the table, and what staff then make of a piece: the device, and its tap on apply."""
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    device.declare("attack", device.key("Rifle squad"), device.key("Guard squad"))
    device.dice("6 5 2", "5 3 1")
    row = stored(device.battle).rows[device.key(name)]
    with editing(key=device.battle.key, who="staff"):
        type(row).objects.filter(pk=row.pk).update(**values)
    while isinstance(getattr(device.played(), "ask", None), Choice):
        device.choose("0")
    return device, device.apply()


def test_what_staff_edit_while_an_attack_is_under_way_leaves_a_log_that_can_be_folded():
    device, answer = attack_and_edit("Guard squad", battle_die=8)
    assert answer.status_code == 409
    assert "The battle was edited since this was declared" in text_of(answer)
    assert device.last.kind == "edit"
    assert audited(device.battle).is_clean
    assert device.call_off().status_code == 302


def test_what_staff_edit_elsewhere_holds_up_no_attack():
    device, answer = attack_and_edit("Scout section", battle_die=8)
    assert answer.status_code == 302
    assert device.last.kind == "attack"
    assert audited(device.battle).is_clean


@pytest.fixture
def corrected():
    """A battle of troops with one entry kept as it was stored, and a later one struck out."""
    battle = declared("troops_and_supplies", 4, 12).battle
    numbers = [entry.number for entry in history_of(battle, stored(battle).sheet).entries if entry.record]
    for number, how in ((numbers[0], How.KEPT), (numbers[-1], How.STRUCK)):
        wanted = Amendment(Decided(how), agreed=True)
        amend(key=battle.key, number=number, wanted=lambda _, wanted=wanted: wanted, seen=last_event(battle), who="Ben")
    assert audited(battle).is_clean
    return battle


def version_of(battle, how):
    return Version.objects.filter(amendment__battle=battle, how=how).order_by("pk").first()


def named(battle, number, sentence):
    """The audit finds that of this entry."""
    found = audited(battle).differs
    assert any(one.number == number and sentence in one.sentence for one in found), found
    assert audit(battle=battle.key)[0] == 1


@pytest.mark.parametrize("how", [How.KEPT, How.STRUCK])
def test_a_headline_of_what_was_kept_or_struck_out(corrected, how):
    version = version_of(corrected, how)
    Version.objects.filter(pk=version.pk).update(headline="Nothing happened.")
    named(corrected, version.of.number, "it says “Nothing happened.”")


def test_changes_of_what_was_kept(corrected):
    version = version_of(corrected, How.KEPT)
    assert version.changes
    Version.objects.filter(pk=version.pk).update(changes=version.changes[1:])
    named(corrected, version.of.number, "it is kept as it was stored, and changes other things")


def test_changes_of_what_was_struck_out(corrected):
    version = version_of(corrected, How.STRUCK)
    unit = stored(corrected).sheet.pieces[0]
    made = {"piece": unit.key, "track": "supplies", "before": unit.supplies, "after": unit.supplies}
    Version.objects.filter(pk=version.pk).update(changes=[made])
    named(corrected, version.of.number, "it is struck out, and changes something")


def test_what_was_entered_at_first_of_what_was_corrected_since(corrected):
    event = version_of(corrected, How.STRUCK).of
    Event.objects.filter(pk=event.pk).update(headline="Nothing happened.")
    named(corrected, event.number, "it says “Nothing happened.”, and came out as")


def test_changes_of_a_correction(corrected):
    event = Event.objects.filter(battle=corrected, kind=AMENDED).exclude(changes=[]).last()
    Event.objects.filter(pk=event.pk).update(changes=[{**one, "before": 77} for one in event.changes])
    named(corrected, event.number, "it goes on from something else than entry")
    Event.objects.filter(pk=event.pk).update(changes=[{**one, "after": 77} for one in event.changes])
    named(corrected, event.number, "the battle does not go on from what it led to")


def test_what_was_kept_in_another_battle_than_it_is_in_now_may_have_changed_less(corrected):
    """What a piece showed already when it was kept was no change then, and the log has it so from then on."""
    first, last = (version_of(corrected, how).of.number for how in (How.KEPT, How.STRUCK))
    for number, how in ((last, How.KEPT), (first, How.STRUCK)):
        wanted = Amendment(Decided(how), agreed=True)
        seen = last_event(corrected)
        amend(key=corrected.key, number=number, wanted=lambda _, wanted=wanted: wanted, seen=seen, who="Ben")
    game, sheet = GAMES[corrected.game], stored(corrected).sheet
    history = history_of(corrected, sheet)
    found = zip(history.lines, history.leading_to(sheet).sheets(), strict=False)
    line, now = next((line, now) for line, now in found if line.entry.number == last)
    assert line.entry.how is How.KEPT
    one, *others = line.entry.changes
    for changes, sentence in (
        (others, ""),
        ([replace(one, after=77), *others], "it is kept as it was stored, and changes other things."),
    ):
        meddled = replace(line, entry=replace(line.entry, changes=tuple(changes)))
        assert Corrected(corrected).otherwise(game, meddled, now) == sentence


@pytest.mark.parametrize("kind", ["undo", "redo"])
def test_changes_of_an_undo_or_a_redo(kind):
    device = Device(declared("troops_and_supplies", 4, 12).battle)
    while not device.last.changes:
        assert device.undo().status_code == 302
    assert device.undo().status_code == 302
    if kind == "redo":
        assert device.post("redo", event=device.last.number, seen=device.seen).status_code == 302
    assert audited(device.battle).is_clean
    back = device.last
    Event.objects.filter(pk=back.pk).update(changes=[{**back.changes[0], "before": 77}, *back.changes[1:]])
    named(device.battle, back.number, f"it goes on from something else than entry {back.number - 1} led to")
    if kind == "redo":
        Event.objects.filter(pk=back.pk).update(changes=back.changes[1:])
        named(device.battle, back.number, f"it does again what entry {back.number - 1} took back, and changes other")


def test_what_was_undone_and_cannot_be_read():
    device = Device(declared("troops_and_supplies", 4, 12).battle)
    while not device.last.declaration_id:
        assert device.undo().status_code == 302
    last = device.last
    assert device.undo().status_code == 302
    Event.objects.filter(pk=last.pk).update(changes=[{"piece": 1}])
    refused(device.battle, "Its log cannot be read: ")


def test_a_battle_that_is_deleted_for_good_meanwhile_has_no_audit(played):
    assert [found.battle.pk for found in audits([played.pk, played.pk + 1], 1)] == [played.pk]
