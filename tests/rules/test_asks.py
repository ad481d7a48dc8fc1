from dataclasses import dataclass

from rules.asks import Choice, Declared, Option, Roll
from rules.dice import D6, Pool


@dataclass(frozen=True, slots=True)
class Cart:
    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Yard:
    pieces: tuple[Cart, ...]
    key: str = "yard"


@dataclass(frozen=True, slots=True)
class Pull:
    actor: str


@dataclass(frozen=True, slots=True)
class Way(Choice):
    SENTENCE = "{by}: where does {actor} go with {sacks} sacks?"
    OPTIONS = {"left": ("to the left", "the mill")}

    sacks: int


@dataclass(frozen=True, slots=True)
class Luck(Roll):
    SENTENCE = "{actor} tries its {label}."
    LABEL = "luck"


@dataclass(frozen=True, slots=True)
class Brake(Choice):
    LABEL = "brake {hard}"


DECLARED = Declared(Yard((Cart("cart-1", "No. 7, The {old} cart"), Cart("red", "Red side"))), Pull("cart-1"))
WAY = Way("red", ("left", "right"), 3)


def test_places_of_a_sentence_are_filled_by_fields_and_pieces_by_their_names():
    assert WAY.sentence(DECLARED) == "Red side: where does The {old} cart go with 3 sacks?"
    assert Luck((Pool(D6, 1),)).sentence(DECLARED) == "The {old} cart tries its luck."


def test_a_label_alone_is_the_sentence_as_it_is():
    assert Brake("red", ("left",)).sentence(DECLARED) == "Brake {hard}?"


def test_options_that_are_always_the_same_have_their_names():
    assert WAY.option(DECLARED, "left") == Option("left", "to the left", "the mill")
    assert WAY.option(DECLARED, "right") == Option("right", "right")
