// Finding: Pagefind finds words on the pages of laws, this finds the provisions that hold them.
const version = new URL(import.meta.url).search;
const { makeFold, wordsOf } = await import(`./folding.js${version}`);
const { makeGuide } = await import(`./guide.js${version}`);
const { leavesOf, makeParser } = await import(`./query.js${version}`);

const view = document.querySelector("#search");
const table = JSON.parse(view.dataset.table);
const asking = new Set(Object.values(table.languages).flatMap((language) => language.asking.split(" ")));
const stop = new Set(Object.values(table.languages).flatMap((language) => language.stop.split(" ")));
const families = Object.fromEntries(Object.entries(table.languages).map(([tag, language]) =>
  [tag, new Map(language.families.flatMap((line) => line.split(" ").map((form, _, all) => [form, all[0]])))]));
const endings = Object.fromEntries(Object.entries(table.languages).map(([tag, { endings }]) => [tag, endings.split(" ")]));
// The family of a word; of one that no text has by its stem and an ending of a listed form.
const familyOf = (word, language) => families[language]?.get(word) ?? endings[language]?.map((end) => word.endsWith(end) ? families[language].get(`${word.slice(0, -end.length || undefined)}*`) : undefined).find(Boolean);
const MOST_PAGES = 40;
const NEAR = 5;

export const { ranking } = table;
export const languages = table.languages;
export const fold = makeFold(table.scripts);
export const isAsking = (word) => asking.has(fold(word));
export const isStop = (word) => stop.has(fold(word)) || asking.has(fold(word));

// ---- what is asked

const parser = makeParser({ operators: table.operators, fold, stop: isStop, words: wordsIn, names: ({ text }, { name }) => Boolean(lawkb.readAddress(`${text} ${name}`)), address: named });

function named(text) {
  const path = lawkb.readAddress(text);
  return path && { path, name: lawkb.writeAddress(path) };
}

// The tree of a query, null without a word. A whole address is one word: 47 E 2 (a).
export function parse(query) {
  const paths = lawkb.readPlaces(query).map(({ path }) => path);
  if (!paths[0]) return parser(query);
  const parts = paths.map((path) => ({ kind: "word", text: addressText(path), name: lawkb.writeAddress(path), path, start: 0, end: query.length }));
  return parts.length > 1 ? { kind: "or", parts } : parts[0];
}

// Words and addresses of what stands between two spaces.
function wordsIn(run) {
  const path = /^\d+\P{Nd}/u.test(run) && lawkb.readAddress(run);
  if (path) return [{ text: addressText(path), name: lawkb.writeAddress(path), path, start: 0, end: run.length }];
  return wordsOf(run).map((text, n, all) => {
    const start = run.indexOf(text, n ? run.indexOf(all[n - 1]) + all[n - 1].length : 0);
    return { text, start, end: start + text.length };
  }).filter(({ text }) => fold(text));
}

function addressText(path) {
  return lawkb.writeAddress(path).toLowerCase().replaceAll(")(", "-").replace(/[()]/g, "");
}

// What a word of a query is searched by in a language: { text, kind }.
function termOf(leaf, language) {
  if (leaf.path) return { text: leaf.text, kind: "address" };
  const word = fold(leaf.text);
  const family = familyOf(word, language);
  return family ? { text: family, kind: "family", typed: word } : { text: word, kind: "word", prefix: leaf.kind === "prefix" };
}

// What the law code says for the words of a query: by word, lists of words that stand near one another.
// As on the command line, phrases, words near each other and what follows NOT stay as they are.
export function meantIn(tree, language, found = new Map()) {
  if (tree.kind === "word") meantInARow([tree], language, found);
  if (tree.kind === "and") meantInARow(tree.parts, language, found);
  if (tree.kind === "and" || tree.kind === "or") tree.parts.filter(({ kind }) => kind !== "word" || tree.kind === "or").forEach((part) => meantIn(part, language, found));
  return found;
}

// An expression is recognised by what single words mean, too: «twelve cards» in "twelve papers".
function meantInARow(parts, language, found) {
  const { synonyms } = table.languages[language];
  const rows = synonyms.flatMap(([typed, meant]) => typed.map((expression) => [telling(expression), meant.map(telling)]));
  const folded = parts.map(({ kind, text, path }) => kind === "word" && !path ? fold(text) : "");
  const single = (word) => rows.filter(([words]) => words.length === 1 && isForm(words[0], word)).flatMap(([, meant]) => meant).filter(({ length }) => length === 1).flat();
  const read = folded.map((word) => [word, ...word ? single(word) : []]);
  for (const [words, meant] of rows) {
    for (let at = 0; at + words.length <= read.length; at++) {
      const fits = (word, n) => (words.length > 1 ? read[at + n] : [folded[at]]).some((other) => isForm(word, other));
      if (words.every(fits)) words.forEach((_, n) => found.set(parts[at + n], [...found.get(parts[at + n]) || [], ...meant]));
    }
  }
}

function telling(expression) {
  return tellingOf(expression.split(" "));
}

function tellingOf(words) {
  const kept = words.filter((word) => !stop.has(word) && !asking.has(word));
  return kept.length ? kept : words;
}

// Forms of one word differ in the last letters: at most three, after at least three that are the same.
export function isForm(a, b) {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return a === b || shared >= 3 && shared > Math.max(a.length, b.length) / 2 && Math.max(a.length, b.length) - shared <= 3;
}

// ---- what is found

// Pagefind opens one language per copy of its module; the fragment makes a copy without a download.
const bundle = new URL(view.dataset.pagefind, document.baseURI).href;
const opened = {};
const open = (language) => opened[language] ||= (async () => {
  const module = await import(`${bundle}#${language}`);
  const engine = module.createInstance({ basePath: new URL(`${language}/`, bundle).href, noWorker: true });
  await engine.init();
  return engine;
})().catch((error) => {
  delete opened[language]; // the next query tries again
  throw error;
});

// A word in a script that no text of a language has is not worth opening it: 80 kB each.
const scripts = Object.keys(table.scripts).map((name) => [name, new RegExp(`\\p{Script=${name}}`, "u")]);
const mayHold = (language, word) => scripts.every(([name, letters]) => !letters.test(word) || table.languages[language].scripts.includes(name));

// The provisions that hold any word of a query in a language: for each of its words what it is worth there.
export async function find(language, tree) {
  const leaves = leavesOf(tree);
  const meant = meantIn(tree, language);
  const asked = leaves.map(({ leaf, unwanted }) => ({
    leaf, unwanted,
    terms: leaf.kind === "phrase" ? telling(foldedWords(leaf.text).join(" ")).map((text) => ({ text, kind: "word" })) : [termOf(leaf, language)],
    meant: (meant.get(leaf) || []).map((words) => words.map((text) => termOf({ text }, language))),
  }));
  const all = asked.flatMap(({ terms, meant }) => [...terms, ...meant.flat()]);
  if (!all.some((term) => term.kind !== "word" || mayHold(language, term.text))) return { hits: [], more: false };
  const engine = await open(language);
  const pages = new Map();
  const texts = [...new Set(all.map(({ text }) => text))];
  for (const text of texts) {
    for (const result of (await engine.search(text)).results) {
      const page = pages.get(result.id) || { result, score: 0, places: new Map() };
      page.places.set(text, result.words);
      page.score += 1000 + result.score;
      pages.set(result.id, page);
    }
  }
  const likely = [...pages.values()].sort((a, b) => b.score - a.score);
  const read = await Promise.all(likely.slice(0, MOST_PAGES).map((page) => sections(page, asked, language)));
  return { hits: read.flat(), more: likely.length > MOST_PAGES };
}

async function sections({ result, places }, asked, language) {
  const { content, anchors, raw_url: url } = await result.data();
  const [edition, page] = url.match(/([^/]+)\/([^/]+)\.html$/).slice(1);
  const words = content.split(/\s+/);
  const order = []; // of the printed words, by place
  words.reduce((count, word, at) => { order[at] = isHidden(word) ? count : count + 1; return order[at]; }, 0);
  const starts = anchors.filter((anchor) => anchor.element === "h2").sort((a, b) => a.location - b.location);
  const companion = !/^\d/.test(page) && !lawkb.readAddress(page); // an annex is a law
  const hits = starts.map((anchor, n) => ({
    ...headed(anchor), language, words, order, edition, page, companion, id: anchor.id, found: new Map(), marked: new Map(),
    start: anchor.location, body: anchor.location + anchor.text.trim().split(/\s+/).length, end: starts[n + 1]?.location ?? words.length,
  }));
  const above = parents(hits);
  hits.forEach((hit) => { hit.above = above(hit); });
  const within = (hit, term) => (places.get(term.text) || []).filter((place) => place >= hit.start && place < hit.end).map((place) => ({
    place: printed(words, place), worth: judge(term, place, hit, language), close: term.kind !== "word" || wordsOf(words[place]).some((piece) => isClose(fold(piece), term.text)),
    exact: term.kind === "address" || wordsOf(words[printed(words, place)]).map(fold).includes(term.typed || term.text),
  })).filter(({ worth }) => worth);
  for (const hit of hits) hit.at = asked.map((one) => placesOf(one, hit, within));
  hits.forEach((hit) => asked.forEach(({ unwanted }, n) => score(hit, n, unwanted)));
  return hits.filter((hit) => hit.found.size);
}

// Whether a word of a text is a form of a typed one, not only a word that begins with it.
const isClose = (piece, text) => piece === text || text.length > 3 && isForm(piece, text);

// The sections that contain a section, outermost first.
function parents(hits) {
  const name = (hit) => hit.companion ? hit.id.split("__") : lawkb.readAddress(hit.label) || [];
  const byName = new Map(hits.map((hit) => [name(hit).join(), hit]));
  return (hit) => name(hit).slice(0, -1).map((_, n) => byName.get(name(hit).slice(0, n + 1).join())).filter(Boolean);
}

// Where a section has a word or phrase of the query: { place, last, worth } in order.
function placesOf({ leaf, terms, meant }, hit, within) {
  if (leaf.kind === "phrase") return phrasePlaces(foldedWords(leaf.text), hit);
  const own = within(hit, terms[0]);
  const others = meant.flatMap((row) => {
    const each = row.map((term) => within(hit, term));
    const near = each[0].filter(({ place }) => each.every((list) => list.some((other) => Math.abs(hit.order[other.place] - hit.order[place]) <= NEAR * (row.length - 1))));
    return (row.length > 1 && !near.length ? [] : row.length > 1 ? each.flat() : near).map((one) => ({ ...one, worth: one.worth * ranking.meant }));
  });
  return [...own, ...others].map((one) => ({ ...one, last: one.place }));
}

const foldedWords = (text) => wordsOf(text).map(fold).filter(Boolean);

function phrasePlaces(wanted, hit) {
  const shown = [];
  for (let place = hit.headingAt; place < hit.end; place++) {
    if (!isHidden(hit.words[place])) foldedWords(hit.words[place]).forEach((word) => shown.push({ place, word }));
  }
  const found = [];
  for (let at = 0; at + wanted.length <= shown.length; at++) {
    if (!wanted.every((word, n) => shown[at + n].word === word)) continue;
    const [first, last] = [shown[at].place, shown[at + wanted.length - 1].place];
    if ((first < hit.body) !== (last < hit.body)) continue;
    found.push({ place: first, last, close: true, exact: true, worth: (first < hit.body ? ranking.heading : ranking.text) * wanted.length });
  }
  return found;
}

function score(hit, n, unwanted) {
  hit.named ||= hit.at[n].some(({ place }) => place < hit.headingAt); // its address was typed
  const inherited = hit.above.some((one) => one.at[n].some(({ place }) => place >= one.headingAt && place < one.body));
  const worth = Math.max(0, ...hit.at[n].map((one) => one.worth), inherited ? ranking.above : 0);
  if (!worth) return;
  const times = new Set(hit.at[n].filter((one) => one.worth === worth).map(({ place }) => printed(hit.words, place))).size;
  hit.found.set(n, worth + times / (times + 1.2));
  if (!unwanted) hit.at[n].forEach(({ place, last }) => { for (let at = place; at <= last; at++) hit.marked.set(at, n); });
}

// Whether a section matches a tree; the leaves of the tree are those that it was found by.
export function matches(tree, hit) {
  const numbers = new Map(leavesOf(tree).map(({ leaf }, n) => [leaf, n]));
  const spans = (part) => {
    if (part.kind === "or") return part.parts.flatMap(spans);
    if (part.kind !== "near") return hit.at[numbers.get(part)];
    return part.parts.map(spans).reduce((left, right) => left.flatMap((a) => right.flatMap((b) => joined(a, b, part.distance))));
  };
  const joined = (a, b, distance) => {
    const [first, next] = a.place <= b.place ? [a, b] : [b, a];
    const gap = hit.order[next.place] - hit.order[first.last];
    const together = (first.place < hit.body) === (next.place < hit.body);
    return gap > 0 && gap <= distance && together ? [{ place: first.place, last: next.last, worth: 1 }] : [];
  };
  const fits = (part) => {
    switch (part.kind) {
      case "and": return part.parts.every(fits);
      case "or": return part.parts.some(fits);
      case "not": return !fits(part.part);
      case "near": return spans(part).length > 0;
      case "law": return isInside(part, hit);
      default: return hit.found.has(numbers.get(part));
    }
  };
  return fits(tree);
}

// Whether a provision is in a range of laws or provisions, with all that is inside its last one.
function isInside({ first, last }, { label, companion }) {
  const path = !companion && lawkb.readAddress(label);
  const order = (a, b) => a.reduce((found, n, at) => found || (at in b ? String(n).localeCompare(String(b[at]), "en", { numeric: true }) : 1), 0);
  const holds = (above) => above.every((n, at) => n === path[at]);
  if (!path || !first !== !last && typeof path[0] === "string" && /^\p{L}/u.test(path[0])) return false;
  return (!first || holds(first) || order(path, first) >= 0) && (!last || holds(last) || order(path, last) <= 0);
}

// A heading is a label, the hidden address, and words; the label of a companion is its title.
function headed(anchor) {
  const words = anchor.text.trim().split(/\s+/);
  const own = words.findIndex(isHidden);
  return { label: words.slice(0, own).join(" "), heading: words.slice(own + 1), headingAt: anchor.location + own + 1 };
}

// The place of the printed word that a hidden one stands behind.
function printed(words, place) {
  while (isHidden(words[place])) place--;
  return place;
}

export const isHidden = (word) => word?.startsWith(table.hidden);

// How much a place says of a term; 0 when Pagefind took another word for it.
function judge(term, place, hit, language) {
  const { words } = hit;
  const hidden = isHidden(words[place]);
  const worth = place < hit.body ? ranking.heading : ranking.text;
  if (term.kind === "address") {
    const address = words[place].slice(1).replace(/\.$/, "");
    const rest = address.slice(term.text.length);
    if (!hidden || !address.startsWith(term.text) || /\d$/.test(term.text) && /^\d/.test(rest)) return 0;
    const own = place < hit.headingAt;
    return (own ? ranking.address : worth) + (rest ? 0 : ranking.exact);
  }
  if (place < hit.headingAt) return 0;
  const pieces = wordsOf(words[place]).map(fold);
  if (term.kind === "family") {
    if (!hidden || !pieces.includes(term.text)) return 0;
    return worth + ranking.exact * wordsOf(words[printed(words, place)]).map(fold).includes(term.typed);
  }
  if (hidden && /^\d|\d$/.test(pieces[0] || "")) return 0;
  const alike = pieces.filter((piece) => term.prefix ? piece.startsWith(term.text) : stop.has(piece) ? piece === term.text : resembles(piece, term.text));
  if (!alike.length || !inFamily(words, place, term, alike)) return 0;
  return worth + ranking.exact * alike.includes(term.text);
}

// Pagefind takes what begins with a stem, and a shorter word where it knows none (for εκτός it takes
// εκτελεστής): what goes on from the query counts, and what shares the greater part with it.
// A short word counts whole: for "asking" it takes "ask".
function resembles(piece, text) {
  if (piece.startsWith(text) || /\d/.test(text) || text.length < 4) return piece.startsWith(text);
  let shared = 0;
  while (shared < text.length && piece[shared] === text[shared]) shared++;
  return shared > Math.max(text.length, piece.length) / 2 || shared === piece.length && shared >= 3 && text.length - shared <= 4;
}

// A word that has a family is found by its family, or by its own beginning while one types.
function inFamily(words, place, term, alike) {
  let next = isHidden(words[place]) ? place : place + 1;
  for (; isHidden(words[next]); next++) {
    if (words[next].replace(/\.$/, "").endsWith(table.family)) return alike.some((piece) => piece.startsWith(term.text));
  }
  return true;
}

// Two words are forms of one: they have one family, or neither has any and they look so.
const same = (a, b, language) => {
  const [one, other] = [a, b].map((word) => familyOf(word, language));
  return one || other ? one === other : isForm(a, b);
};
export const guide = makeGuide(table.guide, { same, telling: tellingOf, words: foldedWords, meant: meantIn });
