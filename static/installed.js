// Lets a browser install the app, and keeps a page for when it cannot be reached. Browsers do both on https only, and on
// the machine that the app runs on; where they do not, the place of the hint says so.
"use strict";

(() => {
  const HINT =
    "Without https a browser cannot install the app: keep a bookmark, or put the page on the home screen. " +
    "While the app cannot be reached it shows an error of its own: load the page again then.";

  if (isSecureContext && "serviceWorker" in navigator) {
    addEventListener("load", () => navigator.serviceWorker.register("/worker.js").catch(() => {}));
    return;
  }
  const show = () => {
    for (const place of document.querySelectorAll("[data-install]")) place.textContent = HINT;
  };
  document.addEventListener("htmx:load", show);
  document.addEventListener("DOMContentLoaded", show);
})();
