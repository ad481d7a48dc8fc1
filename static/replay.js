// Steps of a replay by the arrow keys and by swiping across the table.
"use strict";

(() => {
  const FAR = 60; // a shorter way is a tap, or the table being pushed
  const step = (name) => document.querySelector(`[data-jump="${name}"]`)?.click();
  const KEYS = {
    ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last",
    "shift ArrowLeft": "attack-before", "shift ArrowRight": "attack-next",
    PageUp: "round-before", PageDown: "round-next",
  };

  document.addEventListener("keydown", (event) => {
    const jump = KEYS[event.shiftKey ? `shift ${event.key}` : event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || !jump) return;
    event.preventDefault();
    step(jump);
  });

  const show = () => {
    document.querySelector(".course [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const changed = document.querySelector(".board .is-changed");
    if (!changed) return;
    changed.scrollIntoView({ block: "nearest" });
    // On a phone the strip stays above the board, and a long headline makes it taller than the room that is kept for it.
    const covered = document.querySelector(".turn").getBoundingClientRect().bottom - changed.getBoundingClientRect().top;
    if (covered > 0) window.scrollBy(0, -Math.ceil(covered));
  };
  document.addEventListener("htmx:afterSettle", show);
  show();

  let from = null;
  document.addEventListener("touchstart", ({ touches, target }) => {
    const pushed = target.closest(".squares-frame, .course");
    from = touches.length === 1 && !(pushed && pushed.scrollWidth > pushed.clientWidth) ? touches[0] : null;
  });
  document.addEventListener("touchend", ({ changedTouches }) => {
    if (!from) return;
    const [across, down] = [changedTouches[0].clientX - from.clientX, changedTouches[0].clientY - from.clientY];
    from = null;
    if (Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(down)) step(across < 0 ? "on" : "back");
  });
})();
