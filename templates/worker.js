// Stands in with a page for those that cannot be reached; everything else is asked of the app, and nothing is kept.
"use strict";

const KEPT = "{{ kept }}";
const PAGE = "{{ page }}";
const SENT = "{{ page }}?{{ sent }}"; // for an answer to what was sent, which its address alone does not bring again
const PARTS = [{% for part in parts %}"{{ part }}"{% if not forloop.last %}, {% endif %}{% endfor %}];

addEventListener("install", (event) => {
  const store = async () => {
    const cache = await caches.open(KEPT);
    await cache.addAll([PAGE, SENT, ...PARTS]);
    await skipWaiting();
  };
  event.waitUntil(store());
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const page = request.method === "GET" ? PAGE : SENT;
  const kept = request.mode === "navigate" ? page : PARTS.find((part) => new URL(part, location).href === request.url);
  if (kept) event.respondWith(fetch(request).catch(() => caches.match(kept)));
});
