// The page that stands in for one that could not be had: it asks for that one again until it comes. In place of an answer
// to what was sent it asks for the page before, so that nothing is sent twice.
"use strict";

(() => {
  const PAUSE = 4000; // milliseconds between two tries
  const sent = "sent" in document.body.dataset;
  const way = sent ? document.referrer || "/" : location.href;
  if (sent) document.getElementById("try").href = way;

  const back = () =>
    fetch(way, { method: "HEAD", cache: "no-store" })
      .then(({ status }) => status < 500 && (sent ? location.replace(way) : location.reload()))
      .catch(() => {});
  setInterval(() => document.hidden || back(), PAUSE);
  addEventListener("online", back);
  document.addEventListener("visibilitychange", () => document.hidden || back());
})();
