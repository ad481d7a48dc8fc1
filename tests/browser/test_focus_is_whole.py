"""Whatever has the focus of a keyboard has a ring that is whole and seen, on a low tablet too."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_double_taps import PAIRS, Table

CUT = """
() => {
  const focusable = "a[href], button, input:not([type=hidden]), select, summary, [tabindex]";
  const clips = (style) => style !== "visible";
  const faults = [];
  for (const one of document.querySelectorAll(focusable)) {
    if (one.disabled || !one.checkVisibility() || one.closest(".skip, [data-under]")) continue;
    one.focus();
    if (document.activeElement !== one) continue;
    const name = `${one.tagName} ${one.className} ${(one.textContent || one.name || "").trim().slice(0, 30)}`;
    const may = [...(one.matches(".segment-input") ? [] : [one]), one.nextElementSibling,
      one.nextElementSibling?.querySelector(".more"), one.closest(".piece, .find-field, .scoreboard")].filter(Boolean);
    const ring = may.find((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(part);
      return outlineStyle === "solid" && parseFloat(outlineWidth) >= 2;
    });
    if (!ring) {
      faults.push(`no ring: ${name}`);
      continue;
    }
    const style = getComputedStyle(ring);
    const out = Math.max(0, parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth));
    const box = ring.getBoundingClientRect();
    const drawn = { left: box.left - out, right: box.right + out, top: box.top - out, bottom: box.bottom + out };
    let holds = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const by = (frame, across, down) => {
      const { left, right, top, bottom } = frame;
      const cut = (across && (drawn.left < left - 0.5 || drawn.right > right + 0.5))
        || (down && (drawn.top < top - 0.5 || drawn.bottom > bottom + 0.5));
      return cut;
    };
    let cut = by(holds, true, true) && "the screen";
    for (let frame = ring.parentElement; frame && frame !== document.body && !cut; frame = frame.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(frame);
      if (by(frame.getBoundingClientRect(), clips(overflowX), clips(overflowY))) cut = frame.className || frame.tagName;
    }
    if (cut) faults.push(`cut by ${cut}: ${name}`);
  }
  return faults;
}
"""
"""What shows no ring while it has the focus, or one that is cut off."""


@pytest.mark.parametrize("game", PAIRS)
def test_the_ring_of_the_focus_is_whole_from_the_first_tap_to_what_is_asked(transactional_db, tablet, game):
    table = Table(tablet(width=1024, height=660), game)
    said = table.pair()
    faults = []
    for state in ("idle", "target", "declare", "ask"):
        if state == "ask":
            table.declares()
        table.go(**{"idle": {}, "target": {"attacker": said["attacker"]}, "declare": said, "ask": {}}[state])
        expect(table.page.locator(f".battle-{state}")).to_be_visible()
        # What had the focus of a key last has a ring, and so has whatever gets the focus then.
        table.page.keyboard.press("Tab")
        faults += [f"{state}: {fault}" for fault in table.page.evaluate(CUT)]
    assert not faults, "\n".join(faults)
