"""Dice that both sides roll at once: each device enters its own, and what came early waits for the rest."""

import pytest
from django.db.models.signals import post_save

from companion.live.versions import versions
from companion.models import Declaration, Event, GloomArmy, Reply
from companion.services.auditing import audited
from rules.asks import Declared
from rules.games import GAMES
from rules.hands import hands_of, rolls_from
from rules.play import Waiting, play
from tests.companion.demo import demo_of
from tests.companion.playing import Device, text_of
from tests.companion.test_two_devices import race

ATTACK, DEFENCE = "6 5 2", "5 3 1"


def devices(game):
    battle = demo_of(game)
    return Device(battle, name="Anna"), Device(battle, name="Ben")


def skirmish():
    anna, ben = devices("troops_and_supplies")
    anna.declare("attack", anna.key("Rifle squad"), anna.key("Guard squad"))
    return anna, ben


def melee():
    anna, ben = devices("gods_gloom")
    GloomArmy.objects.update(seals=0)
    anna.declare("attack", anna.key("Tusk Reavers"), anna.key("Bound Soldiers"), q_kind="melee")
    return anna, ben


@pytest.fixture
def crossing(db):
    return skirmish()


@pytest.fixture
def gate(db):
    return melee()


def stored():
    return list(Reply.objects.order_by("number").values_list("label", "value", "source", "who"))


def early():
    return [(one["who"], one["faces"]) for one in Declaration.objects.get().early]


@pytest.mark.parametrize("order", ["attack first", "defence first", "one device"])
def test_whoever_is_first_the_same_is_stored(crossing, order):
    anna, ben = crossing
    taps = {
        "attack first": ((anna, ATTACK, ""), (ben, "", DEFENCE)),
        "defence first": ((ben, "", DEFENCE), (anna, ATTACK, "")),
        "one device": ((anna, ATTACK, DEFENCE),),
    }
    for device, *pools in taps[order]:
        assert device.dice(*pools).status_code == 302
    ((label, value, source, who),) = stored()
    assert (label, value, source) == ("battle dice", [[6, 5, 2], [5, 3, 1]], "entered")
    assert set(who.split(" and ")) == ({"Anna"} if order == "one device" else {"Anna", "Ben"})
    assert early() == []
    anna.choose("0")
    anna.apply()
    assert not audited(anna.battle).differs


def test_dice_that_came_early_are_shown_and_the_page_asks_only_for_the_rest(crossing):
    anna, ben = crossing
    key = anna.battle.key
    before = versions([key])[key]
    assert "Hill army and River army: roll the dice." in text_of(anna.get())
    ben.dice("", DEFENCE)
    assert stored() == []
    assert early() == [("Ben", [[5, 3, 1]])]
    assert versions([key])[key] != before, "other devices hear of it"
    page = text_of(anna.get())
    assert "River army has rolled" in page
    assert "Hill army: roll the dice." in page
    assert "3 attack d6</label>" in page
    assert "3 defence d6</label>" not in page
    assert "for me</button>" not in page
    assert f'data-version="{versions([key])[key]}"' in page


def fours(device):
    """Fours for all dice that can lie on the table, pool by pool."""
    return [" ".join(["4"] * pool.count) for roll in rolls_from(device.played().ask) for pool in roll.pools]


@pytest.mark.parametrize("first", ["attacker", "defender"])
def test_two_rolls_that_follow_one_another_are_entered_in_any_order(gate, first):
    anna, ben = gate
    declaration = anna.open
    attack, defence = hands(anna)
    shown = fours(anna)
    taps = [(anna, masked(shown, attack)), (ben, masked(shown, defence))]
    for device, pools in taps if first == "attacker" else reversed(taps):
        assert device.dice(*pools, answer=0, declaration=declaration).status_code == 302
    assert [(label, source, who) for label, _, source, who in stored()] == [
        ("ATC.10 attacker's dice", "entered", "Anna"),
        ("ATC.10 defender's dice", "entered", "Ben"),
    ]
    assert early() == []


def test_the_app_rolls_for_the_attacker_beside_dice_of_the_defender(gate):
    anna, ben = gate
    ben.dice(*masked(fours(anna), hands(anna)[1]))
    assert stored() == []
    assert "Roll for me" in text_of(anna.get())
    assert anna.roll(answer=0).status_code == 302
    assert [(source, who) for _, _, source, who in stored()] == [("rolled", "Anna"), ("entered", "Ben")]
    assert anna.take_back().status_code == 302
    assert [(source, who) for _, _, source, who in stored()] == [("rolled", "Anna")]


@pytest.mark.parametrize("first", ["both at once", "the defender's early"])
def test_none_are_entered_for_a_roll_whose_dice_the_app_has_thrown_before(gate, first):
    """They stay for what is called off and declared again, also where another roll comes before them."""
    anna, _ = gate
    attack, defence = hands(anna)
    shown = fours(anna)
    assert anna.dice(*masked(shown, attack)).status_code == 302
    assert anna.roll().status_code == 302
    fell = Reply.objects.get(source="rolled").value
    assert anna.call_off().status_code == 302
    anna.declare("attack", anna.key("Tusk Reavers"), anna.key("Bound Soldiers"), q_kind="melee")
    refused = anna.dice(*(shown if first == "both at once" else masked(shown, defence)))
    assert refused.status_code == 422
    assert "fell before and stay" in text_of(refused)
    assert not anna.open.replies.exists()
    assert anna.open.early == []
    assert anna.dice(*masked(shown, attack)).status_code == 302
    assert list(anna.open.replies.values_list("source", flat=True)) == ["entered", "rolled"]
    assert anna.open.replies.last().value == fell


def test_the_app_rolls_only_whole_rolls(crossing):
    anna, ben = crossing
    ben.dice("", DEFENCE)
    answer = anna.roll()
    assert answer.status_code == 422
    assert "The other side's dice are entered" in text_of(answer)
    assert stored() == []
    assert early() == [("Ben", [[5, 3, 1]])]


@pytest.mark.parametrize(
    ("pools", "sentence"),
    [
        (("", "5 3"), "3 defence d6 dice are needed. You entered 2."),
        (("", "5 3 7"), "A defence d6 shows 1 to 6. You entered 7."),
        (("6 5", "5 3 1"), "3 attack d6 dice are needed. You entered 2."),
        (("", ""), "3 attack d6 dice are needed. You entered 0."),
        (("6 5 2", "5 3 1", "1"), "2 kinds of dice are needed. You entered 3."),
        (("6 5 2",), "2 kinds of dice are needed. You entered 1."),
    ],
)
def test_what_is_not_whole_is_refused_and_changes_nothing(crossing, pools, sentence):
    anna, _ = crossing
    answer = anna.dice(*pools)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert (stored(), early()) == ([], [])


def test_dice_that_lie_there_are_not_entered_otherwise_by_another(crossing):
    anna, ben = crossing
    ben.dice("", DEFENCE)
    assert ben.dice("", DEFENCE).status_code == 302, "a second tap does nothing"
    answer = anna.dice(ATTACK, "6 6 6")
    assert answer.status_code == 409
    assert "Ben has entered these dice already. Yours were not stored." in text_of(answer)
    assert (stored(), early()) == ([], [("Ben", [[5, 3, 1]])])


def test_dice_that_came_early_are_taken_back_before_anything_else(crossing):
    anna, ben = crossing
    ben.dice("", DEFENCE)
    unaware = anna.take_back()
    assert unaware.status_code == 409
    assert early() == [("Ben", [[5, 3, 1]])]
    for _ in range(2):
        assert ben._tap("back", None, None, waiting="1").status_code == 302
        assert early() == []


def test_what_is_called_off_with_early_dice_is_told_in_the_log(crossing):
    anna, ben = crossing
    ben.dice("", DEFENCE)
    anna.call_off()
    assert Event.objects.order_by("-number").first().kind == "called off"


def test_a_late_second_tap_of_one_side_does_nothing_once_all_dice_lie(crossing):
    anna, ben = crossing
    declaration = anna.open
    ben.dice("", DEFENCE, answer=0, declaration=declaration)
    anna.dice(ATTACK, "", answer=0, declaration=declaration)
    assert ben.dice("", DEFENCE, answer=0, declaration=declaration).status_code == 302
    assert ben.dice("", "6 6 6", answer=0, declaration=declaration).status_code == 409
    assert len(stored()) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("first", [0, 1], ids=["attacker", "defender"])
@pytest.mark.parametrize("fight", [skirmish, melee])
def test_both_sides_enter_their_dice_at_the_same_moment(fight, first):
    anna, ben = fight()
    declaration, shown = anna.open, fours(anna)
    mine, theirs = (masked(shown, hand) for hand in hands(anna)[:: -1 if first else 1])
    stores = Reply if fight is melee and first == 0 else Declaration
    one, two = race(
        lambda: anna.dice(*mine, answer=0, declaration=declaration),
        lambda: ben.dice(*theirs, answer=0, declaration=declaration),
        signal=post_save,
        model=stores,
    )
    assert (one.status_code, two.status_code) == (302, 302)
    assert [faces for _, value, _, _ in stored() for faces in value] == [
        [int(face) for face in pool.split()] for pool in shown
    ]
    assert early() == []


def hands(device):
    record = Declared(device.sheet, GAMES[device.battle.game].procedure("attack").read(device.open.declared))
    now = play(GAMES[device.battle.game].procedure("attack").resolve, record, ())
    assert isinstance(now, Waiting)
    return hands_of(rolls_from(now.ask), record)


def masked(shown, hand):
    return [text if place in hand.places else "" for place, text in enumerate(shown)]
