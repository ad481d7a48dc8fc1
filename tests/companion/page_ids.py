"""The ids of a page, and what its labels belong to."""

import re
from collections import Counter

from tests.companion.playing import attributes_of

TAG = re.compile(r"""<(/?)([a-z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>""")
POINTING = ("aria-labelledby", "aria-describedby", "aria-controls")


class _Ids:
    def __init__(self, page):
        self.ids = []
        self.form_of = {}
        self.labels = []
        self.pointed = []
        self.form, self.forms = 0, 0
        for end, tag, rest in TAG.findall(page):
            if not end:
                self.start(tag, attributes_of(rest))
            elif tag == "form":
                self.form = 0

    def start(self, tag, attributes):
        if tag == "form":
            self.forms += 1
            self.form = self.forms
        if "id" in attributes:
            self.ids.append(attributes["id"])
            self.form_of.setdefault(attributes["id"], self.form)
        if tag == "label" and attributes.get("for") is not None:
            self.labels.append((attributes["for"], self.form))
        self.pointed += [key for name in POINTING for key in attributes.get(name, "").split()]


def problems_of_ids(response):
    """What is wrong with the ids of a page, a line each."""
    parser = _Ids(response.content.decode())
    found = [f"{key} is there {count} times" for key, count in Counter(parser.ids).items() if count > 1]
    found += [f"an id is not one word: {key!r}" for key in parser.ids if not key or key.split() != [key]]
    found += [
        f"a label is for {key}, in another form" for key, form in parser.labels if parser.form_of.get(key) != form
    ]
    found += [f"{key} is pointed at and is nowhere" for key in parser.pointed if key not in parser.form_of]
    return found
