// The page that stands in for one that could not be had: it asks for that one again until it comes.
"use strict";

(() => {
  const PAUSE = 4000; // milliseconds between two tries

  const back = () =>
    fetch(location.href, { method: "HEAD", cache: "no-store" })
      .then(({ status }) => status < 500 && location.reload())
      .catch(() => {});
  setInterval(() => document.hidden || back(), PAUSE);
  addEventListener("online", back);
  document.addEventListener("visibilitychange", () => document.hidden || back());
})();
