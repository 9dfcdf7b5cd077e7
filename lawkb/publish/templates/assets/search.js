// The search page: what is typed, found and shown. Results stay in the tree of the reader.
// What it imports has the version of its own URL: an older copy is never taken for it.
const { find, isHidden, OWN } = await import(`./finding.js${new URL(import.meta.url).search}`);

const view = document.querySelector("#search");
const form = document.querySelector(".jump");
const input = form.elements.q;
const status = document.querySelector("#found");
const after = document.querySelector(".after-hits");
const groups = [...view.querySelectorAll(".hits")];
const letters = JSON.parse(view.dataset.letters);
const FIRST_SHOWN = 10;
const BEFORE = 8;
const AFTER = 24;
const NEAR = 6;
const NEAR_WORTH = 3;

// ---- what is shown

let latest = 0;

async function run() {
  const query = input.value.trim();
  const number = ++latest;
  document.querySelector("#failed").hidden = true;
  showJump(query);
  if (!query) return clear();
  after.hidden ||= groups.every((group) => group.hidden); // it moves below what is found
  view.setAttribute("aria-busy", "true");
  try {
    const found = await Promise.all(groups.map((group) => find(group.lang, query)));
    if (number === latest) show(found, lawkb.readPlace(query));
  } catch (error) {
    if (number === latest) clear();
    document.querySelector("#failed").hidden = false;
  }
  after.hidden = false;
  view.removeAttribute("aria-busy");
}

function clear() {
  status.textContent = "";
  groups.forEach((group) => { group.hidden = true; });
}

function showJump(query) {
  const line = document.querySelector("#jump");
  const { path, there } = lawkb.readPlace(query);
  line.hidden = !there;
  if (there) Object.assign(line.querySelector("a"), { href: there, textContent: written(path) });
}

// An address as the reader writes it, whatever the text it was found in.
function written(path) {
  return `${path.length > 1 ? "" : `${view.dataset.law} `}${lawkb.writeAddress(path, letters)}`;
}

function labelled({ label, companion }) {
  const path = !companion && lawkb.readAddress(label);
  const name = element("b", path ? written(path) : label);
  if (path) name.lang = document.documentElement.lang;
  return name;
}

function show(found, { path, there }) {
  const best = Math.max(...found.flatMap(({ hits }) => hits.map((hit) => hit.found.size)), 0);
  const lists = found.map(({ hits }) => hits.filter((hit) => hit.found.size === best).sort(byWorth));
  groups.forEach((group, n) => showGroup(group, lists[n]));
  const count = lists.reduce((sum, list) => sum + list.length, 0);
  const said = view.dataset;
  const many = found.some(({ more }) => more) ? said.many : said.count;
  const none = path && !there ? said.unknown : said.none;
  const partly = best && best < Math.min(...found.map(({ wanted }) => wanted));
  status.textContent = [count ? many.replace("{n}", count) : none, partly ? said.partly : ""].join(" ").trim();
}

function byWorth(a, b) {
  const worth = (hit) => [...hit.found.values()].reduce((sum, value) => sum + value, NEAR_WORTH * nearby(hit));
  const edition = (hit) => lawkb.editions.indexOf(hit.edition);
  const page = () => a.page.localeCompare(b.page, "en", { numeric: true });
  return worth(b) - worth(a) || a.companion - b.companion || edition(a) - edition(b) || page() || a.start - b.start;
}

// How many terms are followed by the next one, at most a word and what is hidden between them.
function nearby({ marked, words }) {
  const near = [...marked].filter(([place, n]) => {
    const next = words.map((_, at) => at).slice(place + 1, place + 1 + NEAR).filter((at) => !isHidden(words[at]));
    return next.slice(0, 2).some((at) => marked.get(at) === n + 1);
  });
  return new Set(near.map(([, n]) => n)).size;
}

function showGroup(group, hits) {
  const list = group.querySelector("ol");
  const more = group.querySelector("button");
  group.hidden = !hits.length;
  group.querySelector(".count").textContent = hits.length;
  list.replaceChildren(...hits.slice(0, FIRST_SHOWN).map(item));
  more.hidden = hits.length <= FIRST_SHOWN;
  more.onclick = () => {
    list.append(...hits.slice(FIRST_SHOWN).map(item));
    more.hidden = true;
    list.children[FIRST_SHOWN].querySelector("a").focus();
  };
}

function item(hit) {
  const link = element("a", ...(hit.label ? [labelled(hit)] : []));
  const home = new URL(".", document.querySelector(".brand").href);
  link.href = new URL(`${hit.edition}/${hit.page}/${hit.id === "law" ? "" : `#${encodeURIComponent(hit.id)}`}`, home);
  if (hit.heading.length) link.append(" ", ...marked(hit.heading, hit.headingAt, hit.marked));
  const place = element("p", link);
  if (!hit.heading.length && hit.title?.heading.length) place.append(" ", element("span", visible(hit.title.heading).join(" "), "of"));
  if (hit.edition !== lawkb.editions[0]) {
    const edition = element("span", view.dataset.edition.replace("{edition}", hit.edition), "of");
    edition.lang = document.documentElement.lang;
    place.append(" ", edition);
  }
  const words = excerpt(hit);
  return element("li", place, ...(words.length ? [element("p", ...words)] : []));
}

// The words around the place that shows most of the terms; the beginning of what was named itself.
function excerpt(hit) {
  const named = [...hit.found.values()].some((worth) => worth >= OWN / 2);
  const places = named ? [] : [...hit.marked.keys()].filter((place) => place >= hit.body).sort((a, b) => a - b);
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

function element(name, ...inside) {
  const made = document.createElement(name);
  const last = inside.at(-1);
  if (inside.length > 1 && last === "of") made.className = inside.pop();
  made.append(...inside);
  return made;
}

// ---- what is pressed

const asked = () => new URLSearchParams(location.search).get("q") || "";

function remember(how) {
  const url = new URL(location.href);
  const query = input.value.trim();
  if (query === asked().trim()) return;
  if (query) url.searchParams.set("q", query); else url.searchParams.delete("q");
  url.hash = "";
  history[how](null, "", url);
}

// A query that was rested on is one step of the history; typing on it changes that step.
let typing = false;
let pause;
input.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(() => {
    remember(typing ? "replaceState" : "pushState");
    typing = true;
    run();
  }, 150);
});
form.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  clearTimeout(pause);
  remember(typing ? "replaceState" : "pushState");
  typing = false;
  run();
});
addEventListener("popstate", restore);
// ↓ and ↑ go through the hits, Esc goes back to the box.
document.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [input, ...view.querySelectorAll(".jump-to:not([hidden]) a, .hits:not([hidden]) li a")];
  const at = links.indexOf(document.activeElement);
  if (at < 0 || !step && event.key !== "Escape") return;
  if (event.key === "Escape" && at === 0) return;
  event.preventDefault();
  links[step ? Math.min(Math.max(at + step, 0), links.length - 1) : 0].focus();
});

function restore() {
  typing = false;
  input.value = asked();
  run();
}

document.querySelector("#off").hidden = true;
// What was typed while this was on its way stays.
if (input.value && input.value !== asked()) input.dispatchEvent(new Event("input"));
else restore();
// Keys begin in the box; on a phone its keyboard would lie on what was found.
if (!asked() || matchMedia("(hover: hover)").matches) input.focus({ preventScroll: true });
