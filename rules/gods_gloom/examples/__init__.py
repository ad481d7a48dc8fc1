"""All worked examples of the game."""

from rules.gods_gloom.examples.steps import AROUND
from rules.gods_gloom.examples.traits import AFTERWARDS
from rules.gods_gloom.examples.vectors import VECTORS

EXAMPLES = (*VECTORS, *AROUND, *AFTERWARDS)
