"""Asks without words, for resolvers that only tests know."""

from dataclasses import dataclass

from rules.asks import Choice, Roll


@dataclass(frozen=True, slots=True)
class PlainRoll(Roll):
    name: str

    @property
    def label(self):
        return self.name


@dataclass(frozen=True, slots=True)
class PlainChoice(Choice):
    name: str

    @property
    def label(self):
        return self.name


def rolling(label, *pools):
    return PlainRoll(pools, label)


def decision(label, by, options):
    return PlainChoice(by, options, label)
