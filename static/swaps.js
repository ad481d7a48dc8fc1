// After htmx has swapped a part of the page: move the focus, say aloud what is next, and keep the address honest.
"use strict";

(() => {
  const trouble = (sentence) => {
    const line = document.getElementById("trouble");
    line.textContent = sentence;
    line.hidden = !sentence;
  };

  // Buttons that ask the same as before stay where they are: a button swapped under a finger loses the tap.
  // So do buttons that were tapped again while the answer was on its way; the next answer knows of that tap.
  const unfold = (questions, part) => {
    if (part.matches("input")) return questions.querySelector(`#${CSS.escape(part.id)}`)?.setAttribute("checked", "");
    const same = [...questions.querySelectorAll("summary")].find((summary) => summary.textContent === part.textContent);
    same?.parentElement.setAttribute("open", "");
  };
  let tappedSince = false;
  for (const name of ["input", "change"]) {
    document.addEventListener(name, (event) => (tappedSince ||= Boolean(event.target.closest("#questions"))), true);
  }
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.target.id === "questions") tappedSince = false;
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const [before, after] = [event.detail.target, event.detail.fragment.querySelector?.("#questions")];
    if (before.id !== "questions") return;
    if (tappedSince || before.dataset.shape === after?.dataset.shape) return event.preventDefault();
    for (const more of before.querySelectorAll(".more-toggle:checked")) unfold(after, more);
    for (const summary of before.querySelectorAll("[open] > summary")) unfold(after, summary);
  });
  // The table of every outcome stays unfolded while answers change what is in it.
  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
    if (target.id === "exact" && target.open) fragment.querySelector("#exact")?.setAttribute("open", "");
  });

  // A card that is tapped while the page of another tap is on its way is tapped on that page.
  const tapped = { last: "", waiting: "" };
  document.addEventListener(
    "click",
    (event) => {
      const { piece } = event.target.closest("[data-piece]")?.dataset || {};
      const busy = document.querySelector("#battle.htmx-request, #battle .htmx-request:not(#questions)");
      if (busy && piece && piece !== tapped.last) tapped.waiting = piece;
      if (!busy) Object.assign(tapped, { last: piece || "", waiting: "" });
    },
    true,
  );
  document.addEventListener("htmx:afterSettle", (event) => {
    const { waiting } = tapped;
    tapped.waiting = "";
    if (waiting && event.detail.xhr.status === 200) document.querySelector(`[data-piece="${CSS.escape(waiting)}"]`)?.click();
  });

  // The focus goes where a keyboard goes on: to the first question without an answer, else to what the page marks first.
  // What is tapped with a finger scrolls nothing but to targets that are out of sight, below.
  const UNANSWERED = "fieldset.asked:has([type=radio]):not(:has(:checked)) [type=radio]:not(:disabled)";
  const goOn = (page) => {
    const marked = [...page.querySelectorAll("[data-focus]")].find((part) => part.checkVisibility());
    const next = page.querySelector(UNANSWERED) || marked;
    next?.focus({ preventScroll: true });
    if (next?.matches(":focus-visible")) next.scrollIntoView({ block: "nearest" });
  };

  // Of the dice that can be put right one is open at a time, and the page that comes may open one that is missing.
  document.addEventListener("change", ({ target }) => target.closest(".fix-die")?.removeAttribute("open"));

  // A board that is wider than its frame stays where it was pushed to, and so does a column of its own.
  const scrolled = () => document.querySelectorAll(".squares-frame, [data-kept]");
  let pushed = [];
  document.addEventListener("htmx:beforeSwap", () => (pushed = [...scrolled()].map((frame) => [frame.scrollLeft, frame.scrollTop])));

  // Where a set-up page scrolls as a whole, the button that was tapped stays under the finger, whatever came in above it.
  // Another side begins at its top.
  const sideShown = () => document.querySelector(".build-tabs [aria-current]")?.id;
  const held = { id: "", top: 0, side: "" };
  document.addEventListener("htmx:beforeSwap", (event) => {
    const button = event.detail.target.id === "setup" ? event.detail.requestConfig.triggeringEvent?.submitter : null;
    const { top } = button?.getBoundingClientRect() || {};
    // A page scrolls by whole pixels: what is tapped again and again would wander by what is left over each time.
    const rests = button?.id === held.id && Math.abs(top - held.top) < 1;
    Object.assign(held, { id: button?.id, top: rests ? held.top : top, side: sideShown() });
  });
  const keepPlace = () => {
    if (held.side !== sideShown()) return [window, ...scrolled()].forEach((frame) => frame.scrollTo(0, 0));
    [...scrolled()].forEach((frame, place) => pushed[place] && frame.scrollTo(...pushed[place]));
    const button = held.id && document.getElementById(held.id);
    if (button) window.scrollBy(0, button.getBoundingClientRect().top - held.top);
  };

  // Of the forms of a set-up page the one that was unfolded last comes with the page that takes its place: all of them
  // would be too much for one tap. The others are left out of it, and each is fetched once it is unfolded.
  let latest = "";
  document.addEventListener("toggle", ({ target }) => (latest = (target.open && target.dataset.fold) || latest), true);
  const stayingForm = () => {
    const open = [...document.querySelectorAll("#setup [data-fold][open]")].map((part) => part.dataset.fold);
    return open.includes(latest) ? latest : open[0];
  };
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const form = stayingForm();
    if (form) detail.headers.Unfolded = form;
  });

  // What else was unfolded by hand stays so too, but for a die: of those one is open at a time.
  const folds = () => [...document.querySelectorAll(":is(#setup, #correct) details:not(.fix-die) > summary")];
  const stays = ({ open, dataset }) => open && (!("fold" in dataset) || dataset.fold === stayingForm());
  let unfolded = [];
  document.addEventListener("htmx:beforeSwap", () => {
    unfolded = folds().filter((summary) => stays(summary.parentElement)).map((summary) => summary.textContent);
  });
  const keepUnfolded = () => {
    if (held.side !== sideShown()) return;
    for (const summary of folds()) summary.parentElement.open ||= unfolded.includes(summary.textContent);
  };

  document.addEventListener("htmx:afterSwap", (event) => {
    trouble("");
    keepUnfolded();
    const { id } = event.detail.target;
    const page = document.getElementById(id);
    if (!page || !["battle", "setup", "replay"].includes(id)) return;
    keepPlace();
    goOn(page);
    document.getElementById("said").textContent = page.dataset.say;
  });

  // Where the panel lies over the cards, the targets come into sight when none of them is.
  document.addEventListener("htmx:afterSettle", () => {
    const panel = document.querySelector(".battle-target > .panel");
    if (!panel || getComputedStyle(panel).position !== "sticky") return;
    const end = panel.getBoundingClientRect().top;
    const cards = [...document.querySelectorAll(".board [data-focus]")].map((link) => link.closest(".piece, td") || link);
    const inSight = ({ top, bottom }) => top >= 0 && bottom <= end;
    if (!cards.some((card) => inSight(card.getBoundingClientRect()))) cards[0]?.scrollIntoView({ block: "start" });
  });

  // Whoever may not do that reads why in the place of what was tapped; no other answer of its kind has that place.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.getResponseHeader("Takes-Place")) Object.assign(event.detail, { shouldSwap: true, isError: false });
  });

  // A refused post leaves the address of the page that it was made on.
  document.addEventListener("htmx:beforeHistoryUpdate", (event) => {
    const { history, xhr } = event.detail;
    if (xhr.status >= 400) Object.assign(history, { type: "replace", path: location.pathname + location.search });
  });

  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, () => trouble("The app cannot be reached. Tap again: what has arrived does not count twice."));
  }
  // The page with what was entered stays, so that its buttons send the same once more.
  const inTrouble = (page) => new DOMParser().parseFromString(page, "text/html").getElementById("why")?.textContent;
  document.addEventListener("htmx:responseError", (event) => {
    const { status, responseText } = event.detail.xhr;
    const known = {
      403: "This page has been open for too long. Nothing was stored: load the page again.",
      413: "That is more than this page can take. Nothing was stored: send less at once.",
      503: `${inTrouble(responseText) || "The app cannot be reached."} What you entered is still here: tap again in a moment.`,
    };
    trouble(known[status] || "That did not work. Load the page again to see what is stored.");
  });
})();
