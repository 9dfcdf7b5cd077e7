// An enhancement: without it every text, link, note and comment is there. No alphabet is written here.
"use strict";
(() => {
  const tens = ["", "x", "xx", "xxx"];
  const ones = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
  const numbers = tens.flatMap((ten) => ones.map((unit) => ten + unit)).slice(1);
  const all = (selector) => document.querySelectorAll(selector);
  const one = (selector) => document.querySelector(selector);

  // Opened as files there is no server that gives the index of a folder.
  if (location.protocol === "file:") {
    for (const link of all("a[href]")) {
      link.href = link.href.replace(/\/(?=#|$)/, "/index.html");
    }
  }

  // Once the page is at rest the rest of the site is kept, to be read without a connection.
  const { worker } = document.currentScript.dataset;
  if (worker && navigator.serviceWorker) addEventListener("load", () => setTimeout(async () => {
    try {
      await navigator.serviceWorker.register(worker);
      (await navigator.serviceWorker.ready).active.postMessage("keep");
    } catch { /* not allowed here */ }
  }, 1000));

  // The switch of the interface language keeps the place, and what was searched for.
  for (const link of all(".tongues a")) {
    const page = link.href;
    link.addEventListener("click", () => { link.href = page + location.search + location.hash; });
  }

  // Paper has the title at the head of each page but the first, and at the foot what was printed when
  // from where; a style sheet cannot read them.
  addEventListener("beforeprint", () => {
    const { lang, style } = document.documentElement;
    const date = new Date().toLocaleDateString(lang, { dateStyle: "long" });
    const address = one("link[rel=canonical]")?.href || location.href.replace(/#.*/, "");
    const foot = [one(".kicker > a")?.textContent.trim(), date, address].filter(Boolean).join(" · ");
    style.setProperty("--running", JSON.stringify(document.title));
    style.setProperty("--foot", JSON.stringify(foot));
  });

  // A notice stays long enough to be read twice.
  const said = one("#said");
  let silence = 0;
  const say = (text) => {
    said.textContent = text;
    clearTimeout(silence);
    silence = setTimeout(() => { said.textContent = ""; }, 6000);
  };

  // What is opened over the page is fetched when it is first wanted; until then links are links.
  const own = document.currentScript.src;
  const fetched = {};
  const add = (name) => new Promise((onload, onerror) => {
    const href = own.replace("site.js", name);
    const made = name.endsWith("js") ? ["script", { src: href }] : ["link", { rel: "stylesheet", href }];
    document.head.append(Object.assign(document.createElement(made[0]), made[1], { onload, onerror }));
  });
  const load = (...names) => Promise.all(names.map((name) => fetched[name] ||= add(name)));
  const openDialog = (id) => {
    if (one("dialog[open]")) return null;
    const dialog = one("#overlays").content.getElementById(id).cloneNode(true);
    document.body.append(dialog);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); });
    dialog.showModal();
    return dialog;
  };
  const open = (name, wanted) => load("overlays.css", `${name}.js`).then(() => lawkb[name](wanted));

  // By touch a reference opens a sheet first; tapped again while that is open, it leads there.
  let touch = false;
  let quoted = "";
  let opened = null;
  addEventListener("pointerdown", ({ pointerType }) => {
    touch = pointerType === "touch";
    quoted = getSelection().rangeCount && getSelection().getRangeAt(0).cloneRange();
    opened = lawkb.opened;
  }, true);
  addEventListener("click", (event) => {
    const link = event.target.closest(".anchor, .display, a.ref, a.term[href], a.note-mark");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    const name = link.matches(".anchor") ? "citing" : link.matches(".display") ? "controls" : "previews";
    if (name === "previews" && (!touch || !event.detail || opened === link)) return;
    event.preventDefault();
    if (event.detail && opened === link) return;
    lawkb.quoted = event.detail ? quoted : getSelection().rangeCount && getSelection().getRangeAt(0);
    open(name, link).catch(() => { if (link.href) location.href = link.href; });
  });
  if (one(".display")) one(".display").hidden = false;
  for (const link of all(".anchor")) {
    link.setAttribute("role", "button");
    link.setAttribute("aria-haspopup", "menu");
  }

  // Single keys, unless the reader switched them off or is typing.
  addEventListener("keydown", (event) => {
    const { key, code, target } = event;
    if (key === " " && target.matches(".anchor")) {
      event.preventDefault();
      target.click();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || recalled("keys") === "off") return;
    if (target.closest("input:not([type=radio], [type=checkbox]), textarea, select, dialog, [popover]")) return;
    const letter = /^[a-z?/]$/.test(key) ? key : /^Key/.test(code) && !event.shiftKey ? code.slice(3).toLowerCase() : "";
    if (!letter || !"/?jknp".includes(letter)) return;
    event.preventDefault();
    if (letter === "/") one(".jump input")?.focus();
    else open("controls", letter).catch(() => {});
  });

  // What stands behind the # and is no place of this law is read as people write addresses.
  const findNearest = () => {
    const [wanted, words] = decodeURIComponent(location.hash.slice(1)).split(":~:");
    if (words) location.replace(`#${wanted}`); // a browser that does not know links to words
    if (!/^[\p{Lu}\d]/u.test(wanted) || !one(".law .row[id], .cited-provision") || document.getElementById(wanted)) return;
    load("nearest.js").then(() => lawkb.nearest(wanted)).catch(() => {});
  };
  addEventListener("hashchange", findNearest);
  findNearest();

  // What a reader chose is remembered from law to law.
  const remember = (name, value) => { try { localStorage.setItem(`lawkb.${name}`, value); } catch { /* private mode */ } };
  const recalled = (name) => { try { return localStorage.getItem(`lawkb.${name}`); } catch { return null; } };
  globalThis.lawkb = { load, openDialog, say, remember, recalled };
  // The line that stays says where one is, once one has gone there.
  if (one("#law") && one(".law-here")) addEventListener("scroll", () => load("place.js").catch(() => {}), { once: true });

  // The languages shown. The provision that is being read stays where it is in the window.
  const topOf = (row) => row.getBoundingClientRect().top;
  let read = null;
  let top = 0;
  const note = () => {
    const edge = Math.max(one(".top").getBoundingClientRect().bottom, 0) - 9;
    read = [...all(".row[id]")].find((row) => topOf(row) > edge);
    top = read && topOf(read);
  };
  // Remembered as the reader's own language or the other one: the switch of the interface language
  // keeps what was meant.
  const { lang } = document.documentElement;
  const others = [...all(".views input")].map(({ value }) => value).filter((value) => value && value !== lang);
  const meant = (value) => value === lang ? "own" : others.length === 1 && value === others[0] ? "other" : value;
  for (const input of all(".views input")) {
    if (recalled("view")) input.checked = recalled("view").split(" ").includes(meant(input.value));
    for (const event of ["pointerdown", "keydown"]) input.addEventListener(event, note);
    input.addEventListener("change", () => {
      remember("view", [...all(".views :checked")].map(({ value }) => meant(value)).join(" "));
      if (read) scrollBy({ top: topOf(read) - top, behavior: "instant" });
    });
  }
  if (!one(".views :checked")) for (const input of all(".views input")) input.checked = input.defaultChecked;

  // Previews are fetched when a pointer that can rest, or the keyboard, comes to a reference.
  const preview = ({ type, target, pointerType }) => {
    if (pointerType === "touch" || !target.closest("a.ref, a.term[href], a.note-mark")) return;
    if (type === "focusin" && !target.matches(":focus-visible")) return;
    load("overlays.css", "previews.js").catch(() => {});
    for (const event of ["pointerover", "focusin"]) document.removeEventListener(event, preview);
  };
  for (const event of ["pointerover", "focusin"]) document.addEventListener(event, preview);

  // Terms are marked when the reader asks for it: the text of a law stays quiet.
  const terms = one("#terms");
  if (terms) {
    const index = location.protocol === "file:" ? "index.html" : "";
    const mark = () => {
      for (const term of all(".term")) {
        if (terms.checked) term.href = `${terms.dataset.page}${index}#${term.dataset.term}`;
        else term.removeAttribute("href");
      }
    };
    terms.parentElement.hidden = false;
    terms.checked = recalled("terms") === "marked";
    terms.addEventListener("change", () => { remember("terms", terms.checked ? "marked" : ""); mark(); });
    mark();
  }

  // One box for both: an address jumps, anything else is searched for.
  const form = one(".jump");
  if (!form) return;
  const table = JSON.parse(form.dataset.table);
  const literal = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const tokens = { arabic: "[1-9]\\d{0,5}", upper: "[A-Z]{1,2}", lower: "[a-z]{1,2}", roman: "[ivx]+", doubled: "(?:(?<twice>[a-hj-wyz])\\k<twice>|i\\.i|x\\.x)" };
  const inserts = globalThis.insertsOf?.(table, { tokens, token, canonical, ordinal });
  const places = globalThis.placesOf?.(table, { inserts, token, canonical, ordinal, plain, scan, readPath, writeAddress, literal });
  const partOf = inserts?.part || /\d+|\p{L}+/gu;
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    const places = readPlaces(form.elements.q.value);
    const there = places.length === 1 && places[0].there; // several are links on the search page
    if (there || !form.elements.q.value.trim()) event.preventDefault();
    if (there) location.href = there;
  });
  // Suggestions are fetched when someone types; the search page shows what it finds instead.
  if (!form.matches(".wide")) form.addEventListener("input", () => load("suggest.css", "ranges.js", "suggest.js").catch(() => {}), { once: true });
  Object.assign(lawkb, { table, plain, splitEdition, pageOf, readAddress, writeAddress, readPlace, readPlaces, fragment, editions: table.laws.map(([id]) => id) });

  // A typed provision: its path, null for another text, and its URL in the edition that was typed
  // with it, null when its law has no page.
  function readPlace(typed) {
    const [edition, text] = splitEdition(typed.trim());
    const path = readAddress(text);
    return { path, there: path ? pageOf(path, edition) : places?.ofDivision(text, editionsFor(edition)) };
  }

  // The provisions that a comma or *and* parts, «47E, 16C», if each is an address, and each of a range; else the
  // one place. The same rules as lawkb.references.typed_address.typed_places.
  function readPlaces(typed) {
    const pieces = piecesOf(typed);
    const found = pieces.flatMap((piece) => lawkb.readRange?.(piece) || (pieces.length > 1 ? [readPlace(piece)] : []));
    return found.length && found.every(({ path }) => path) ? found : [readPlace(typed)];
  }

  function piecesOf(typed) {
    const joined = typed.split(/\s+/u).map((word) => [...word].length > 1 && table.joins.includes(plain(word)) ? "," : word);
    return joined.join(" ").split(",").map((piece) => piece.trim()).filter(Boolean);
  }

  // The same rules as lawkb.model.label.split_edition.
  function splitEdition(typed) {
    for (const [id] of table.laws) {
      const known = literal(id);
      const found = typed.match(new RegExp(`^${known}(?:\\s*:\\s*|\\s+)(\\S.*)$`, "u"))
        || typed.match(new RegExp(`^(\\S.*?)\\s+(?:(?:${table.of.map(literal).join("|")})\\s+)?(?:${known}|\\(${known}\\))$`, "iu"));
      if (found) return [id, found[1]];
    }
    return [null, typed];
  }

  // The editions to look in: the one that was typed, else that of the page, then the others.
  function editionsFor(typed) {
    const wanted = one("main").dataset.edition;
    return table.laws.filter(([id]) => !typed || id === typed).sort((a, b) => (b[0] === wanted) - (a[0] === wanted));
  }

  function pageOf(path, typed) {
    const found = editionsFor(typed).find(([, laws]) => laws.some(([first, last]) => first === path[0] || typeof path[0] === "number" && first <= path[0] && path[0] <= last));
    return found ? lawPage(found[0], path[0]) + fragment(path) : null;
  }

  function lawPage(edition, law) {
    const index = location.protocol === "file:" ? "index.html" : "";
    return new URL(`${edition}/${`${law}`.replace(".", "-")}/${index}`, new URL(".", one(".brand").href)).href;
  }

  // The ordinals from the law down, or null.
  function readAddress(typed) {
    const beside = places?.read(typed);
    if (beside) return beside;
    const text = inserts ? inserts.withoutNumerals(typed) : typed;
    return readTyped(text) || readCited(text);
  }

  // The same rules as lawkb.model.label.read_typed.
  function readTyped(typed) {
    const text = typed.normalize("NFC").trim().replace(/^§/, "").trimStart();
    if ([...text].length > 80 || /[^\p{L}\p{M}\p{N}_\s().[\],-]/u.test(text)) return null;
    const parts = text.match(partOf) || [];
    if (parts.length && (isLawWord(plain(parts[0])) || isInitial(parts[0], text))) parts.shift();
    if (!/^\d/.test(parts[0])) return null;
    const exact = readLabel(text.slice(text.indexOf(parts[0])).replace(inserts?.spaces || /(?<!\p{Nd})\s+|\s+(?!\p{Nd})/gu, ""));
    if (exact) return exact;
    return byScript(text).map((alphabet) => readPath([...parts], alphabet)).find(Boolean) || null;
  }

  function isLawWord(word) {
    return table.words.some((each) => plain(each).replace(/\.$/, "") === word);
  }

  // The L of «L47E2(b)».
  function isInitial(letter, text) {
    return /^\p{L}\d/u.test(text) && table.words.some((each) => plain(each)[0] === plain(letter));
  }

  function byScript(text) {
    const own = (alphabet) => (text.match(new RegExp(`\\p{Script=${alphabet.script}}`, "gu")) || []).length;
    return [...table.alphabets].sort((a, b) => own(b) - own(a));
  }

  // One provision the way a text cites it, lawkb.refs.cited: each part behind a word for it, from the
  // law down or up to the law.
  function readCited(typed) {
    if (typed.length > 120) return null;
    const groups = [];
    const label = inserts?.cited || /^(?:[\p{L}\p{N}]+\)?|[\p{L}\p{N}]*(?:\([\p{L}\p{N}]+\))+),?$/u;
    const text = typed.normalize("NFC").replace(/['’]/g, " ").replace(/,/g, ", ").trim();
    for (const piece of text.split(/\s+/u)) {
      const group = groups.at(-1);
      const depths = depthsOf(plain(piece.replace(/\.$/, "")));
      if (depths) groups.push({ depths, label: "" });
      else if (!group && /^\d/.test(piece)) groups.push({ depths: [0], label: piece.replace(",", ""), closed: piece.endsWith(",") }); // «7 παρ. 2»
      else if (!group || group.closed) return null;
      else if (table.of.includes(plain(piece)) || piece === ",") group.closed = true;
      else if (group.label || !label.test(piece)) return null;
      else Object.assign(group, { label: piece.replace(",", ""), closed: piece.endsWith(",") });
    }
    if (groups.length < 2 || groups.at(-1).closed) return null;
    if (!groups.at(-1).depths[0]) groups.reverse();
    const [law, ...parts] = groups;
    const top = !law.depths[0] && readTyped(law.label);
    if (!top) return null;
    const named = table.parts.some(([depth]) => depth);
    return byScript(typed).map((alphabet) => parts.reduce((path, { depths, label }) => {
      const found = path && depths.filter((depth) => depth >= path.length).map((depth) => {
        const below = readPath(label.match(partOf) || [], alphabet, depth, true);
        // Alone, (i) may be a letter or a number.
        const odd = /^\(?[ivx]+\)?$/.test(label) && (depths.length > 1 || table.levels[depth][0] !== "roman");
        return below && !odd && [...path, ...Array(depth - path.length).fill(0), ...below];
      }).filter(Boolean);
      return found && (found.length === 1 || !named) ? found[0] : null;
    }, top)).find(Boolean) || null;
  }

  // The levels that a word names; a word for any part names all but the first.
  function depthsOf(word) {
    if (isLawWord(word)) return [0];
    const named = table.parts.filter(([depth, ...words]) => depth && words.includes(word)).map(([depth]) => depth);
    const any = table.parts.some(([depth, ...words]) => !depth && words.includes(word));
    return named.length ? named : any ? table.levels.map((_, depth) => depth).slice(1) : null;
  }

  // A label, or the canonical writing, is read as exactly its address.
  function readLabel(text) {
    const spelled = table.alphabets.flatMap((alphabet) => inserts ? inserts.spelled(text, alphabet) : text.replace(/\p{L}+/gu, (run) => {
      const kind = ["upper", "lower"].find((name) => alphabet[name].split(" ").includes(run));
      return kind ? token(alphabet[kind].split(" ").indexOf(run) + 1, kind) : run;
    }));
    for (const written of [text, ...spelled]) {
      const path = scan(written);
      if (path && writeAddress(path) === written) return path;
    }
    return null;
  }

  function scan(text, levels = table.levels) {
    const path = [];
    let at = 0;
    levels.forEach((level) => {
      if (at === text.length) return;
      const [before, after] = level[2].split("{}");
      const pattern = new RegExp(`${literal(before)}(${inserts ? inserts.pattern(level) : tokens[level[0]]})${literal(after)}`, "y");
      pattern.lastIndex = at;
      const dot = text[at] === "." && !level[4];
      const match = dot ? null : pattern.exec(text);
      const n = !match ? 0 : inserts ? inserts.read(match[1], level) : canonical(match[1], level[0]);
      path.push(n);
      at = n ? pattern.lastIndex : at + dot;
    });
    return at === text.length && path[0] && path.at(-1) ? path : null;
  }

  // The canonical writing, or that with the letters of a language by their numbering: a dot for a
  // skipped level only where it would read as another address.
  function writeAddress(path, letters = {}, levels = table.levels) {
    if (places?.has(path)) return places.write(path, letters);
    const write = (dotted, own) => path.map((n, depth) => {
      const level = levels[depth];
      const [before, after] = (levels === table.levels && own.forms?.[depth] || level[2]).split("{}");
      const written = typeof n === "string" ? inserts.write(n, level, own) : own[level[0]]?.[n - 1] || token(n, level[0]);
      return n ? before + written + after : depth < dotted && !level[4] ? "." : "";
    }).join("");
    const dotted = [...path, 0].findIndex((_, dots) => String(scan(write(dots, {}), levels)) === String(path));
    return write(dotted, letters);
  }

  function readPath(parts, alphabet, from = 0, unbroken = false, levels = table.levels) {
    let above = from > 0;
    const path = levels.slice(from).map((level) => {
      const [numbering] = level;
      const below = above && numbering === "roman";
      above = false;
      for (let size = (parts[0] || "").length; size > 0; size = unbroken ? 0 : size - 1) {
        const written = parts[0].slice(0, size);
        if (/^\d\d/.test(parts[0].slice(size - 1))) break; // a number is not cut
        const n = ordinal(written, numbering, alphabet) || below && ordinal(inRoman(written, alphabet), "roman", alphabet) || inserts?.typed(written, level, alphabet);
        if (!n) continue;
        parts[0] = parts[0].slice(size).replace(/^\./, "");
        if (!parts[0]) parts.shift();
        above = true;
        return n;
      }
      return 0;
    });
    while (path.at(-1) === 0) path.pop();
    return !parts.length && path[0] ? path : null;
  }

  // What is typed for a Roman numeral on another keyboard.
  function inRoman(written, alphabet) {
    return [...written.toLowerCase()].map((char) => alphabet.roman[char] || char).join("");
  }

  function ordinal(written, numbering, alphabet) {
    if (/\d/.test(written) || numbering === "arabic") return numbering === "arabic" ? canonical(written, numbering) : 0;
    const text = numbering === "upper" ? written.toUpperCase() : written.toLowerCase();
    if (numbering === "roman") return canonical(text, numbering);
    if (numbering === "doubled") return /^(.+)\1$/u.test(text) ? ordinal(text.slice(text.length / 2), "lower", alphabet) : 0;
    const latin = text.length === 1 ? canonical(text, numbering) : 0;
    const same = [...text].map((char) => alphabet.other[char] || char).join("");
    return alphabet[numbering].split(" ").indexOf(alphabet.other[same] || same) + 1 || latin;
  }

  function canonical(text, numbering) {
    if (!new RegExp(`^${tokens[numbering]}$`).test(text)) return 0;
    if (numbering === "arabic") return Number(text);
    if (numbering === "roman") return numbers.indexOf(text) + 1;
    const letters = numbering === "doubled" ? text[0] : text.toLowerCase();
    return [...letters].reduce((n, char) => n * 26 + char.charCodeAt(0) - 96, 0);
  }

  function plain(word) {
    return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/ς/g, "σ");
  }

  function token(n, numbering) {
    if (numbering === "arabic" || typeof n === "string") return String(n);
    if (numbering === "roman") return numbers[n - 1];
    if (numbering === "doubled") return token(n).repeat(2).replace(/^([ix])\1$/, "$1.$1");
    let letters = "";
    for (; n > 0; n = Math.floor((n - 1) / 26)) letters = String.fromCharCode(97 + (n - 1) % 26) + letters;
    return numbering === "upper" ? letters.toUpperCase() : letters;
  }

  function fragment(path) {
    if (places?.has(path)) return places.fragment(path);
    const written = path.map((n, depth) => {
      const [numbering, joint] = table.levels[depth];
      return n && depth ? joint + token(n, numbering) : "";
    });
    return path.length > 1 ? `#${written.join("")}` : "";
  }
})();
