// For half a second after the page has changed, a tap that stores or decides does nothing. Nor does one more tap at the
// same place of those that changed it, whatever lies there now: two taps or three are one, as they are with a finger.
"use strict";

(() => {
  const FRESH = 500; // as long as two taps may be apart and still be one
  const NEAR = 40; // a finger that taps again comes down so close
  const DECIDES = 'form[method="post"] :is(button:not([type="button"]), input[type="submit"])';
  const CONTROLS = "a, button, input, label, select, summary";
  const MEANT = "a, #questions :is(label, summary)"; // stores nothing, and is the same on every page that has it
  const TURNED = ".addend-asked"; // says the other answer each time
  const PAGES = ["battle", "setup", "correct", "page"]; // what is swapped whole
  const isPage = ({ id, dataset }) => PAGES.includes(id) || "fields" in dataset; // and what moves all that is below it
  const root = document.documentElement;

  let changed = -Infinity;
  let last = { at: -Infinity, place: "" };
  let began = -Infinity; // when the first of these taps was
  let leaving; // the beginning of the taps that sent a form for which a whole new page comes
  let altered = -Infinity; // when anything on the page was last swapped
  let held = null; // what a finger came down on, unless it was on the way of a second tap
  let timer;

  const near = (one, other) =>
    one === other || (one.x !== undefined && Math.hypot(one.x - other.x, one.y - other.y) < NEAR);

  const press = (event, place) => {
    const at = event.timeStamp;
    if (at - last.at > FRESH || !near(place, last.place)) began = at;
    last = { at, place };
  };

  const settle = () => {
    root.classList.remove("is-new");
    document.querySelector("[data-under]")?.removeAttribute("data-under");
  };

  // What may not be tapped yet says so to whoever asks where a tap would fall; it looks no different.
  const change = () => {
    settle();
    changed = performance.now();
    root.classList.add("is-new");
    if (changed - last.at < FRESH && last.place.x !== undefined) {
      const under = document.elementFromPoint(last.place.x, last.place.y)?.closest(CONTROLS);
      under?.setAttribute("data-under", "");
    }
    clearTimeout(timer);
    timer = setTimeout(settle, FRESH);
  };

  const again = (event) => event.timeStamp - last.at < FRESH;
  const meantForBefore = (event) => again(event) && began < changed;
  const tooSoon = (event) => again(event) && began < changed + FRESH;
  // What stays where it is while it adds one thing after the other is tapped as fast as fingers are, but twice at one place.
  const isQuick = (event) => event.target.closest("[data-quick]");
  const early = (event) => (isQuick(event) ? meantForBefore(event) : tooSoon(event) || event.timeStamp < changed + FRESH);

  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  // What is swapped under a finger is tapped where it is now, not what came to lie there.
  const named = (control) =>
    control.dataset.piece || [control.getAttribute("href"), control.htmlFor, control.textContent.trim()].join("|");
  const hold = (control) => (held = control && began === last.at ? { at: last.at, name: named(control) } : null);
  const tapMeant = (event) => {
    if (!held || altered < held.at) return false;
    stop(event);
    [...document.querySelectorAll(MEANT)].find((control) => named(control) === held.name)?.click();
    return true;
  };

  // What sends a form is tapped again on the page that comes for it: the place of the tap goes along.
  const LEFT = "left by a tap";
  addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.method !== "post") return;
    leaving = began;
    sessionStorage.setItem(LEFT, JSON.stringify({ time: Date.now(), place: last.place }));
  });
  const left = JSON.parse(sessionStorage.getItem(LEFT) || "null");
  sessionStorage.removeItem(LEFT);
  if (left && Date.now() - left.time < 10 * FRESH) {
    last = { at: performance.now(), place: left.place };
    began = last.at;
  }
  addEventListener(
    "pointerdown",
    (event) => {
      press(event, { x: event.clientX, y: event.clientY });
      hold(event.target.closest(MEANT));
    },
    true,
  );
  addEventListener(
    "click",
    (event) => {
      if (!event.isTrusted || tapMeant(event) || !event.target.closest(CONTROLS)) return;
      if (again(event) && began === leaving) stop(event);
      // The tap before has turned it over: one more at the same place would turn it back.
      else if (began !== last.at && event.target.closest(TURNED)) stop(event);
      else if (event.target.closest(DECIDES) ? early(event) : meantForBefore(event)) stop(event);
    },
    true,
  );
  addEventListener(
    "keydown",
    (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(key.length === 1 || /^(Enter|Backspace|Arrow)/.test(key))) return;
      if (target.closest("input:not([type=radio], [type=checkbox]), select, textarea") && key !== "Enter") return;
      press(event, key);
      if (meantForBefore(event) || document.querySelector(".is-fresh")) stop(event);
    },
    true,
  );

  document.addEventListener("htmx:afterSwap", (event) => {
    altered = performance.now();
    if (isPage(event.detail.target)) change();
  });
  document.addEventListener("htmx:load", (event) => isPage(event.target) && change());
  document.addEventListener("DOMContentLoaded", change);
  addEventListener("pageshow", (event) => event.persisted && change());
  change();
})();
