// Loads the page again when it has changed, or a picture or a style of the site has. `lawkb serve`
// adds it; no built page holds it.
// A page that nobody sees does not ask: a browser has few connections to a server.
"use strict";
(() => {
  const { turn, digest } = document.currentScript.dataset;
  const changed = `/.lawkb/changed/${turn}/${digest}${location.pathname}`;
  let asking = null;
  const ask = async () => {
    asking = new AbortController();
    const { signal } = asking;
    while (!signal.aborted) {
      try {
        const answer = await fetch(changed, { signal, cache: "no-store" });
        if (!answer.ok) throw answer;
        if ((await answer.text()) !== turn) return location.reload();
      } catch {
        if (!signal.aborted) await new Promise((done) => setTimeout(done, 1000));
      }
    }
  };
  const look = () => {
    asking?.abort();
    if (document.visibilityState === "visible") ask();
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", look);
  addEventListener("pagehide", () => asking?.abort());
})();
