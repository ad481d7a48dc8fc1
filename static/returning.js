// A page that comes back from the browser's memory shows what was then: it is fetched anew, unless something that was
// typed or picked would be lost; then it says so.
"use strict";

(() => {
  const OLD = "This page is as it was when you left it. What you typed is kept: load the page again to see what is new.";
  const SETTLED = "[type=hidden], [type=submit], [type=button]";

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
  // What was refused stands in its fields again as it was sent.
  const wasRefused = () => performance.getEntriesByType("navigation")[0]?.responseStatus === 422;
  const isLost = () => wasRefused() || [...document.querySelectorAll("main :is(input, select, textarea)")].some(isTyped);

  addEventListener("pageshow", (event) => {
    // A battle's page connects again by itself.
    if (!event.persisted || document.getElementById("battle")?.dataset.live) return;
    if (isLost()) document.getElementById("said").textContent = OLD;
    else location.reload();
  });
})();
