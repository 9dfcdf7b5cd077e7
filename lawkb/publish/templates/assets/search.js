// The search in the browser: what Pagefind and the provisions answer, and how their words are shown.
// What it imports has the version of its own URL: an older copy is never taken for it.
const version = new URL(import.meta.url).search;
const { find, fold, guide, isAsking, isForm, isHidden, isStop, languages, matches, meantIn, parse, ranking } = await import(`./finding.js${version}`);
const { leavesOf } = await import(`./query.js${version}`);
const { begin, element, groups, home, labelled, subjectLine, view, written } = await import(`./search_page.js${version}`);

const BEFORE = 8;
const AFTER = 24;
const NEAR = 5;

// ---- what answers a query

// The provisions with all that is asked, in each language; else with its words corrected; else the nearest. With
// what the index of subjects says, and what is not here.
async function answered(query) {
  const answer = await corrected(query);
  const paths = lawkb.readPlaces(query).map(({ path }) => path).filter(Boolean);
  if (paths.length) return { ...answer, notHere: guide.lawsNotHere(paths, (path) => lawkb.writeAddress(path)) };
  return { ...await guided(answer.asked || query, answer), isQuestion: leavesOf(answer.tree).length > 0 && isPlain(answer.tree) && query.split(/[^\p{L}\p{M}]+/u).some((word) => word && isAsking(word)) };
}

const isPlain = (tree) => tree && (tree.kind === "word" ? !tree.path : tree.kind === "and" && !tree.strict && tree.parts.every(({ kind, path }) => kind === "word" && !path));
const SHORT = 3; // telling words of a query that is about each of them
const FEW_NEARBY = 10; // provisions with some of the words that are shown although no text has the others
const LEAST = 3; // letters of a word that a query can be about

async function guided(query, answer) {
  const { tree, whole, found } = answer;
  if (!isPlain(tree)) return answer;
  const leaves = leavesOf(tree).map(({ leaf }) => leaf);
  const subjects = guide.subjectsOf(query, tree, leaves);
  const said = subjects.length > 0 && subjects[0].score >= 3;
  const shown = whole < ranking.few || said ? subjects : [];
  const led = shown.length ? await withSubjects(answer, shown, said) : answer;
  const heard = (n) => found.some(({ hits }) => hits.some((hit) => hit.at[n].length));
  const unknown = shown.length || whole ? [] : leaves.filter(({ text }, n) => text.length >= LEAST && !heard(n)).map(({ text }) => text);
  const laws = guide.titlesOf(tree, leaves, unknown);
  const isShort = leaves.length <= SHORT && !query.split(/[^\p{L}\p{M}]+/u).some((word) => word && isAsking(word));
  const nearby = new Set(answer.lists.flat().map(({ edition, page, id }) => `${edition} ${page} ${id}`)).size; // in all languages
  const rare = unknown.length && nearby > FEW_NEARBY && (isShort || unknown.length === leaves.length || laws.length);
  return { ...led, ...rare ? { lists: groups.map(() => []), total: 0, whole: 0, words: [] } : {}, notHere: guide.notHere(laws, unknown) };
}

// The provisions of the index of subjects come first if it has the very situation, or nothing has all words.
async function withSubjects(answer, subjects, said) {
  const named = subjects.map(({ address }) => ({ path: lawkb.readAddress(address) })).filter(({ path }) => path);
  const tree = { kind: "or", parts: named.map(({ path }) => parse(lawkb.writeAddress(path))) };
  const lists = await Promise.all(groups.map(async ({ lang }, n) => {
    const { hits } = await find(lang, tree);
    const led = subjects.flatMap(({ address, edition, words, language }) => hits
      .filter((hit) => hit.edition === edition && !hit.companion && lawkb.writeAddress(lawkb.readAddress(hit.label) || []) === address)
      .slice(0, 1).map((hit) => ({ ...hit, named: true, marked: new Map(), subject: { words, language } })));
    const before = said ? [] : answer.lists[n].slice(0, answer.wholes[n]);
    const is = (hit) => (other) => other.page === hit.page && other.id === hit.id && other.edition === hit.edition;
    const added = led.filter((hit) => !before.some(is(hit)));
    const after = answer.lists[n].slice(before.length).filter((hit) => !added.some(is(hit)));
    return [...before, ...added, ...after];
  }));
  return { ...answer, lists, total: sum(lists) };
}

async function corrected(query) {
  const first = await search(query);
  if (first.total >= ranking.few || !first.tree) return first;
  const words = await corrections(query, first);
  if (!words.length) return filledUp(first);
  const better = await search(words.reduceRight((text, { start, end, shown }) => text.slice(0, start) + shown + text.slice(end), query));
  if (first.total && better.total <= first.total) return filledUp(first);
  return { ...better.total >= ranking.few ? better : filledUp(better), words, asked: better.query };
}

async function search(query) {
  const tree = parse(query);
  const wanted = leavesOf(tree).filter(({ unwanted }) => !unwanted);
  if (tree && !wanted.length) {
    const error = new Error("nothing is wanted");
    throw Object.assign(error, { what: "negative", sign: "" });
  }
  const found = tree ? await Promise.all(groups.map((group) => find(group.lang, tree))) : groups.map(() => ({ hits: [], more: false }));
  const numbers = leavesOf(tree).flatMap(({ unwanted }, n) => unwanted ? [] : [n]);
  const lists = found.map(({ hits }) => hits.filter((hit) => matches(tree, hit)).sort(by((hit) => worth(hit, numbers))));
  return { query, tree, found, numbers, lists, wholes: lists.map(({ length }) => length), whole: sum(lists), total: sum(lists), more: found.some(({ more }) => more) };
}

const sum = (lists) => lists.reduce((count, list) => count + list.length, 0);

// Words without operators may be missing: those with the most words follow, the rarer ones first.
function filledUp(answer) {
  const { tree, found, numbers, lists } = answer;
  if (!tree || tree.kind !== "and" || tree.strict) return answer;
  const plain = tree.parts.every(({ kind }) => kind === "word");
  if (!plain && (answer.total || !tree.parts.every(({ kind }) => ["word", "phrase", "prefix"].includes(kind)))) return answer;
  const filled = found.map(({ hits }, n) => {
    const counts = numbers.map((leaf) => hits.filter((hit) => hit.found.has(leaf)).length);
    const rarity = (leaf) => Math.log1p(hits.length / Math.max(counts[numbers.indexOf(leaf)], 1)) / Math.log1p(hits.length);
    const nearest = hits.filter((hit) => !lists[n].includes(hit) && numbers.some((leaf) => hit.found.has(leaf)));
    const value = (hit) => numbers.reduce((all, leaf) => all + (hit.found.has(leaf) ? levelled(hit.found.get(leaf)) * rarity(leaf) : 0), 0);
    return [...lists[n], ...nearest.sort(by(value))];
  });
  return { ...answer, lists: filled, total: sum(filled) };
}

const levelled = (worth) => worth + (ranking.text - worth) * ranking.levelled;

function by(value) {
  const edition = (hit) => lawkb.editions.indexOf(hit.edition);
  const page = (a, b) => a.page.localeCompare(b.page, "en", { numeric: true });
  return (a, b) => value(b) - value(a) || a.companion - b.companion || edition(a) - edition(b) || page(a, b) || a.start - b.start;
}

// Whether the text says that something becomes what is asked for; «may become» mentions it. The rule of lawkb.search.hits.makers_first.
function isMade(hit, numbers) {
  const { asking, makes } = Object.fromEntries(["asking", "makes"].map((name) => [name, languages[hit.language][name].split(" ")]));
  const shown = hit.words.map((word, place) => ({ word: fold(word.replace(/[^\p{L}\p{M}\p{N}]/gu, "")), place })).filter(({ place }) => place >= hit.body && place < hit.end && !isHidden(hit.words[place]));
  return shown.some(({ word }, at) => {
    if (!makes.includes(word) || shown.slice(Math.max(0, at - 2), at).some((one) => asking.includes(one.word))) return false;
    const behind = shown.slice(at + 1, at + 1 + numbers.length + 3).map(({ place }) => place);
    return numbers.every((n) => hit.at[n].some(({ place }) => behind.includes(place)));
  });
}

// What a provision is worth: its words, and more when they are near one another.
function worth(hit, numbers) {
  const words = numbers.filter((n) => hit.found.has(n)).reduce((all, n) => all + hit.found.get(n), (hit.made ??= isMade(hit, numbers)) ? ranking.makes : 0);
  if (numbers.length < 2) return words;
  const grouped = ranking.grouped * (numbers.length - 1);
  const bonuses = hit.at[numbers[0]].map(({ place }) => {
    const inHeading = place < hit.body;
    const near = (n, from) => hit.at[n].some((one) => (one.place < hit.body) === inHeading && Math.abs(hit.order[one.place] - hit.order[from]) <= NEAR * (numbers.length - 1));
    if (!numbers.every((n) => near(n, place))) return 0;
    const next = (n, from) => hit.at[n].find((one) => one.place > from && hit.order[one.place] - hit.order[from] <= 2)?.place;
    const last = numbers.slice(1).reduce((from, n) => from === undefined ? from : next(n, from), place);
    if (last === undefined || (last < hit.body) !== inHeading) return grouped + ranking.near;
    return grouped + (place === hit.headingAt ? ranking.first : ranking.together);
  });
  return words + Math.max(0, ...bonuses);
}

// Words that no text has, each with the nearest one that texts have. What was typed exactly stays.
// Where a few provisions were found, a word that they have in another form is not nearest to itself.
async function corrections(query, { tree, found, total }) {
  const leaves = leavesOf(tree).map(({ leaf }) => leaf);
  const held = (n, test) => found.some(({ hits }) => hits.some((hit) => hit.at[n].some(test)));
  const meant = groups.map((group) => meantIn(tree, group.lang));
  const unknown = leaves.filter((leaf, n) => leaf.kind === "word" && !leaf.path && !isStop(leaf.text) && !guide.knows(fold(leaf.text)) && !meant.some((words) => words.has(leaf))
    && !held(n, total ? ({ exact }) => exact : ({ close }) => close));
  if (!unknown.length) return [];
  const [{ makeNearest }, ...lists] = await Promise.all([import(`./spellings.js${version}`), ...groups.map(wordsOfTexts)]);
  const tables = Object.fromEntries(groups.map(({ lang }, n) => [lang, { spellings: languages[lang].spellings, stop: new Set(`${languages[lang].stop} ${languages[lang].asking}`.split(" ")), words: lists[n] }]));
  const nearest = makeNearest(fold, tables);
  // The key for an accent is a sign on another keyboard: what stands between spaces may be one word.
  const runs = [...query.matchAll(/[\p{L}\p{N};][\p{L}\p{M}\p{N};]*/gu)].map((match) => ({ text: match[0].replace(/;$/, ""), start: match.index }));
  return runs.filter(({ text, start }) => unknown.some((word) => word.start >= start && word.end <= start + text.length)).flatMap(({ text, start }) => {
    const shown = nearest(text);
    if (!shown || total && isForm(fold(shown), fold(text))) return [];
    return [{ start, end: start + text.length, typed: text, shown }];
  });
}

const wordsOfTexts = async ({ lang }) => {
  const answer = await fetch(new URL(`../search/${lang}.json`, home));
  return answer.ok ? (await answer.json()).words.split(" ") : [];
};

// ---- what is shown

// What the file of its law adds to a hit: its text in another language, and the headings above it that are
// lost in its own. Without the file a hit does without.
const laws = {};
async function addOther(entry) {
  const [hit] = entry;
  const path = !hit.companion && lawkb.readAddress(hit.label);
  if (!path) return;
  const file = `laws/${hit.edition}/law_${hit.page}.json`;
  laws[file] ||= fetch(new URL(`../${file}`, home)).then((answer) => answer.ok ? answer.json() : null).catch(() => null);
  const provisions = (await laws[file])?.provisions || [];
  const textsOf = (place) => provisions.find(({ address }) => address === lawkb.writeAddress(place))?.texts || {};
  const own = document.documentElement.lang;
  const texts = textsOf(path);
  const shown = hit.language === own ? Object.keys(texts).find((tag) => tag !== own) : own;
  const steps = path.slice(0, -1).map((_, n) => {
    const [lang, text] = Object.entries(textsOf(path.slice(0, n + 1))).find(([, { heading }]) => heading) || [];
    return text && path[n] ? { label: written(path.slice(0, n + 1)), heading: text.heading, lang, path: path.slice(0, n + 1).join() } : null;
  });
  entry[1] = { lang: shown, text: shown !== hit.language && (texts[shown]?.text || texts[shown]?.heading), steps: steps.filter(Boolean) };
}

function item([hit, other]) {
  const link = element("a", ...(hit.label ? [labelled(hit)] : []));
  const fragment = hit.id === "law" ? "" : `#${encodeURIComponent(hit.id)}`;
  link.href = hit.page === "divisions" ? lawkb.readPlace(`${hit.edition} ${hit.id}`).there : new URL(`${hit.edition}/${hit.page}/${fragment}`, home);
  if (hit.heading.length) link.append(" ", ...marked(hit.heading, hit.headingAt, hit.marked));
  const place = element("p", link);
  if (hit.edition !== lawkb.editions[0]) {
    const edition = element("span", view.dataset.edition.replace("{edition}", hit.edition), "of");
    edition.lang = document.documentElement.lang;
    place.append(" ", edition);
  }
  const words = excerpt(hit);
  const steps = pathTo(hit, other).flatMap((nodes, n) => n ? [" › ", ...nodes] : nodes);
  const lines = [place, ...(hit.subject ? [subjectLine(hit.subject)] : []), ...(steps.length ? [element("p", ...steps, "path")] : []), ...(words.length ? [element("p", ...words)] : [])];
  if (other?.text) {
    const text = element("p", shortened(other.text), "other");
    text.lang = other.lang;
    text.dir = "auto";
    lines.push(text);
  }
  return element("li", ...lines);
}

// The headings above a hit, in its own language where they are not lost.
function pathTo(hit, other) {
  const name = (one) => (lawkb.readAddress(one.label) || []).join();
  const above = hit.above.filter(({ heading }) => visible(heading).length);
  const own = above.map((one) => ({ at: hit.above.indexOf(one), path: hit.companion ? "" : name(one), nodes: [...one.label ? [step(one), " "] : [], ...marked(one.heading, one.headingAt, one.marked)] }));
  const held = new Set(own.map(({ path }) => path));
  const lost = (other?.steps || []).filter(({ path }) => !held.has(path)).map((step) => {
    const text = element("span", `${lastPart(step)} ${step.heading}`);
    text.lang = step.lang;
    text.dir = "auto";
    return { at: step.path.split(",").length - 1, nodes: [text] };
  });
  return [...own, ...lost].sort((a, b) => a.at - b.at).map(({ nodes }) => nodes);
}

// Of a law or an annex the reader's own name.
function step(hit) {
  const name = element("span", lastPart(hit));
  if (!hit.companion && lawkb.readAddress(hit.label)?.length === 1) name.lang = document.documentElement.lang;
  return name;
}

// The label of a step of a path: 47 of the law, Ε of its letter.
function lastPart(hit) {
  const path = !hit.companion && lawkb.readAddress(hit.label);
  if (!path) return hit.label;
  return path.length === 1 ? written(path).replace(`${view.dataset.law} `, "") : hit.label.match(/(?<=, )[^(,]+$|\p{L}+$|\d+$|\([^()]*\)$/u)?.[0] || hit.label;
}

function shortened(text) {
  const words = text.split(/\s+/);
  return words.slice(0, AFTER).join(" ") + (words.length > AFTER ? " …" : "");
}

// The words around the place that shows most of the terms; the beginning of what was named itself.
function excerpt(hit) {
  const places = hit.named ? [] : [...hit.marked.keys()].filter((place) => place >= hit.body).sort((a, b) => a - b);
  const around = (place) => Math.max(hit.body, place - BEFORE);
  const terms = (start) => new Set(places.filter((at) => at >= start && at < start + BEFORE + AFTER).map((at) => hit.marked.get(at))).size;
  const best = places.reduce((found, place) => terms(around(place)) > terms(around(found)) ? place : found, places[0]);
  const start = places.length ? around(best) : hit.body;
  const end = Math.min(hit.end, start + BEFORE + AFTER);
  const words = marked(hit.words.slice(start, end), start, hit.marked);
  const rest = visible(hit.words.slice(end, hit.end)).length;
  return [start > hit.body ? "… " : "", ...words, rest ? " …" : ""].filter(Boolean);
}

const visible = (words) => words.filter((word) => !isHidden(word));

// Words as nodes, what was found in mark elements; hidden words are taken out.
function marked(words, start, places) {
  return words.flatMap((word, n) => {
    if (isHidden(word)) return [];
    const [, before, core, after] = word.match(/^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/u);
    return [n ? " " : "", ...(places.has(start + n) ? [before, element("mark", core), after] : [word])];
  });
}

await begin({ answered, prepare: addOther, item });
