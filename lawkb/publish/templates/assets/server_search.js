// The search on the server of the site: what it answers, and how its hits are shown.
const version = new URL(import.meta.url).search;
const { begin, element, groups, home, labelled, subjectLine, view } = await import(`./search_page.js${version}`);

const MOST_HITS = 100; // the server gives no more
const LONGEST_WAIT = 20_000; // milliseconds
let asking;

async function answered(query) {
  asking?.abort(); // nobody waits for what was typed before
  const asked = asking = new AbortController();
  const ended = setTimeout(() => asked.abort(), LONGEST_WAIT);
  try {
    const url = new URL(view.dataset.endpoint, location.href);
    url.search = new URLSearchParams({ q: query, limit: MOST_HITS });
    const answer = await fetch(url, { signal: asked.signal });
    const found = await answer.json();
    if (answer.status === 400) throw Object.assign(new Error("refused"), { what: "refused", sign: "", told: `${found.error.what.replace(/^[\s^]+/, "")}: ${found.error.hint}` });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answerOf(found, query);
  } finally {
    clearTimeout(ended);
  }
}

function answerOf({ hits, total, whole, corrected = [], is_question: isQuestion, not_here: notHere }, query) {
  const lists = groups.map(({ lang }) => hits.filter((hit) => hit.lang === lang));
  const more = total > hits.length;
  const words = corrected.flatMap(({ typed, shown }) => {
    const start = query.search(new RegExp(`(?<![\\p{L}\\p{N}])${typed.replace(/[^\p{L}\p{N}]/gu, "\\$&")}(?![\\p{L}\\p{N}])`, "u"));
    return start < 0 ? [] : [{ typed, shown, start, end: start + typed.length }];
  });
  return { lists, total: more ? hits.length : total, whole: more ? Math.min(whole, hits.length) : whole, more, words, isQuestion, notHere };
}

function item([hit]) {
  const name = labelled(hit.address ? { label: hit.address } : { label: hit.label, companion: true });
  const link = element(placeOf(hit) ? "a" : "span", name);
  if (placeOf(hit)) link.href = placeOf(hit);
  const place = element("p", link);
  if (hit.edition !== lawkb.editions[0]) {
    const edition = element("span", view.dataset.edition.replace("{edition}", hit.edition), "of");
    edition.lang = document.documentElement.lang;
    place.append(" ", edition);
  }
  const lines = [place];
  if (hit.subject) lines.push(subjectLine({ words: hit.subject }));
  if (hit.heading && hit.heading !== hit.snippet) lines.push(element("p", hit.heading, "path"));
  if (hit.snippet) lines.push(element("p", ...marked(hit.snippet, hit.spans)));
  if (hit.other?.snippet) {
    const other = element("p", ...marked(hit.other.snippet, hit.other.spans), "other");
    lines.push(Object.assign(other, { lang: hit.other.lang, dir: "auto" }));
  }
  return element("li", ...lines);
}

function placeOf({ edition, address, companion, division, lang }) {
  if (companion) return new URL(`${edition}/${companion.name}/#${encodeURIComponent(`${lang}-${companion.id}`)}`, home);
  return lawkb.readPlace(`${edition} ${address || division}`).there;
}

// A text as nodes, what was found in mark elements; spans count code points.
function marked(text, spans) {
  const signs = [...text];
  const cut = (start, end) => signs.slice(start, end).join("");
  const nodes = spans.flatMap(([start, end], n) => [cut(n ? spans[n - 1][1] : 0, start), element("mark", cut(start, end))]);
  return [...nodes, cut(spans.at(-1)?.[1] || 0)].filter((node) => node !== "");
}

await begin({ answered, prepare: () => {}, item });
