// Gives every number field a key for one less and one for one more, so that no keyboard has to open, and lets whoever
// types into a field that only proposes something replace it.
"use strict";

(() => {
  const key = (input, by) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "step";
    made.textContent = by > 0 ? "+" : "−";
    made.setAttribute("aria-label", `${input.labels[0]?.textContent}: one ${by > 0 ? "more" : "less"}`);
    made.addEventListener("click", () => {
      if (by > 0) input.stepUp();
      else input.stepDown();
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    return made;
  };

  const start = () => {
    for (const input of document.querySelectorAll("input.number")) {
      if (input.parentElement.classList.contains("stepper")) continue;
      const keys = [key(input, -1), key(input, 1)];
      const stepper = document.createElement("div");
      stepper.className = "stepper";
      input.replaceWith(stepper);
      stepper.append(keys[0], input, keys[1]);
    }
  };

  document.addEventListener("focusin", ({ target }) => {
    if (target.matches("[data-proposed]")) target.select();
  });
  document.addEventListener("htmx:afterSwap", start);
  document.addEventListener("htmx:load", start);
})();
