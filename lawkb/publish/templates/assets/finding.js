// Finding: Pagefind finds words on the pages of laws, this finds the provisions that hold them.
const { makeFold, wordsOf } = await import(`./folding.js${new URL(import.meta.url).search}`);

const view = document.querySelector("#search");
const table = JSON.parse(view.dataset.table);
const stop = new Set(Object.values(table.languages).flatMap((language) => language.stop.split(" ")));
const families = Object.fromEntries(Object.entries(table.languages).map(([tag, language]) =>
  [tag, new Map(language.families.flatMap((line) => line.split(" ").map((form, _, all) => [form, all[0]])))]));
const MOST_PAGES = 40;

// What the provision itself is worth when its address is asked for; one that it holds half of it.
export const OWN = 100;
export const fold = makeFold(table.scripts);

// ---- what is asked

// Terms of a query in a language: { text, kind }, an address in its canonical writing without brackets.
export function termsOf(query, language) {
  const whole = lawkb.readPlace(query).path;
  const terms = whole ? [addressTerm(whole)] : query.split(/\s+/).flatMap((run) => runTerms(run, language));
  const telling = terms.filter((term) => !stop.has(term.text));
  const kept = telling.length ? telling : terms;
  return kept.filter((term, n) => kept.findIndex((other) => other.text === term.text) === n);
}

function runTerms(run, language) {
  const path = /^\d+\P{Nd}/u.test(run) && lawkb.readAddress(run);
  if (path) return [addressTerm(path)];
  return wordsOf(run).map(fold).filter(Boolean).map((word) => {
    const family = families[language].get(word);
    return family ? { text: family, kind: "family", typed: word } : { text: word, kind: "word" };
  });
}

function addressTerm(path) {
  const text = lawkb.writeAddress(path).toLowerCase().replaceAll(")(", "-").replace(/[()]/g, "");
  return { text, kind: "address" };
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

// The provisions that hold any word of a query in a language, each with what it is worth for each.
export async function find(language, query) {
  const terms = termsOf(query, language);
  if (!terms.some((term) => term.kind !== "word" || mayHold(language, term.text))) return { wanted: terms.length, hits: [], more: false };
  const engine = await open(language);
  const pages = new Map();
  for (const [n, term] of terms.entries()) {
    for (const result of (await engine.search(term.text)).results) {
      const page = pages.get(result.id) || { result, score: 0, places: terms.map(() => []) };
      page.places[n] = result.words;
      page.score += 1000 + result.score;
      pages.set(result.id, page);
    }
  }
  const likely = [...pages.values()].sort((a, b) => b.score - a.score);
  const read = await Promise.all(likely.slice(0, MOST_PAGES).map((page) => sections(page, terms, language)));
  return { wanted: terms.length, hits: read.flat(), more: likely.length > MOST_PAGES };
}

async function sections({ result, places }, terms, language) {
  const { content, anchors, raw_url: url } = await result.data();
  const [edition, page] = url.match(/([^/]+)\/([^/]+)\.html$/).slice(1);
  const words = content.split(/\s+/);
  const starts = anchors.filter((anchor) => anchor.element === "h2").sort((a, b) => a.location - b.location);
  const title = starts.length ? headed(starts[0]) : null;
  const hits = starts.map((anchor, n) => ({
    ...headed(anchor), title, words, edition, page, companion: !/^\d/.test(page), id: anchor.id, found: new Map(), marked: new Map(),
    start: anchor.location, body: anchor.location + anchor.text.trim().split(/\s+/).length, end: starts[n + 1]?.location ?? words.length,
  }));
  terms.forEach((term, n) => places[n].forEach((place) => {
    const hit = hits.findLast((one) => one.start <= place);
    const worth = hit ? judge(term, place, hit, language) : 0;
    if (!worth) return;
    hit.found.set(n, Math.max(worth, hit.found.get(n) || 0));
    hit.marked.set(printed(words, place), n);
  }));
  return hits.filter((hit) => hit.found.size);
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
  const inHeading = place < hit.body;
  if (term.kind === "address") {
    const address = words[place].slice(1).replace(/\.$/, "");
    const rest = address.slice(term.text.length);
    if (!hidden || !address.startsWith(term.text) || /\d$/.test(term.text) && /^\d/.test(rest)) return 0;
    const own = place < hit.headingAt;
    return own ? (rest ? OWN / 2 : OWN) : rest ? 1 : 2;
  }
  if (place < hit.headingAt) return 0;
  const pieces = wordsOf(words[place]).map(fold);
  if (term.kind === "family") {
    if (!hidden || !pieces.includes(term.text)) return 0;
    return (inHeading ? 4 : 1) + wordsOf(words[printed(words, place)]).map(fold).includes(term.typed);
  }
  if (hidden && /^\d|\d$/.test(pieces[0] || "")) return 0;
  const alike = pieces.filter((piece) => resembles(piece, term.text));
  if (!alike.length || !inFamily(words, place, term, alike)) return 0;
  return (inHeading ? 4 : 1) + alike.includes(term.text);
}

// Pagefind takes what begins with a stem, and a shorter word where it knows none (for εκτός it takes
// εκτελεστής): what goes on from the query counts, and what shares the greater part with it.
function resembles(piece, text) {
  if (piece.startsWith(text) || /\d/.test(text) || text.length < 4) return piece.startsWith(text);
  let shared = 0;
  while (shared < text.length && piece[shared] === text[shared]) shared++;
  return shared > Math.max(text.length, piece.length) / 2;
}

// A word that has a family is found by its family, or by its own beginning while one types.
function inFamily(words, place, term, alike) {
  let next = isHidden(words[place]) ? place : place + 1;
  for (; isHidden(words[next]); next++) {
    if (words[next].replace(/\.$/, "").endsWith(table.family)) return alike.some((piece) => piece.startsWith(term.text));
  }
  return true;
}
