// A page that comes back from the browser's memory, or is seen again after the device slept, shows what was then: it is
// fetched anew, unless something that was typed or picked would be lost; then it says so.
"use strict";

(() => {
  const OLD = "This page is as it was when you left it. What you typed is kept: load the page again to see what is new.";
  const SETTLED = "[type=hidden], [type=submit], [type=button]";
  const ASLEEP = 60_000; // milliseconds; who looks elsewhere for less is not taken from what they do

  const isTyped = (field) => {
    if (field.matches(SETTLED)) return false;
    if (field.matches("[type=radio], [type=checkbox]")) return field.checked !== field.defaultChecked;
    if (field.matches("select")) {
      const preset = [...field.options].filter((option) => option.defaultSelected);
      const [first] = preset.length ? preset : field.options;
      return !field.multiple && field.selectedOptions[0] !== first;
    }
    return field.value !== field.defaultValue;
  };
  // What was refused stands in its fields again as it was sent; a whole page of it would be sent once more.
  const wasRefused = () =>
    performance.getEntriesByType("navigation")[0]?.responseStatus >= 400 || document.querySelector("main :is(.error, .notice[role=alert])");
  const isLost = () => wasRefused() || [...document.querySelectorAll("main :is(input, select, textarea)")].some(isTyped);

  // A battle's page connects again by itself.
  const anew = () => {
    if (document.getElementById("battle")?.dataset.live) return;
    if (isLost()) document.getElementById("said").textContent = OLD;
    else location.reload();
  };
  addEventListener("pageshow", (event) => event.persisted && anew());

  // A file that is looked for on the device is picked only once the page is seen again.
  let picks = false;
  document.addEventListener("click", ({ target }) => (picks = target.matches("[type=file]")), true);

  let left = Infinity;
  document.addEventListener("visibilitychange", () => {
    // The clock of the page may stand still while the device sleeps, that of the day does not.
    if (document.hidden) left = Date.now();
    else if (Date.now() - left > ASLEEP && !picks && !document.querySelector(".htmx-request")) anew();
  });
})();
