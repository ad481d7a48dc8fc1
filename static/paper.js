// On paper nothing can be unfolded: charts with their tables are printed open, and are folded again afterwards.
"use strict";

(() => {
  const PRINTED = "details.luck-more:not([open])";
  let opened = [];

  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll(PRINTED)];
    for (const details of opened) {
      details.open = true;
      // A picture that is fetched only once it is in sight would be missing on the paper.
      for (const picture of details.querySelectorAll("img")) picture.loading = "eager";
    }
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
})();
