// A die lies on one place: tapped for another, it goes there, and the place that it leaves takes the best that is left.
"use strict";

(() => {
  const rows = (form) => [...form.querySelectorAll("fieldset")];
  const inputs = (row) => [...row.querySelectorAll("[type=radio]")];
  const lying = (row) => inputs(row).find((input) => input.checked);
  const others = (form, row) => rows(form).filter((other) => other !== row);
  const free = (form, row, { value, dataset }) =>
    dataset.most === "0" || others(form, row).filter((other) => lying(other)?.value === value).length < dataset.most;

  document.addEventListener("change", ({ target }) => {
    const form = target.closest("[data-laying]");
    if (!form) return;
    const taken = target.closest("fieldset");
    if (free(form, taken, target)) return;
    const left = others(form, taken).find((row) => lying(row)?.value === target.value);
    const best = inputs(left).find((input) => input.value !== target.value && free(form, left, input));
    best.checked = true;
    const name = (of) => of.textContent.trim();
    document.getElementById("said").textContent = `${name(left.querySelector("legend"))}: ${name(best.labels[0])}`;
  });
})();
