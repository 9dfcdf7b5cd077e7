// Suggestions below the box while someone types: addresses, terms, headings, words. Loaded at the first
// letter. The search page has none: it shows what is found itself.
"use strict";
(() => {
  const MOST = 8;
  const form = document.querySelector(".jump");
  const input = form.elements.q;
  const home = new URL(".", document.querySelector(".brand").href);
  const index = location.protocol === "file:" ? "index.html" : "";
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/ς/g, "σ");
  const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}]+/gu) || [];

  const list = Object.assign(document.createElement("ul"), { id: "suggestions", className: "suggestions", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", form.dataset.suggestions);
  form.append(list);
  const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id, "aria-expanded": "false" };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);

  // The reader's language first; another one when nothing of it fits.
  const fetched = {};
  const own = document.currentScript.src; // a module cannot be loaded where pages are files
  const latin = () => import(own.replace("suggest.js", "spellings.js")).catch(() => null);
  const read = (tag) => fetched[tag] ||= fetch(new URL(`../search/${tag}.json`, home)).then((answer) => answer.ok ? answer.json() : null)
    .then((table) => table && { terms: table.terms.map(known), headings: table.headings.map(([text, label, path]) => ({ text, words: wordsOf(/^\p{L}/u.test(label) ? `${label} ${text}` : text), label, path })), words: table.words.split(" ").map(known), latin: table.latin, sounds: table.sounds })
    .catch(() => null);
  const known = (text) => ({ text, words: wordsOf(text) });

  const searching = (query) => `${form.action.replace(/\?.*/, "")}?${new URLSearchParams({ q: query })}`;

  async function suggested(query) {
    const typed = wordsOf(query);
    if (!typed.length) return [];
    const places = lawkb.readPlaces(query).filter(({ there }) => there);
    const found = places.map(({ path, there }) => ({ text: places.length > 1 ? lawkb.writeAddress(path) : query, href: there }));
    for (const tag of form.dataset.languages.split(" ").filter(Boolean)) {
      const table = await read(tag);
      if (table) found.push(...ofLanguage(table, await readings(typed, table), query).map((item) => ({ ...item, tag })));
      if (found.length) break;
    }
    return found.slice(0, MOST);
  }

  // For each typed word, whether it begins a word: as it is, or by its sound with its Latin letters in
  // those of the language.
  async function readings(typed, table) {
    const written = typed.map((word) => (other) => other.startsWith(word));
    const made = table.latin && typed.some((word) => /^[a-z]+$/.test(word)) && await latin();
    if (!made) return written;
    const key = made.keyOf(table);
    return typed.map((word, n) => {
      const starts = made.inOwnLetters(word, table.latin).map((own) => key(plain(own)));
      return (other) => written[n](other) || starts.some((start) => key(other).startsWith(start));
    });
  }

  // Of the forms of a word the one that most texts have.
  function oneForm(found, others) {
    const kept = others.flatMap(({ words }) => words);
    const alike = (a, b) => {
      const most = Math.max(4, Math.min(a.length, b.length) - 2);
      return a.slice(0, most) === b.slice(0, most);
    };
    return found.filter(({ words: [word] }) => !kept.some((one) => alike(one, word)) && kept.push(word));
  }

  // Terms first, then headings, then words of the texts.
  function ofLanguage({ terms, headings, words }, typed, query) {
    const fits = (item) => typed.every((begins) => item.words.some(begins));
    const before = query.replace(/[\p{L}\p{M}\p{N}]+$/u, "");
    const last = typed.at(-1);
    const typing = query.slice(before.length);
    const ends = typing.length > 1 ? words.filter(({ words: [word] }) => word && last(word) && word !== plain(typing)) : [];
    const named = terms.filter(fits).slice(0, 3);
    return [
      ...named.map(({ text }) => ({ text, href: searching(text) })),
      ...headings.filter(fits).slice(0, 5).map(({ text, label, path }) => ({ text, label, href: pageOf(path) })),
      ...oneForm(ends, named).slice(0, 3).map(({ text }) => ({ text: before + text, href: searching(before + text) })),
    ];
  }

  // Of a division, edition and id are given: its place depends on the list of laws.
  function pageOf(path) {
    return path.includes("/") ? new URL(path.replace("#", `${index}#`).replace("#law", ""), home).href : lawkb.readPlace(path).there;
  }

  let asked = 0;
  async function show() {
    const number = ++asked;
    const items = await suggested(input.value.trim());
    if (number !== asked || document.activeElement !== input) return;
    list.replaceChildren(...items.map(option));
    open(items.length > 0);
  }

  function option({ text, label, href, tag }, n) {
    const item = Object.assign(document.createElement("li"), { id: `suggestion-${n}` });
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.dataset.href = href;
    if (tag) Object.assign(item, { lang: tag, dir: "auto" });
    if (label) item.append(Object.assign(document.createElement("b"), { textContent: label }), " ");
    item.append(text);
    return item;
  }

  function open(is) {
    list.hidden = !is;
    input.setAttribute("aria-expanded", String(is));
    mark(null);
  }

  const marked = () => list.querySelector("[aria-selected=true]");
  function mark(item) {
    marked()?.setAttribute("aria-selected", "false");
    item?.setAttribute("aria-selected", "true");
    item?.scrollIntoView({ block: "nearest" });
    if (item) input.setAttribute("aria-activedescendant", item.id); else input.removeAttribute("aria-activedescendant");
  }

  const go = (item) => { location.href = item.dataset.href; };
  input.addEventListener("input", show);
  input.addEventListener("blur", () => { asked++; open(false); });
  input.addEventListener("keydown", (event) => {
    const items = [...list.children];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (list.hidden || event.isComposing) return;
    if (event.key === "Escape") open(false);
    else if (event.key === "Enter" && marked()) go(marked());
    else if (step) mark(items[(items.indexOf(marked()) + (marked() || step > 0 ? step : 0) + items.length) % items.length] || items.at(-1));
    else return;
    event.preventDefault();
  });
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the box keeps the focus
  list.addEventListener("click", ({ target }) => { const item = target.closest("li"); if (item) go(item); });
  show();
})();
