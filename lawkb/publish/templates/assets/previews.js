// What a reference leads to: a card beside it for a pointer that can rest and for the keyboard, a
// sheet at the bottom for touch. Words are taken over as text, never as HTML. Without script, or
// when the page cannot be fetched, a reference is a link like any other.
"use strict";
(() => {
  const delay = 300; // milliseconds before a card comes, and before it goes
  const longest = 700; // characters, then no further provision is added
  const links = "a.ref, a.term[href], a.note-mark";
  const swipe = 60; // pixels down, then a sheet goes
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

  // What a link leads to; null when that cannot be fetched, or shows nothing to quote.
  async function targetOf(link) {
    const url = new URL(link.href);
    const { lang } = link.parentElement.closest("[lang]");
    try {
      return linesOf(await pageAt(url), decodeURIComponent(url.hash.slice(1)), lang);
    } catch {
      pages.clear(); // the next time it may be there
      return null;
    }
  }

  async function show(link) {
    const lines = await targetOf(link);
    await lawkb.load("overlays.css");
    if (!lines || link !== wanted) return;
    hide();
    wanted = link;
    card = document.createElement("aside");
    card.id = "preview";
    card.className = "preview";
    card.setAttribute("role", "tooltip");
    card.append(...lines.map(line));
    document.body.append(card);
    place(link);
    shown = { link, title: link.title };
    link.removeAttribute("title"); // or the browser would show it over the card
    link.setAttribute("aria-describedby", card.id);
  }

  // The sheet of a reference that was tapped. It is no dialog that holds the page back: a second tap
  // on the reference leads there, one elsewhere closes it.
  lawkb.previews = async (link) => {
    const lines = await targetOf(link);
    if (!lines) {
      location.href = link.href;
      return;
    }
    hide();
    const sheet = document.querySelector("#overlays").content.querySelector(".sheet").cloneNode(true);
    const [first, ...others] = lines.map(line);
    first.id = "sheet-name";
    sheet.setAttribute("aria-labelledby", first.id);
    sheet.querySelector(".sheet-words").append(first, ...others);
    const open = sheet.querySelector(".open");
    open.href = link.href;
    if (link.matches(".not-held")) open.textContent = open.dataset.absent;
    document.querySelector(".sheet")?.hidePopover();
    document.body.append(sheet);
    sheet.showPopover();
    lawkb.opened = link;
    const close = () => sheet.matches(":popover-open") && sheet.hidePopover();
    sheet.addEventListener("toggle", ({ newState }) => {
      if (newState === "open") return;
      if (lawkb.opened === link) lawkb.opened = null;
      sheet.remove();
    });
    sheet.addEventListener("click", ({ target }) => { if (target.closest("a, button")) close(); });
    sheet.addEventListener("keydown", ({ key }) => { if (key === "Escape") link.focus({ preventScroll: true }); });
    closeBySwipe(sheet, close);
    // The reference stays in sight, to be tapped again.
    const hidden = link.getBoundingClientRect().bottom + 16 - sheet.getBoundingClientRect().top;
    if (hidden > 0) scrollBy({ top: hidden, behavior: "instant" });
    sheet.focus({ preventScroll: true });
  };

  function closeBySwipe(sheet, close) {
    let from = null;
    sheet.addEventListener("touchstart", ({ touches }) => { from = sheet.scrollTop ? null : touches[0].clientY; }, { passive: true });
    sheet.addEventListener("touchmove", ({ touches }) => {
      if (from !== null) sheet.style.translate = `0 ${Math.max(0, touches[0].clientY - from)}px`;
    }, { passive: true });
    sheet.addEventListener("touchend", ({ changedTouches }) => {
      sheet.style.translate = "";
      if (from !== null && changedTouches[0].clientY - from > swipe) close();
    });
  }

  function line([name, language, num, ...text]) {
    const made = document.createElement("p");
    made.className = name;
    made.lang = language;
    made.dir = "auto";
    if (num) made.append(Object.assign(document.createElement("b"), { textContent: `${num} ` }));
    made.append(...text);
    return made;
  }

  // Below the line of the link or above, where there is more room; what has none there is scrolled. The
  // line that is read stays free, also where the link goes on in the next one.
  function place(link) {
    const lines = [...link.getClientRects()];
    const pitch = parseFloat(getComputedStyle(link.parentElement).lineHeight) || lines[0].height;
    const spare = Math.max(0, (pitch - lines[0].height) / 2);
    const words = { left: lines[0].left, top: lines[0].top - spare, bottom: lines.at(-1).bottom + spare };
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const [above, below] = [words.top - 14, height - words.bottom - 14];
    const wanting = card.getBoundingClientRect().height;
    const under = below >= Math.min(wanting, above);
    card.style.maxHeight = `${Math.max(under ? below : above, Math.min(120, height - 16))}px`;
    const box = card.getBoundingClientRect();
    const top = under ? words.bottom + 6 : words.top - box.height - 6;
    card.style.left = `${scrollX + Math.max(8, Math.min(words.left, width - box.width - 8))}px`;
    card.style.top = `${scrollY + Math.max(8, Math.min(top, height - box.height - 8))}px`;
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
    if (found?.matches(".note")) {
      const copy = found.cloneNode(true);
      copy.querySelectorAll(".said").forEach((one) => one.remove());
      const words = [...copy.childNodes].slice(1).map((node) => node.textContent).join("");
      return [["note-words", found.closest("[lang]").lang, found.firstChild.textContent, words.trim()]];
    }
    if (found?.matches(".term-entry")) {
      const words = [...found.querySelectorAll("[data-tag]")];
      return words.map((part) => ["term-words", part.lang, part.dataset.tag, part.textContent.trim()]);
    }
    const lead = id && found?.querySelector(".not-here p") || page.querySelector(".lead");
    const [place, law] = [found?.querySelector("h2"), page.querySelector("h1")];
    const whole = !place || law.textContent.startsWith(place.textContent);
    const title = whole || !law.querySelector("span") ? [] : [["heading", own, "", law.textContent]];
    return lead && [["label", own, "", (whole ? law : place).textContent], ...title, ["said", own, "", ...wordsOf(lead)]];
  }

  // Words of ours, with their links to other sites.
  function wordsOf(told) {
    const copy = ({ href, lang, textContent }) => Object.assign(document.createElement("a"), { href, lang, textContent, rel: "noopener external" });
    return [...told.childNodes].map((node) => node.matches?.("a[rel~=external]") ? copy(node) : node.textContent);
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
    const label = copy.querySelector(".num");
    const num = (!first && label?.textContent) || "";
    label?.remove();
    const parts = [...copy.querySelectorAll(".words > *")].filter((part) => part.textContent.trim());
    if (!parts.length && num) return [[num, ""]];
    return parts.map((part, n) => [n ? "" : num, part.textContent.trim(), part.matches(".heading")]);
  }
})();
