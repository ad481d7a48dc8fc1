"""All worked examples of the game."""

from rules.gods_gloom.afterwards import AFTERWARDS
from rules.gods_gloom.around import AROUND
from rules.gods_gloom.vectors import VECTORS

EXAMPLES = (*VECTORS, *AROUND, *AFTERWARDS)
