// The keys that move through a law, the list of them, and the choice of text size and colours.
// It is fetched when one of these is first wanted.
"use strict";
(() => {
  const root = document.documentElement;
  const rows = () => [...document.querySelectorAll(".row[id], .term-entry[id]")].filter((row) => row.checkVisibility());
  const keys = { "?": openShortcuts, j: () => move(1), k: () => move(-1), n: () => follow("next"), p: () => follow("prev") };

  lawkb.controls = (wanted) => (keys[wanted] || openDisplay)();

  function openShortcuts() {
    const dialog = lawkb.openDialog("shortcuts");
    const used = dialog?.querySelector("input");
    if (!used) return;
    used.checked = lawkb.recalled("keys") !== "off";
    used.addEventListener("change", () => lawkb.remember("keys", used.checked ? "" : "off"));
  }

  function openDisplay() {
    const dialog = lawkb.openDialog("display");
    for (const input of dialog?.querySelectorAll("input") || []) {
      input.checked = input.value === (root.dataset[input.name] || "");
      input.addEventListener("change", () => {
        root.dataset[input.name] = input.value;
        lawkb.remember(input.name, input.value);
      });
    }
    dialog?.querySelector(".keys").addEventListener("click", () => {
      dialog.close();
      openShortcuts();
    });
  }

  // From the provision that was gone to, if it is in the window, else from the top of the window.
  function move(by) {
    const all = rows();
    const edge = parseFloat(getComputedStyle(root).scrollPaddingTop) + 5;
    const top = (row) => row.getBoundingClientRect().top;
    const here = all.find((row) => row.matches(":target") && top(row) > -5 && top(row) < innerHeight);
    const next = here ? all[all.indexOf(here) + by]
      : by > 0 ? all.find((row) => top(row) > edge) : all.findLast((row) => top(row) < edge - 10);
    if (!next) return;
    location.replace(`#${next.id}`);
    next.querySelector(".anchor")?.focus({ preventScroll: true });
  }

  function follow(rel) {
    document.querySelector(`a[rel=${rel}]`)?.click();
  }
})();
