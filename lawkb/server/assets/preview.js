// Loads an open page again when it has changed. `lawkb serve` adds it; no built page has it.
// A page that nobody looks at does not ask: a browser has few connections to a server.
"use strict";
(() => {
  const { known } = document.currentScript.dataset;
  const changes = `/.lawkb/changes?page=${encodeURIComponent(location.pathname)}&known=${known}`;
  let source = null;
  const close = () => {
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    if (document.visibilityState !== "visible") return;
    source = new EventSource(changes);
    source.onmessage = () => {
      close();
      location.reload();
    };
    source.onerror = (event) => {
      if (event.target.readyState === EventSource.CLOSED) setTimeout(open, 1000);
    };
  };
  document.addEventListener("visibilitychange", open);
  addEventListener("pageshow", open);
  addEventListener("pagehide", close);
})();
