// Shows what other devices do: hears from the battle's stream which version is the newest, and loads this page again
// when it shows an older one. Nothing is taken from under a finger or out of a hand.
//
// The stream is read with fetch: unlike an EventSource it tells why it was refused, and a line that has died while the
// tablet slept is noticed by its silence.
//
// A page of the log loads itself again only when the log has become another, not for what is under way. One that stays,
// a step of a replay or a correction that somebody fills in, says so, and is shown as it is now once it is asked to. A
// step that was corrected or taken back since is shown as it is now at once.
"use strict";

(() => {
  const SILENCE = 40_000; // the server says something every 15 seconds
  const AFTER_TROUBLE = 3_000;
  const SLOWEST_RETRY = 30_000;
  const LONG_PRESS = 15_000; // a finger that was never seen to leave is not there any more
  const HANDS_OFF = 300; // a tap's click may come that long after the finger
  const FRESH = 500; // a tap that comes so soon was meant for what stood there before
  const HERE = "event: here\ndata: "; // before who has the battle open
  const GONE = "gone"; // the version of a battle that was deleted
  const NO_BATTLE = "There is no battle behind this link any more: it was deleted, or has a new link.";

  const PAGES = "#battle, #replay, #correct";
  const battle = () => document.querySelector(PAGES);
  if (!battle()?.dataset.live) return;

  let newest = "";
  let announced = "";
  let loading = false;
  let touched = null;
  let timer;

  // It is said by the region that is there from the beginning: of one that comes with its text some readers say nothing.
  const sign = (name, text) => {
    const shown = document.querySelector(`.${name}`) || document.createElement("div");
    const before = shown.dataset.says || "";
    if (text && text !== before) document.getElementById("said").textContent = text;
    shown.className = name;
    shown.dataset.says = text;
    shown.textContent = text;
    if (text) document.body.append(shown);
    else shown.remove();
    return shown;
  };

  // --- What the player is doing

  let [down, up] = [-Infinity, -Infinity];
  document.addEventListener("pointerdown", () => (down = performance.now()), true);
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(
      name,
      () => {
        up = performance.now();
        if (announced) soon(2 * HANDS_OFF);
      },
      true,
    );
  }
  for (const name of ["input", "change"]) {
    document.addEventListener(name, (event) => (touched = event.target.closest("#battle") || touched), true);
  }

  const touching = () => {
    const now = performance.now();
    return (down > up && now - down < LONG_PRESS) || now - up < HANDS_OFF;
  };
  const busy = () => Boolean(document.querySelector(".htmx-request"));
  const typing = () => document.activeElement?.matches("#battle :is(input:not([type=radio], [type=checkbox]), select, textarea)");
  const dice = () => [...document.querySelectorAll(".pool-text")].some((input) => input.value.trim());
  const stays = () => "stays" in battle().dataset;
  const inHand = () => touched === battle() || typing() || dice();

  // --- Loading the page again

  // The versions of a log are counted up: a page that came by a tap may be newer than what the stream has told yet.
  const later = (one, other) => one.split(".").some((count, place) => Number(count) > Number(other.split(".")[place]));
  const stale = () => {
    const { version, log } = battle().dataset;
    return newest && newest !== version && (log === undefined || later(newest, version));
  };

  const page = async (headers, address) => {
    const answer = await fetch(address || location.pathname + location.search, { headers, cache: "no-store" });
    // Whoever may not look at it any more is told so, and by which way they come in again.
    if (answer.status === 403) location.reload();
    if (answer.status !== 204 && !answer.ok) throw new Error(`The page was answered with ${answer.status}.`);
    return answer;
  };
  const read = (text) => new DOMParser().parseFromString(text, "text/html");
  const load = async (headers, address) => {
    const part = location.search ? "" : battle().dataset.part;
    let answer = part && (await fetch(part, { headers, cache: "no-store" }));
    if (!answer?.ok) answer = await page(headers, address);
    if (answer.status === 204) return null;
    const next = read(await answer.text());
    beSeenAs(next.getElementById("said"), next.querySelector(PAGES));
    return own(next.querySelector(PAGES));
  };

  // Where a whole page came, it says as whom this device is here now, and by which stream that is known; a part is the
  // same for all who see it.
  const beSeenAs = (next, part) => {
    const said = document.getElementById("said");
    if (!next || (next.dataset.visitor || "") === (said.dataset.visitor || "")) return;
    said.dataset.visitor = next.dataset.visitor || "";
    battle().dataset.live = part.dataset.live;
    open();
  };

  // A part is the same for all who see it: what is this page's own is put into its forms.
  const own = (next) => {
    const { "X-CSRFToken": token } = JSON.parse(document.body.getAttribute("hx-headers"));
    const made = {};
    for (const input of next.querySelectorAll("input[name=once]")) input.value = made[input.value] ??= unique();
    for (const form of next.querySelectorAll("form[method=post]")) {
      if (form.querySelector("[name=csrfmiddlewaretoken]")) continue;
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name: "csrfmiddlewaretoken", value: token });
      form.prepend(input);
    }
    const { theme, hand = "right" } = document.documentElement.dataset;
    for (const [name, chosen] of Object.entries({ theme, hand })) {
      for (const button of next.querySelectorAll(`button[name=${name}]`)) button.ariaPressed = String(button.value === chosen);
    }
    return next;
  };
  const unique = () => [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  const soon = (wait) => {
    clearTimeout(timer);
    timer = setTimeout(check, wait);
  };

  const check = async () => {
    if (loading || !battle()) return;
    if (!stale()) return announce(null);
    const { shows, version } = battle().dataset;
    if (stays() && (!shows || announced === newest)) return announced === newest ? undefined : announceThere();
    if (busy() || touching()) return soon(HANDS_OFF);
    if (inHand() && announced === newest) return;
    const [before, told] = [battle(), newest];
    loading = true;
    const next = await load({ "Battle-Version": version }, before.dataset.step).catch(() => undefined);
    loading = false;
    if (next === undefined) return stays() ? announceThere() : soon(AFTER_TROUBLE);
    if (newest === told) newest = next ? next.dataset.version : version;
    if (battle() !== before || busy() || touching()) return soon(HANDS_OFF);
    // What is still as it stood stays, also while play goes on.
    if (next && shows && next.dataset.shows === shows) return announceThere();
    if (next && inHand()) announce(news(next));
    else if (next) put(next);
    if (newest !== told) soon(0);
  };

  const happened = (page) => page.querySelector(".latest a, .last a, .bar-undo small")?.textContent.trim() || "";
  const waiting = (page) => [...page.querySelectorAll("[data-waits]")].map((roll) => roll.textContent.trim());
  const come = (next) => waiting(next).find((roll) => !waiting(battle()).includes(roll));
  const news = (next) => come(next) || (happened(next) === happened(battle()) ? "" : happened(next)) || next.dataset.say;

  // What happened is read from the part of the battle's page, which is rendered once for all who ask for it.
  const whatHappened = async () => {
    const { tells, version } = battle().dataset;
    if (!tells || !later(newest.split(".")[0], version)) return "";
    const answer = await fetch(tells, { cache: "no-store" }).catch(() => null);
    return answer?.ok ? happened(read(await answer.text())) : "";
  };
  const announceThere = async () => {
    const told = newest;
    loading = true;
    const said = await whatHappened();
    loading = false;
    if (newest === told && battle() && stale()) announce(said);
    else soon(0);
  };

  const announce = (said) => {
    announced = said === null ? "" : newest;
    const told = said ? `Changed on another device: ${said}` : "The battle has changed on another device.";
    const bar = sign("live-news", said === null ? "" : told);
    const button = document.createElement("button");
    button.className = "button";
    button.textContent = "Show";
    button.addEventListener("click", show);
    bar.append(button);
  };

  // The answers given so far go into the address, as they do without scripts: the page comes back with them.
  const keepAnswers = () => {
    const form = document.getElementById("declare");
    if (!form) return;
    const given = [...new FormData(form)].filter(([name]) => !["csrfmiddlewaretoken", "seen", "once"].includes(name));
    history.replaceState(history.state, "", `?${new URLSearchParams(given)}`);
  };

  const show = async () => {
    if (busy() || loading) return setTimeout(show, HANDS_OFF);
    // What was under way may have brought it already.
    if (!stale()) return announce(null);
    keepAnswers();
    const before = battle();
    // What was entered of a correction is looked at again, in the battle as it is now.
    if (before.matches("form")) return before.submit();
    // What others have changed since is lit: the answer depends on what was seen so far.
    const seen = stays() ? {} : { "Battle-Version": before.dataset.version };
    const next = await load(seen).catch(() => null);
    if (next && battle() === before && !busy()) put(next);
    else if (!next && stays()) location.reload();
  };

  // What was unfolded, scrolled and in focus is so again. The focus never comes to lie on another button.
  const keep = (before, next) => {
    const named = (details) => {
      const step = details.matches(".traced") ? details.firstElementChild.textContent : "";
      return `${details.className} ${step} of ${details.closest("section")?.getAttribute("aria-label")}`;
    };
    const active = document.activeElement || document.body;
    const href = active.getAttribute("href");
    const marked = href && !active.dataset.piece ? `[href="${CSS.escape(href)}"]` : `[data-piece="${CSS.escape(active.dataset.piece)}"]`;
    const focused = active.id ? `#${CSS.escape(active.id)}` : marked;
    const hadFocus = before.contains(active);
    const unfolded = [...before.querySelectorAll("details[open]")].map(named);
    const scrolled = [".panel", ".panel-body"].map((part) => [part, before.querySelector(part)?.scrollTop || 0]);
    before.classList.remove("is-fresh");
    const alike = before.className === next.className;
    before.replaceWith(next);
    for (const details of next.querySelectorAll("details")) details.open = unfolded.includes(named(details));
    if (alike) for (const [part, top] of scrolled) next.querySelector(part)?.scrollTo(0, top);
    if (hadFocus) (next.querySelector(focused) || next.querySelector("#panel") || next).focus({ preventScroll: true });
  };

  // --- What has changed: lit until the next tap on this device, whatever else comes before it

  // A score that is about to become another is lit for that alone.
  const MARKS = ".board .piece, .board .mini, .plate .score:not(:has(del)), .plate .left-over";
  const CHANGED = "is-changed";
  const marks = (page) => (page.matches("[data-part]") ? [...page.querySelectorAll(MARKS)] : []);
  const markOf = (part) => part.id || part.dataset.piece || part.dataset.of || part.closest(".plate").dataset.side + part.className.split(" ")[0];
  const isLit = (part) => part.classList.contains(CHANGED);
  let lit = new Set();
  let arrived = null;
  const arrive = () => {
    if (battle() === arrived) return;
    arrived = battle();
    lit = new Set(arrived ? marks(arrived).filter(isLit).map(markOf) : []);
  };
  // Whoever only looks on is led nowhere by a tap: what was lit goes out there and then.
  const putOut = () => {
    lit.clear();
    if (!battle()?.matches(".looks-on")) return;
    for (const part of marks(battle()).filter(isLit)) {
      part.classList.remove(CHANGED);
      part.querySelector(".tab-changed")?.remove();
    }
  };
  document.addEventListener("click", putOut, true);
  document.addEventListener("htmx:afterSettle", arrive);

  const light = (part) => {
    part.classList.add(CHANGED);
    const made = document.createElement("span");
    if (part.matches(".piece")) {
      if (part.querySelector(".tab-role")) return;
      const tabs = part.querySelector(".tabs") || document.createElement("p");
      Object.assign(tabs, { className: "tabs" }).replaceChildren(Object.assign(made, { className: "tab tab-changed", textContent: "changed" }));
      part.querySelector(".piece-name").after(tabs);
    } else if (!part.matches(".left-over")) part.append(Object.assign(made, { className: "visually-hidden", textContent: " (changed)" }));
  };
  const stayLit = (next) => {
    for (const part of marks(next)) {
      if (isLit(part)) lit.add(markOf(part));
      else if (lit.has(markOf(part))) light(part);
    }
    arrived = next;
  };

  const put = (next) => {
    document.getElementById("said").textContent = news(next);
    stayLit(next);
    keep(battle(), next);
    document.title = next.dataset.title;
    next.classList.add("is-fresh");
    setTimeout(() => next.classList.remove("is-fresh"), FRESH);
    htmx.process(next);
    htmx.trigger(next, "htmx:load");
    announce(null);
  };

  // --- Who is here

  let here = "";
  const showHere = () => {
    for (const shown of document.querySelectorAll("[data-here]")) {
      const text = here ? `Here now: ${here}.` : "";
      if (shown.textContent !== text) shown.textContent = text;
    }
  };
  document.addEventListener("htmx:load", showHere);

  // --- The stream

  let line = null;
  let failures = 0;
  let retry;
  let silence;

  const tell = (version) => {
    if (!battle()) return;
    // What is pinned to the screen changes no other page, and what is under way none of the log.
    const { pinned, log } = battle().dataset;
    const shown = pinned === undefined ? version.split("~")[0] : version;
    newest = log === undefined ? shown : shown.split(".").slice(0, 2).join(".");
    failures = 0;
    if (version !== GONE && document.querySelector(".live-lost")) document.getElementById("said").textContent = "Connected again.";
    sign("live-lost", version === GONE ? NO_BATTLE : "");
    if (version === GONE) close();
    else check();
  };

  const listen = async (own) => {
    const listening = () => (clearTimeout(silence), (silence = setTimeout(() => own.abort(), SILENCE)));
    listening();
    const { visitor } = document.getElementById("said").dataset;
    const answer = await fetch(battle().dataset.live + (visitor ? `&as=${visitor}` : ""), { signal: own.signal, cache: "no-store" });
    if (answer.status === 403) battle().dataset.live = (await load({})).dataset.live;
    if (!answer.ok) return;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      listening();
      const messages = (text + value).split("\n\n");
      text = messages.pop();
      here = messages.filter((message) => message.startsWith(HERE)).pop()?.slice(HERE.length) ?? here;
      showHere();
      const told = messages.filter((message) => message.startsWith("data: ")).pop();
      if (told) tell(told.slice("data: ".length));
    }
  };

  const close = () => {
    clearTimeout(retry);
    clearTimeout(silence);
    line?.abort();
    line = null;
  };

  const open = async () => {
    close();
    if (document.hidden || newest === GONE) return;
    const own = (line = new AbortController());
    await listen(own).catch(() => {});
    if (line !== own) return;
    failures += 1;
    if (failures > 1 || !navigator.onLine) sign("live-lost", "Not connected: what other devices do is not shown.");
    retry = setTimeout(open, Math.min(500 * 2 ** failures, SLOWEST_RETRY) * (0.5 + Math.random() / 2));
  };

  // A tablet that sleeps keeps no line open. Once it wakes, and when the page comes back from the browser's memory, it
  // connects again and fetches: it need not wait for a line that cannot be had yet.
  const wake = async () => {
    if (newest === GONE || !battle()) return;
    open();
    const told = newest;
    const next = await load({ "Battle-Version": battle().dataset.version }).catch(() => null);
    // What the line has told meanwhile is as new.
    if (!next || newest !== told) return;
    newest = next.dataset.version;
    check();
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : wake()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && wake());
  // The line is there again, but perhaps not at this very moment: what failed before makes nobody wait for longer.
  addEventListener("online", () => {
    failures = 0;
    open();
  });
  addEventListener("offline", open);
  document.addEventListener("htmx:afterSettle", () => soon(HANDS_OFF));
  arrive();
  open();
})();
