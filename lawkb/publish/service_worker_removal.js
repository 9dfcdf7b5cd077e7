// Takes away what an earlier build kept in the browser, and then itself.
"use strict";
addEventListener("install", (event) => event.waitUntil(skipWaiting()));
addEventListener("activate", (event) => event.waitUntil((async () => {
  await caches.delete(`lawkb ${registration.scope}`);
  await registration.unregister();
})()));
