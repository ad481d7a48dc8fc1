"""Where the colours are the system's: what may act, is done, is aimed at or is the other side's is still told apart."""

from companion.tour import Tour

PLAIN = ":not(.is-lit, .is-spent, .is-dimmed, .is-attacker, .is-target)"
TOLD_APART = (
    (".battle-idle .piece.is-lit", f".battle-idle .piece{PLAIN}"),
    (".battle-idle .piece.is-lit", ".battle-idle .piece.is-spent:not(.is-lit)"),
    (".piece.is-spent", f".piece{PLAIN}"),
    (".piece.is-attacker", ".piece.is-target"),
    (".piece.is-attacker", f".piece{PLAIN}"),
    (".piece.is-target", f".piece{PLAIN}"),
    (".mini.is-lit", ".mini:not(.is-lit, .is-attacker, .is-target)"),
    (".mini.is-attacker", ".mini.is-target"),
    (".square.is-marked", ".square:not(.is-marked)"),
    (".track .is-now", ".track .is-coming"),
    (".theme [aria-pressed=true]", ".theme [aria-pressed=false]"),
    (".tray.is-current", ".tray:not(.is-current)"),
    (".segment-input:checked + .segment", ".segment-input:not(:checked) + .segment"),
    (".side:nth-child(1) > .piece::before", ".side:nth-child(2) > .piece::before"),
)
"""Pairs of things that may stand side by side, and of which one is marked."""

FRAMES = """
pairs => {
  const frame = (selector) => {
    const [name, before] = selector.split("::");
    return [...document.querySelectorAll(name)].filter((part) => part.checkVisibility()).map((part) => {
      const style = getComputedStyle(part, before && `::${before}`);
      const parts = ["outlineStyle", "borderTopStyle", "borderLeftStyle", "borderTopWidth", "borderTopLeftRadius"];
      return parts.map((each) => style[each]).join(" ");
    });
  };
  return pairs.map(([marked, plain]) => [frame(marked), frame(plain)]);
}
"""


def alike(page, seen):
    """The pairs that have the same frame on what the page shows now; those that it shows are ``seen``."""
    found = page.evaluate(FRAMES, [list(pair) for pair in TOLD_APART])
    for pair, (marked, plain) in zip(TOLD_APART, found, strict=True):
        if marked and plain:
            seen.add(pair)
            yield from (f"{pair[0]} looks like {pair[1]}: {each}" for each in set(marked) & set(plain))


def test_marks_are_frames_and_not_only_colours(transactional_db, tablet, site):
    page = tablet()
    page.emulate_media(forced_colors="active")
    seen, found = set(), []
    for game in ("troops_and_supplies", "mobile_frame_zero", "gods_gloom"):
        for state in Tour(page, site).states(game, ("idle", "target", "declare", "ask-dice", "result", "after")):
            found += [f"{game}, {state}: {fault}" for fault in alike(page, seen)]
    assert not found, "\n".join(found)
    assert seen == set(TOLD_APART)


MOVED = """
window.moved = [];
addEventListener("animationstart", (event) => window.moved.push(event.animationName));
"""


def test_nothing_moves_under_reduced_motion_and_something_does_without(transactional_db, tablet, site):
    names = {}
    for motion in (False, True):
        page = tablet(motion=motion)
        page.add_init_script(MOVED)
        names[motion] = set()
        for _ in Tour(page, site).states("x_wing", ("idle", "target", "declare", "ask-dice", "result")):
            names[motion] |= set(page.evaluate("window.moved"))
    assert names[False] == set()
    assert {"lit", "fall"} <= names[True]
