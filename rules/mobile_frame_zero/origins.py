"""Where each line of a trace comes from."""

from __future__ import annotations

from collections.abc import Iterator

from rules.mobile_frame_zero.charts import BANDS, PAGES, Chart
from rules.origins import Origin

ATTACKS = 'rulebook, "Resolving attacks", pp. 119-123'
HOW_MUCH = 'rulebook, "How Much Damage?", pp. 119-123'
FRAMES = 'rulebook, "When a Mobile Frame Takes Damage"'
ROUNDS = "rulebook, pp. 93-96"
TURN = "rulebook, pp. 93-96; designer"


def _faces(faces: tuple[int, ...]) -> str:
    return f"{faces[0]}-{faces[-1]}" if len(faces) > 1 else f"{faces[0]}"


def _rows(chart: Chart) -> tuple[tuple[str, str], ...]:
    miss, fours, fives, hit = BANDS[chart]
    rows = ((miss, "misses"), ((*fours, *fives), "hits the cover"), (hit, "hits the target"))
    return tuple((_faces(faces), does) for faces, does in rows if faces)


def _charts() -> Iterator[Origin]:
    for chart in Chart:
        yield Origin(
            f"chart {chart.value} *",
            f"Chart {chart.title}: each die by what it shows, the lowest first.",
            PAGES,
            of=("damage", "chart"),
            decided=("Order", "Cover ruined, or a covering frame destroyed, among the dice"),
            chart=_rows(chart),
        )


ORIGINS = (
    Origin(
        "attack",
        "The die that the frame attacks with, and the spot on its target if it is used.",
        ATTACKS,
        decided=("An attack die that was not rolled with the app", "A spot that was added to an attack that misses"),
        procedure="attack",
    ),
    Origin(
        "spot",
        "A spot on the target is added to the attack, whoever put it there.",
        ATTACKS,
        decided=("Whether to use a spot", "Whose spot", "A frame's own fresh spot"),
        procedure="attack",
    ),
    Origin(
        "defence",
        "The die that the target assigned to its defence, for the whole round.",
        ATTACKS,
        of=("defence die",),
        decided=(
            "A target that has not acted",
            "A target that acted without telling its defence",
            "A frame that assigned no die to defence",
            "A defence once told",
        ),
    ),
    Origin(
        "damage dice",
        "As many dice as the attack is above the defence; as high or lower misses. Terrain has no defence.",
        HOW_MUCH,
        of=("attack", "defence"),
        decided=("An attack as high as the defence", "Terrain as the target"),
    ),
    Origin(
        "chart",
        "Which chart the dice are read on: by the range, and by what covers the target.",
        HOW_MUCH,
        decided=("Which frames cover", "Hand-to-hand", "Other cover behind the cover that fell"),
        chart=tuple((str(chart.value), chart.title.partition(", ")[2]) for chart in Chart),
    ),
    Origin("damage", "The damage dice as they fell.", HOW_MUCH, of=("damage dice",)),
    *_charts(),
    Origin(
        "absorbed",
        "A covering frame with two blue systems takes no damage.",
        HOW_MUCH,
        of=("chart 4 *",),
        decided=("A covering frame with two blue systems",),
    ),
    Origin(
        "damage to the *",
        "One for each die that hits it.",
        HOW_MUCH,
        of=("chart ? *", "absorbed", "abandoned"),
        decided=("Damage beyond what is left",),
    ),
    Origin(
        "system* lost",
        "Its owner picks a system for each damage; then white dice go, and without any it is destroyed.",
        FRAMES,
        of=("damage to the *",),
        decided=("Rockets", "A destroyed frame"),
    ),
    Origin(
        "*'s position",
        "A frame beside a station may leave its position and ignore one damage.",
        FRAMES,
        decided=("Abandoning a station",),
    ),
    Origin(
        "abandoned",
        "It moves 1 unit away from the station, and one damage does nothing.",
        FRAMES,
        of=("*'s position",),
        decided=("Abandoning a station",),
    ),
    Origin(
        "named range",
        "A frame names its range before it rolls.",
        TURN,
        decided=("A range once named", "Hand-to-hand range"),
    ),
    Origin("rockets fired", "Rockets are fired with the pool.", TURN, decided=("Rockets",)),
    Origin(
        "pool",
        "All its dice at once: two white ones, and those of its systems.",
        TURN,
        of=("named range", "rockets fired"),
        decided=("Red dice", "Sprint"),
    ),
    Origin("* die", "One die of the pool for each thing that it does.", TURN, of=("pool",)),
    Origin(
        "attack", "The die that it attacks with.", TURN, of=("attack die",), decided=("A turn without an attack die",)
    ),
    Origin("movement", "The die that it moves by, on the table.", TURN, of=("movement die",)),
    Origin("spot", "The die that it spots with.", TURN, of=("spot die",), decided=("Spotting",)),
    Origin(
        "score",
        "Standing frames and held stations, each worth what the company's points per asset are.",
        ROUNDS,
        decided=("Points per asset", "Score", "A station that changes hands", "A destroyed frame"),
    ),
    Origin(
        "doomsday clock",
        "It goes down by one at the end of a round, and by one for each company that wants it.",
        ROUNDS,
        decided=("The end of a round", "The clock at 0"),
    ),
)
"""The origin of every line, the first that fits."""
