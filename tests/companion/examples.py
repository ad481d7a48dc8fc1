"""The worked examples as somebody at the table plays them: by the forms of the pages."""

import json

import pytest
from django.utils.text import slugify

from companion.forms.picking import APPLIED
from companion.models import Declaration
from rules.asks import Declared
from rules.changes import NAMED
from rules.games import GAMES
from rules.records import to_json
from rules.table import Dice
from rules.x_wing.tokens import NAMES
from tests.companion.playing import Device, dice_form_of, form_to, forms_of, store

EXAMPLES = [(game, example) for game in GAMES.values() for example in game.examples]
FINISHED = [(game, example) for game, example in EXAMPLES if not example.refused and not example.waits_for]
REFUSED = [(game, example) for game, example in EXAMPLES if example.refused]
WAITING = [(game, example) for game, example in EXAMPLES if example.waits_for]


def by_slug(examples):
    names = [f"{game.slug}-{example.slug}" for game, example in examples]
    return pytest.mark.parametrize(("game", "example"), examples, ids=names)


class Played:
    """An example stored as rows, with its keys there and back."""

    def __init__(self, game, example):
        self.game = game
        self.example = example
        battle, self.there = store(example.battle)
        self.back = {stored: key for key, stored in self.there.items()}
        self.device = Device(battle, name="Anna")

    def shown(self):
        """What leads to the page on which the declaration can be made, with its answers."""
        chosen, said = self._said()
        return {**chosen, "do": self.example.procedure, **{f"q-{name}": answer for name, answer in said.items()}}

    def declare(self):
        """Tap the pieces, give the declared answers to the page's own form, and send it.

        What the page does not offer at all is sent by hand.
        """
        example = self.example
        chosen, said = self._said()
        page = self.device.get(do=example.procedure, **chosen, **self._before_rows(said))
        if not any(form["fields"].get("do") == example.procedure for form in forms_of(page)):
            answers = {f"q_{name}": value for name, value in said.items()}
            actor, target = chosen.get("attacker", ""), chosen.get("target", "")
            return self.device.declare(example.procedure, actor, target, **answers)
        form = form_to(page, "/declare/", do=example.procedure)
        # Some questions follow from the answers to others, which the page sends while they are given.
        if any(f"q-{name}" not in form["fields"] for name, value in said.items() if value in ("True", "1", "2")):
            page = self.device.get(do=example.procedure, **chosen, **self._texts(said))
            form = form_to(page, "/declare/", do=example.procedure)
        unasked = []
        for name, value in said.items():
            field = f"q-{name}"
            if isinstance(value, list):
                self._fill_rows(form, field, value)
                continue
            if field in form["offered"]:
                offered = value in form["offered"][field]
                assert offered or example.refused, f"{field} does not offer {value}"
                form["fields"][field] = value
            elif field in form["fields"]:
                form["fields"][field] = value
            else:
                assert example.refused or name in to_json(example.declaration) or value in ("None", "False", "0")
                unasked.append(name)
        answer = self.device.client.post(form["action"], form["fields"])
        for name in unasked if answer.status_code == 302 else ():
            declared = self.in_its_words(Declaration.objects.get().declared)
            assert declared[name] == to_json(example.declaration)[name], f"nobody asks for {name}"
        return answer

    def _said(self):
        """The tapped pieces, and the answers as texts."""
        said = {name: self._text(value) for name, value in self._answers(to_json(self.example.declaration)).items()}
        pieces = {"attacker": said.pop("actor", ""), "target": said.pop("target", "")}
        return {role: key for role, key in pieces.items() if key}, said

    def _answers(self, declared):
        """What was declared, with keys, and pairs of a key and a number, as answers of their own."""
        answers = {}
        for name, value in declared.items():
            if isinstance(value, list) and value and isinstance(value[0], list):
                answers |= {self._text(key): number for key, number in value}
            elif isinstance(value, list) and value and isinstance(value[0], str):
                answers |= {f"{name}-{self._text(key)}": "True" for key in value}
            elif isinstance(value, list) and value and "ship" in value[0]:
                answers |= self._gained(value)
            else:
                answers[name] = value
        return answers

    def _gained(self, ships):
        """What ships gain, as answers about each of them."""
        answers = {}
        for gain in ships:
            key = self._text(gain["ship"])
            answers[f"{key}-tokens"] = [{"name": NAMES[track]} for track in gain["tokens"]]
            if gain["lock"]:
                answers[f"{key}-lock"] = gain["lock"]
        return answers

    def _before_rows(self, said):
        """The answers that the rows on offer follow from, the taken rows among them, if any rows are taken."""
        if not any(isinstance(value, list) and value for value in said.values()):
            return {}
        rows = {name: value for name, value in said.items() if isinstance(value, list)}
        ticked = {f"q-{name}-take-{slugify(row['name'])}": "on" for name, value in rows.items() for row in value}
        return self._texts(said) | ticked

    def _texts(self, said):
        """The answers from which others follow, as the page sends them while they are given."""
        return {f"q-{name}": value for name, value in said.items() if isinstance(value, str)}

    def _fill_rows(self, form, field, rows):
        """Tick the boxes of rows on offer, and type the others."""
        typed = 0
        for row in rows:
            box = f"{field}-take-{slugify(row['name'])}"
            if box in form["boxes"] or self.example.refused:
                form["fields"][box] = "on"
                continue
            typed += 1
            for name, value in row.items():
                if value:
                    assert f"{field}-{typed}-{name}" in form["fields"], f"{name} of {row['name']} cannot be typed"
                    form["fields"][f"{field}-{typed}-{name}"] = str(value)

    def reply_all(self):
        """Answer by the forms of the pages, as many replies at once as a page asks for; yields each page before."""
        left = list(self.example.replies)
        while left:
            page = self.device.get()
            yield page
            answer, answered = self._screen(page, left)
            assert answer.status_code == 302
            left = left[answered:]

    def _screen(self, page, replies):
        """The answer to one tap, and how many of the replies it gave."""
        form = next((form for form in forms_of(page) if form["action"].endswith("/choice/")), None)
        if form and "place-0" in form["fields"]:
            return self._lay(form, replies)
        for name, value in form["buttons"] if form else ():
            options = json.loads(value) if name == "options" else []
            if options and options == [self._text(getattr(reply, "option", None)) for reply in replies[: len(options)]]:
                return self.device.client.post(form["action"], {**form["fields"], name: value}), len(options)
        return self.reply(replies[0], page), 1

    def _lay(self, form, replies):
        """Lay the dice of the next replies; a place that nobody is asked about takes the last that it offers."""
        laid = {reply.label: str(getattr(reply, "option", "")) for reply in replies}
        places = self.device.played().ask.laying(Declared(self.device.sheet, None)).places
        dice = {f"place-{n}": laid.get(one.label, one.options[-1].value) for n, one in enumerate(places)}
        assert dice.keys() <= form["fields"].keys()
        assert all(die in form["offered"].get(name, [die]) for name, die in dice.items())
        given = sum(one.label in laid for one in places)
        return self.device.client.post(form["action"], {**form["fields"], **dice}), given

    def reply(self, reply, page=None):
        """Answer one ask by the form of the page, which is fetched where it is not given."""
        page = page or self.device.get()
        if isinstance(reply, Dice):
            form = dice_form_of(page)
            dice = {f"pool-{place}": " ".join(map(str, faces)) for place, faces in enumerate(reply.faces)}
            assert dice.keys() <= form["fields"].keys()
            return self.device.client.post(form["action"], {**form["fields"], **dice})
        form = form_to(page, "/choice/")
        option = self._text(reply.option)
        # What ends an attack as well as an option does stands in its place, and tells which one it is.
        offered = {name: value for name, value in form["buttons"] if name in ("options", APPLIED)}
        assert ("option", option) in form["buttons"] or "options" in offered or json.loads(offered[APPLIED]) == [option]
        return self.device.client.post(form["action"], {**form["fields"], "option": option})

    def apply(self):
        self.result = self.device.get()
        form = form_to(self.result, "/apply/")
        return self.device.client.post(form["action"], form["fields"])

    def finish(self):
        assert self.declare().status_code == 302
        list(self.reply_all())
        if self.example.replies and not GAMES[self.device.battle.game].procedure(self.example.procedure).at_once:
            assert self.apply().status_code == 302

    def in_its_words(self, value):
        """Stored plain values with the example's own keys."""
        if isinstance(value, dict):
            return {name: self.in_its_words(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.in_its_words(inner) for inner in value]
        return self._back(value) if isinstance(value, str) else value

    def _back(self, value):
        track, dot, name = value.partition(NAMED)
        return self.back.get(value) or f"{track}{dot}{self.back.get(name, name)}"

    def _text(self, value):
        if isinstance(value, list):
            return value
        return self.there.get(value, str(value)) if isinstance(value, str) else str(value)
