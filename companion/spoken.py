"""Codes to say aloud: a word and two digits, as they are made, read back, and turned into what a link holds."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator

from django.utils.crypto import salted_hmac

LIST = """
acorn alpine amber anchor angel apple apron arrow aspen atlas autumn badge baker bamboo banana banjo barley
barrel basil basket beacon beaver bishop bison blanket blossom bonfire bottle bracket branch breeze bridge
bronze bucket buckle buffalo butter button cabbage cabin cactus camel camera candle canoe canyon captain caramel
carbon cargo carpet carrot castle cavern cedar celery cello chalk cherry chestnut chimney cinema circus citrus
clover cobalt cobra coconut coffee comet compass copper coral cotton coyote cradle crater cricket crystal
cupboard curtain cushion cyclone daisy dancer desert diamond dinner doctor dolphin donkey dragon driver eagle
echo elbow elephant ember emerald engine evening fabric falcon farmer feather fennel ferry fiddle finger
flamingo forest fossil fountain freckle freezer galaxy gallery garden garlic garnet gazelle geyser giant ginger
giraffe glacier goblet gondola gorilla granite grape gravel guitar hamlet hammer hamster harvest hazel hermit
heron hockey holiday honey horizon hornet hotel iceberg igloo indigo insect island ivory jacket jaguar jasmine
jelly jigsaw jockey journal jungle juniper kangaroo kayak kennel kettle keyhole kitchen kitten koala ladder
lagoon lantern lavender lemon leopard lettuce library lighthouse lily linen lizard lobster locket lumber magnet
magpie mango mantle maple marble market meadow melon mercury meteor midnight mirror mitten monkey mosaic
mountain muffin museum mushroom music mustard napkin nectar needle nickel noodle nugget nutmeg oasis oatmeal
ocean octopus olive onion opera orange orchard orchid otter oxygen oyster paddle palace pancake panda panther
papaya parade parrot pasture peacock pebble pelican pencil penguin pepper piano pickle picnic pigeon pillow
pilot pioneer pirate pistachio planet platinum plaza poet pony poplar potato powder prairie pretzel puffin
pumpkin puppet puzzle pyramid quartz quiver rabbit raccoon radio radish rainbow raisin raven ribbon river robin
rocket rooster rubber ruby saddle saffron sailor salmon sandal sapphire saturn scarlet school scooter shadow
shelter sheriff shovel silver singer sketch soldier sparrow spider spinach spiral sponge squirrel stadium
starfish station stencil summer sunset swallow sweater symbol table tango teacup temple tennis thimble thistle
thunder tiger timber toffee tomato topaz tornado tortoise tower tractor trumpet tulip tunnel turkey turnip
turtle tuxedo umbrella unicorn valley vanilla velvet village violin volcano voyage waffle wagon walnut walrus
warden water weaver whistle willow window winter wizard wombat wonder woodland yellow zebra zigzag zipper
"""
WORDS = tuple(LIST.split())
"""Words that everybody knows, and that are told apart across a noisy room."""

DIGITS = 100
CODE = re.compile(r"([a-z]{3,12})([0-9]{2})")
BETWEEN = re.compile(r"[\s.,_-]+")


def codes_of(secret: str) -> Iterator[str]:
    """The codes that a form with this secret may make, the first that is free: a second tap finds the same."""
    for number in range(len(WORDS)):
        drawn = salted_hmac("companion.spoken.code", f"{secret}.{number}", algorithm="sha256").digest()
        word, digits = divmod(int.from_bytes(drawn[:8]) % (len(WORDS) * DIGITS), DIGITS)
        yield f"{WORDS[word]} {digits:02}"


def read_code(typed: str) -> str:
    """What was typed as a code is written; empty where it is none."""
    found = CODE.fullmatch(BETWEEN.sub("", typed.casefold()))
    return f"{found[1]} {found[2]}" if found else ""


def link_of(salt: str, code: str) -> str:
    """What the link behind a code holds: whoever knows the code and has the server's key can work it out again."""
    drawn = salted_hmac("companion.spoken.link", f"{salt}.{code}", algorithm="sha256").digest()
    return urlsafe_b64encode(drawn).decode().rstrip("=")
