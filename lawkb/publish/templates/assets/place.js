// Where one reads: the line that stays says it, the contents mark it, and the link to the other language
// of the pages keeps it. It is fetched with the first scrolling, a deep link's too.
"use strict";
(() => {
  const recent = 20_000; // milliseconds that who scrolls up to the header has not yet left a provision
  const all = (selector) => [...document.querySelectorAll(selector)];
  const here = document.querySelector(".law-here > span");
  const line = document.querySelector(".reading");
  const law = document.querySelector("#law .address").textContent;
  let waiting = false;
  let last = { id: "", time: 0 }; // the provision read below the header

  // The first of which more than a line is to be seen.
  const atTop = () => {
    // What a link leads to begins below the padding of the window.
    const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    const edge = Math.max(line.getBoundingClientRect().bottom + 28, padding + 4);
    return all(".row[id]").find((row) => row.getBoundingClientRect().bottom > edge);
  };
  const inSight = (row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top < innerHeight && bottom > line.getBoundingClientRect().bottom;
  };

  function outermost(row) {
    let found = row;
    while (found && !found.matches(".depth-1[id]")) found = found.previousElementSibling;
    return found;
  }

  function tell() {
    waiting = false;
    const row = scrollY > 0 && atTop();
    const found = outermost(row);
    const label = found ? found.querySelector(".address").textContent.replace(law, "") : "";
    here.textContent = label ? ` › ${label}` : "";
    if (label) last = { id: row.id, time: Date.now() };
    for (const link of all(".contents a")) {
      if (found && link.hash === `#${found.id}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  // What a link led to, if it is still to be seen, else what is at the top of the window; where the
  // header does not stay, what was read before it was reached.
  function placeRead() {
    const target = document.querySelector(".row:target");
    if (target && (inSight(target) || scrollY === 0)) return target.id;
    const row = atTop();
    if (row && row.id !== "law") return row.id;
    return Date.now() - last.time < recent ? last.id : "";
  }

  for (const link of all(".tongues a")) {
    link.addEventListener("click", () => { link.hash = placeRead(); });
  }

  const paper = document.querySelector(".print");
  paper.hidden = false;
  paper.addEventListener("click", () => print());

  // Of a law in one language the heading of that language is the one for a screen reader.
  function head() {
    for (const heading of all(".row p.heading")) {
      const first = heading.closest(".row").querySelector(":is(h2, h3, h4, h5).heading, h2.num");
      if (!first || first.checkVisibility()) heading.removeAttribute("role");
      else {
        heading.setAttribute("role", "heading");
        heading.setAttribute("aria-level", first.tagName[1]);
      }
    }
  }

  addEventListener("scroll", () => {
    if (!waiting) requestAnimationFrame(tell);
    waiting = true;
  }, { passive: true });
  for (const input of all(".views input")) input.addEventListener("change", head);
  tell();
  head();
})();
