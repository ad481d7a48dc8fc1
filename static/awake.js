// Keeps the screen on where somebody has switched that on, and goes on with it after sleep. Browsers give it to pages on
// https only; where there is none, the place of the switch says what to do instead.
"use strict";

(() => {
  const KEPT = "the screen stays on"; // where this browser remembers the switch
  const NO_HTTPS = "Without https a page cannot keep the screen on: set the device to stay on longer.";
  const NOT_HERE = "This browser cannot keep the screen on: set the device to stay on longer.";
  const REFUSED = "The device will not keep the screen on just now: its battery may be low.";

  let lock = null;
  let asking = false;
  let refused = false;

  const given = () => "wakeLock" in navigator;
  const wanted = () => {
    try {
      return localStorage.getItem(KEPT) === "yes";
    } catch {
      return false; // a browser may keep nothing at all
    }
  };
  const want = (yes) => {
    try {
      localStorage.setItem(KEPT, yes ? "yes" : "no");
    } catch {
      // It holds until the page is left.
    }
  };

  const sentence = () => {
    if (!given()) return isSecureContext ? NOT_HERE : NO_HTTPS;
    return refused ? REFUSED : "";
  };

  const made = (place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button button-quiet";
    button.setAttribute("role", "switch");
    button.addEventListener("click", () => (lock ? letGo() : keepOn()));
    const why = document.createElement("p");
    why.className = "hint";
    why.setAttribute("role", "status");
    place.replaceChildren(button, why);
  };

  const show = () => {
    for (const place of document.querySelectorAll("[data-awake]")) {
      if (!place.firstElementChild) made(place);
      const [button, why] = place.children;
      button.hidden = !given();
      button.setAttribute("aria-checked", String(Boolean(lock)));
      button.textContent = `Screen always on: ${lock ? "yes" : "no"}`;
      if (why.textContent !== sentence()) why.textContent = sentence();
    }
  };

  const ask = async () => {
    if (lock || asking || !given() || document.hidden) return;
    asking = true;
    const got = await navigator.wakeLock.request("screen").catch(() => null);
    asking = false;
    refused = !got;
    lock = got;
    // The device takes it back whenever the page is out of sight.
    got?.addEventListener("release", () => {
      if (lock === got) lock = null;
      show();
    });
    show();
  };

  const keepOn = () => {
    want(true);
    ask();
  };
  const letGo = () => {
    want(false);
    lock.release();
  };
  const again = () => wanted() && ask();

  document.addEventListener("visibilitychange", again);
  addEventListener("pageshow", again);
  document.addEventListener("htmx:load", show);
  show();
})();
