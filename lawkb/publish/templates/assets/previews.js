// What a reference leads to, shown beside it. Words are taken over as text, never as HTML.
// Without script, or when the page cannot be fetched, a reference is a link like any other.
"use strict";
(() => {
  const delay = 300; // milliseconds before a card comes, and before it goes
  const longest = 700; // characters, then no further provision is added
  const links = "a.ref, a.term[href]";
  const pages = new Map(); // by path, the promise of a document
  let wanted = null; // the link that the pointer or the focus is on
  let shown = null; // the link whose card is there, its title kept
  let card = null;
  let timer = 0;

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = event.target.closest(links);
    if (link) want(link);
    else if (card?.contains(event.target)) want(shown.link);
    else leave();
  });
  document.documentElement.addEventListener("pointerleave", leave);
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches(links) && target.matches(":focus-visible")) want(target);
    else leave();
  });
  document.addEventListener("focusout", ({ target }) => { if (target === wanted) leave(); });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") hide(); });
  document.addEventListener("click", ({ target }) => { if (!card?.contains(target)) hide(); });
  addEventListener("resize", hide);

  // It is fetched when a reference is pointed at: that one comes first.
  const first = [...document.querySelectorAll(links)].find((link) => link.matches(":hover, :focus-visible"));
  if (first) want(first);

  function want(link) {
    clearTimeout(timer);
    wanted = link;
    if (link !== shown?.link) timer = setTimeout(() => show(link), delay);
  }

  // What has the focus keeps its card, whatever the pointer does.
  function leave() {
    if (!wanted) return;
    clearTimeout(timer);
    const focused = document.activeElement;
    wanted = focused === shown?.link && focused.matches(":focus-visible") ? focused : null;
    if (!wanted) timer = setTimeout(hide, delay);
  }

  function hide() {
    clearTimeout(timer);
    wanted = null;
    card?.remove();
    card = null;
    if (!shown) return;
    shown.link.removeAttribute("aria-describedby");
    if (shown.title) shown.link.title = shown.title;
    shown = null;
  }

  async function show(link) {
    const url = new URL(link.href);
    const { lang } = link.parentElement.closest("[lang]");
    let lines = null;
    try {
      lines = linesOf(await pageAt(url), decodeURIComponent(url.hash.slice(1)), lang);
    } catch { pages.clear(); /* the next time it may be there */ }
    if (!lines || link !== wanted) return;
    hide();
    wanted = link;
    card = document.createElement("aside");
    card.id = "preview";
    card.className = "preview";
    card.setAttribute("role", "tooltip");
    for (const [name, language, ...words] of lines) card.append(line(name, language, words));
    document.body.append(card);
    place(link);
    shown = { link, title: link.title };
    link.removeAttribute("title"); // or the browser would show it over the card
    link.setAttribute("aria-describedby", card.id);
  }

  function line(name, language, [num, text]) {
    const made = document.createElement("p");
    made.className = name;
    made.lang = language;
    if (num) made.append(Object.assign(document.createElement("b"), { textContent: `${num} ` }));
    made.append(text);
    return made;
  }

  // Below the words of the link where there is room, else above; never out of sight.
  function place(link) {
    const words = link.getClientRects()[0];
    const box = card.getBoundingClientRect();
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const below = words.bottom + box.height + 12 < height || words.top < box.height + 12;
    const top = below ? words.bottom + 6 : words.top - box.height - 6;
    card.style.left = `${scrollX + Math.max(8, Math.min(words.left, width - box.width - 8))}px`;
    card.style.top = `${scrollY + Math.max(8, top)}px`;
  }

  function pageAt({ pathname }) {
    if (pathname === location.pathname) return document;
    if (!pages.has(pathname)) pages.set(pathname, fetched(pathname));
    return pages.get(pathname);
  }

  async function fetched(pathname) {
    const answer = await fetch(pathname);
    return new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
  }

  // Lines of a card: class, language, number, text. Null for a page that shows nothing to quote.
  function linesOf(page, id, language) {
    const own = page.documentElement.lang;
    const found = page.getElementById(!id || id === "content" ? "law" : id);
    if (found?.matches(".row")) return provisionLines(page, found, language);
    if (found?.matches(".term-entry")) {
      const words = [...found.querySelectorAll("[data-tag]")];
      return words.map((part) => ["term-words", part.lang, part.dataset.tag, part.textContent.trim()]);
    }
    const lead = page.querySelector(".lead");
    const name = found?.querySelector("h2") || page.querySelector("h1");
    return lead && [["label", own, "", name.textContent], ["said", own, "", lead.textContent]];
  }

  // A provision and what is in it, in one language; in another where that one lacks it.
  function provisionLines(page, first, language) {
    const cellOf = (row) => {
      const held = [...row.children].filter((cell) => cell.matches(".cell:not(.missing)"));
      return held.find((cell) => cell.lang === language) || held[0];
    };
    const depth = (row) => /depth-(\d)/.exec(row.className)[1];
    const top = cellOf(first);
    const whole = first.id === "law";
    const lines = [whole
      ? ["label", page.documentElement.lang, "", page.querySelector("h1").textContent]
      : ["label", top.lang, "", top.dataset.label || first.getAttribute("aria-label")]];
    let length = 0;
    for (let row = first; row?.matches(".row"); row = row.nextElementSibling) {
      if (row !== first && depth(row) <= depth(first)) break;
      if (length > longest) {
        lines.push(["more", top.lang, "", "…"]);
        break;
      }
      const cell = cellOf(row);
      if (!cell) continue;
      for (const [num, text, heading] of cellLines(cell, row === first)) {
        lines.push([heading ? "heading" : "", cell.lang, num, text]);
        length += text.length;
      }
    }
    return lines.length > 1 ? lines : null;
  }

  function cellLines(cell, first) {
    const copy = cell.cloneNode(true);
    for (const aside of copy.querySelectorAll("sup, .mark, .note, .said")) aside.remove();
    const num = (!first && copy.querySelector(".num")?.textContent) || "";
    const parts = [...copy.querySelectorAll(".words > *")].filter((part) => part.textContent.trim());
    if (!parts.length && num) return [[num, ""]];
    return parts.map((part, n) => [n ? "" : num, part.textContent.trim(), part.matches(".heading")]);
  }
})();
