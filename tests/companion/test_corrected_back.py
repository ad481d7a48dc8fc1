"""What is corrected and corrected back is as it was: dice that no entry asked for in between are known still."""

import pytest

from companion.management.fuzzing import begun
from companion.models import Declaration
from companion.queries.correction import correction_page
from companion.services.foreseeing import Amendment, find_entry
from companion.services.history import history_of
from companion.services.lucking import luck_in
from companion.services.under_way import shown_to
from rules.asks import Choice
from rules.changes import apply
from rules.folding import Decided
from rules.games import GAMES
from rules.table import Source
from rules.timeline import How
from tests.companion.convoy import post
from tests.companion.demo import demo_of
from tests.companion.playing import Device, form_to, text_of
from tests.companion.test_correcting import correction, dice_of, filled, later_that_was_kept, old_roll, strike_out

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def attack(device, attacker, target, *dice, **answers):
    """An attack with these dice, or the app's where there are none."""
    assert device.declare("attack", device.key(attacker), device.key(target), **answers).status_code == 302
    device.dice(*dice) if dice else device.roll()
    while isinstance(getattr(device.played(), "ask", None), Choice):
        device.choose("0")
    assert device.apply().status_code == 302
    return device.last.number


def fought(*last):
    """Two attacks: the Guard squad loses one to the first, and hits back with the dice of what it has left."""
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    first = attack(device, "Rifle squad", "Guard squad", "6 5 2", "5 3 1")
    device.declare("turn")
    return device, first, attack(device, "Guard squad", "Rifle squad", *last)


def correct(device, number, **changed):
    """Commit a correction with this changed on its page, once nothing is missing."""
    data = filled(form_to(device.get("correct", number), f"/{number}/correct/")) | changed
    page = device.post("correct", number, **data)
    shown = filled(form_to(page, f"/{number}/correct/"))
    assert device.post("correct", number, **shown, commit="1").status_code == 302


def replies(device, number):
    lines = history_of(device.battle, device.sheet).lines
    return next(line.entry.record.replies for line in lines if line.entry.number == number)


def test_what_its_declaration_has_stored_is_the_battle_before_it_until_an_earlier_entry_is_corrected():
    device, first, later = fought("4 1", "3 3 3")

    def stored():
        return shown_to(Declaration.objects.select_related("battle").get(events__number=later))

    assert find_entry(device.battle, later).before == stored()
    correct(device, first, **{f"e{first}-0-0-2": "6"})
    before = find_entry(device.battle, later).before
    assert before != stored()
    earlier = find_entry(device.battle, first)
    attacked, turned, _ = (line.entry.changes for line in earlier.lines)
    assert before == apply(apply(earlier.before, attacked), turned)


@pytest.mark.parametrize("last", [("4 1", "3 3 3"), ()], ids=["typed", "thrown"])
def test_a_later_attack_has_the_die_again_that_was_left_over(last):
    device, first, later = fought(*last)
    before, fell = device.sheet, replies(device, later)
    correct(device, first, **{f"e{first}-0-0-2": "6"})
    assert len(replies(device, later)[0].faces[0]) < len(fell[0].faces[0])
    page = correction_page(device.battle, first, {**shown(device, first), f"e{first}-0-0-2": "2"})
    assert page.misfits == ()
    assert page.is_whole
    correct(device, first, **{f"e{first}-0-0-2": "2"})
    assert replies(device, later) == fell
    assert device.sheet == before


def shown(device, number):
    return filled(form_to(device.get("correct", number), f"/{number}/correct/"))


def test_beside_the_apps_dice_one_that_was_typed_later_can_be_put_right():
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    first = attack(device, "Rifle squad", "Guard squad", "6 5 6", "5 3 1")
    device.declare("turn")
    later = attack(device, "Guard squad", "Rifle squad")
    ((fell,), _) = replies(device, later)[0].faces
    correct(device, first, **{f"e{first}-0-0-2": "2"})
    thrown, typed = f"e{later}-0-0-0", f"e{later}-0-0-1"
    form = form_to(device.get("correct", later), f"/{later}/correct/")
    assert form["fields"][thrown] == str(fell)
    assert thrown not in form["offered"], "the app's die stays"
    assert "6" in form["offered"][typed], "the other one can be another"
    other = "6" if form["fields"][typed] != "6" else "5"
    correct(device, later, **{thrown: "5" if fell == 6 else "6", typed: other})
    assert replies(device, later)[0].faces[0] == (fell, int(other))


def test_a_roll_in_which_a_die_was_typed_beside_the_apps_counts_as_typed():
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    first = attack(device, "Rifle squad", "Guard squad", "6 5 6", "5 3 1")
    device.declare("turn")
    later = attack(device, "Guard squad", "Rifle squad")
    fell = replies(device, later)
    assert fell[0].source is Source.ROLLED
    correct(device, first, **{f"e{first}-0-0-2": "2"})
    mixed = replies(device, later)[0]
    assert (mixed.source, len(mixed.faces[0])) == (Source.ENTERED, 2)
    rolls = luck_in(device.battle)
    assert Source.ROLLED not in {roll[0] for rolls_of in rolls.values() for roll in rolls_of}
    found = find_entry(device.battle, later)
    struck = found.foreseen(Amendment(Decided(How.STRUCK)))
    assert struck.strikes_app_dice, "only the organiser or both sides may strike it out"
    correct(device, first, **{f"e{first}-0-0-2": "6"})
    assert replies(device, later) == fell


def test_what_a_later_attack_comes_to_with_the_die_that_it_lacked_is_told_beside_it():
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    first = attack(device, "Rifle squad", "Guard squad", "6 5 6", "5 3 1")
    device.declare("turn")
    later = attack(device, "Guard squad", "Rifle squad", "4", "3 3 3")
    wanted = {**shown(device, first), f"e{first}-0-0-2": "2"}
    page = text_of(device.post("correct", first, **wanted))
    assert f"<h3>{later}. Guard squad attacks Rifle squad: 1 loss, 2 left.</h3>" in page
    asked = form_to(device.post("correct", first, **wanted), f"/{first}/correct/")
    page = text_of(device.post("correct", first, **filled(asked) | {f"e{later}-0-0-1": "6"}))
    was, now = (f"Guard squad attacks Rifle squad: {told}" for told in ("1 loss, 2 left.", "2 losses, 1 left."))
    assert f"<h3>{later}. <del>{was}</del> {now}</h3>" in page


def edited(game):
    """A battle that staff have edited: what plays it, a device at it, the sheet before that, and the edit's number."""
    fuzz = begun(game, 1)
    device = Device(fuzz.battle, name="Anna")
    for _ in range(100):
        before = device.sheet
        fuzz.edit()
        if device.last.kind == "edit" and device.sheet.pieces != before.pieces:
            return fuzz, device, before, device.seen
    raise LookupError(game)


@pytest.mark.parametrize("game", GAMES)
def test_an_edit_sent_back_as_it_came_is_no_correction(game):
    _, device, _, number = edited(game)
    assert not correction_page(device.battle, number, {}).is_another
    answer = device.post("correct", number, **shown(device, number), commit="1")
    assert answer.status_code == 422
    assert "That changes nothing: it is as it was." in text_of(answer)
    assert device.seen == number


@pytest.mark.parametrize("game", GAMES)
def test_an_edit_that_was_struck_out_stands_again_as_it_was_written(game):
    fuzz, device, before, number = edited(game)
    after = device.sheet
    for how, sheet in (("struck", before), ("again", after), ("struck", before), ("again", after)):
        data = shown(device, number) | {"how": how}
        assert device.post("correct", number, **data, commit="1").status_code == 302
        assert device.sheet == sheet
        fuzz.check()


def test_what_comes_after_an_entry_that_lacks_a_die_is_sorted_too_as_if_that_one_were_kept():
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    first = attack(device, "Rifle squad", "Guard squad", "6 5 6", "5 3 1")
    device.declare("turn")
    later = attack(device, "Guard squad", "Rifle squad", "4", "3 3 3")
    assert post(device, "correction", "Guard squad", **{"q-strength": "3"}).status_code == 302
    last = device.last.number
    wanted = {**shown(device, first), f"e{first}-0-0-2": "2"}
    page = correction_page(device.battle, first, wanted)
    assert [one.number for one in page.misfits if one.lacks] == [later]
    assert [one.number for one in page.different] == [last]
    assert len(page.same) + len(page.different) + len(page.misfits) == last - first
    told = text_of(device.post("correct", first, **wanted))
    assert "what comes after it is told as if what was stored of it were kept" in told
    assert "The board then" not in told


@pytest.mark.parametrize("how", ["kept", "struck"])
def test_what_was_decided_of_a_later_entry_can_be_answered_again_after_all(how):
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    first = attack(device, "Rifle squad", "Guard squad", "6 5 6", "5 3 1")
    device.declare("turn")
    later = attack(device, "Guard squad", "Rifle squad", "4", "3 3 3")
    wanted = {**shown(device, first), f"e{first}-0-0-2": "2"}
    (before,) = correction_page(device.battle, first, wanted).misfits
    (decided,) = correction_page(device.battle, first, {**wanted, f"how-{later}": how}).misfits
    assert (
        [one.value for one in decided.choices] == [one.value for one in before.choices] == ["again", "kept", "struck"]
    )
    assert [one.value for one in decided.choices if one.taken] == [how]
    assert (decided.asks, decided.lacks) == ((), "")
    page = device.post("correct", first, **wanted, **{f"how-{later}": how})
    assert f'name="how-{later}" value="again"' in text_of(page)
    (again,) = correction_page(device.battle, first, {**wanted, f"how-{later}": "again"}).misfits
    assert (again.asks, again.lacks) == (before.asks, before.lacks)


def chosen(page, number):
    """What the page of an entry's correction has ticked: whether it happened."""
    return correction(page, number)["fields"]["how"]


@pytest.mark.parametrize("game", GAMES)
def test_an_entry_that_was_struck_out_opens_as_that(game):
    device, _, number = old_roll(game)
    strike_out(device, number)
    before = device.sheet
    page = device.get("correct", number)
    assert chosen(page, number) == "struck"
    assert "Nothing is changed yet" in text_of(page)
    answer = device.post("correct", number, **filled(correction(page, number)), commit="1")
    assert "That changes nothing: it is as it was." in text_of(answer)
    page = device.post("correct", number, **filled(correction(page, number)) | {"how": "again"})
    assert chosen(page, number) == "again"
    assert "Nothing is changed yet" not in text_of(page)
    assert device.sheet == before


def test_an_entry_that_was_kept_opens_with_what_holds():
    device = later_that_was_kept()
    kept = device.last.versions.filter(how=How.KEPT).last()
    assert kept.changes
    before = device.sheet
    page = device.get("correct", kept.of.number)
    assert chosen(page, kept.of.number) == "kept"
    assert "What holds" in text_of(page)
    assert "Nothing is changed yet" in text_of(page)
    assert not dice_of(correction(page, kept.of.number))
    data = filled(correction(page, kept.of.number))
    assert "That changes nothing" in text_of(device.post("correct", kept.of.number, **data, commit="1"))
    for how in ("again", "struck"):
        page = device.post("correct", kept.of.number, **data | {"how": how})
        assert chosen(page, kept.of.number) == how
        assert "What holds" not in text_of(page)
    assert device.sheet == before
