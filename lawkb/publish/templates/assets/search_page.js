// The search page, whatever answers: what is typed and shown. Results stay in the tree of the reader.
export const view = document.querySelector("#search");
const form = document.querySelector(".jump");
const input = form.elements.q;
const corrected = document.querySelector("#corrected");
const status = document.querySelector("#found");
const absent = document.querySelector("#absent");
const waiting = document.querySelector("#waiting");
const after = document.querySelector(".after-hits");
export const groups = [...view.querySelectorAll(".hits")];
const letters = JSON.parse(view.dataset.letters);
const FIRST_SHOWN = 10;
const MOST_NUMBERS = 12; // of the laws that are here, named one by one
const PATIENCE = 300; // milliseconds without a word

export const home = new URL(".", document.querySelector(".brand").href);
const searching = {};
let latest = 0;

const query = () => input.value.trim();

async function run() {
  const query = input.value.trim();
  const number = ++latest;
  document.querySelector("#failed").hidden = true;
  showJump(query);
  corrected.hidden = true;
  if (!query) return clear();
  after.hidden ||= groups.every((group) => group.hidden); // it moves below what is found
  view.setAttribute("aria-busy", "true");
  const patience = setTimeout(() => { if (number === latest) waiting.textContent = view.dataset.searching; }, PATIENCE);
  try {
    const answer = await searching.answered(query);
    const lists = answer.lists.map((list) => list.map((hit) => [hit, null]));
    await Promise.all(lists.flatMap((list) => list.slice(0, FIRST_SHOWN).map(searching.prepare)));
    if (number === latest) show(answer, lists);
  } catch (error) {
    if (number === latest) {
      clear();
      if (error.what) showFault(error);
      else document.querySelector("#failed").hidden = false;
    }
  }
  clearTimeout(patience);
  if (number !== latest) return;
  waiting.textContent = "";
  after.hidden = false;
  view.removeAttribute("aria-busy");
}

// ---- what is shown

function clear() {
  status.textContent = "";
  waiting.textContent = "";
  absent.hidden = true;
  groups.forEach((group) => { group.hidden = true; });
}

// What is wrong with a query; the words of a server follow in English.
function showFault({ what, sign, told }) {
  status.textContent = view.dataset[what.replace(/-(.)/g, (_, letter) => letter.toUpperCase())].replace("{sign}", () => sign).replace("{range}", "law:20-47, law:20-");
  if (!told) return;
  const words = element("span", told);
  Object.assign(words, { lang: "en", dir: "auto" });
  status.append(" ", words);
}

function showJump(query) {
  const line = document.querySelector("#jump");
  const places = lawkb.readPlaces(query).filter(({ there }) => there);
  const [link, ...further] = line.querySelectorAll("a");
  line.hidden = !places.length;
  for (const each of further) each.remove();
  link.nextSibling?.remove();
  const links = places.map(({ path, there }, n) => Object.assign(n ? link.cloneNode() : link, { href: there, textContent: path ? written(path) : query }));
  line.append(...links.flatMap((each, n) => n ? [", ", each] : [each]));
}

// An address as the reader writes it, whatever the text it was found in.
export function written(path) {
  const label = lawkb.writeAddress(path, letters);
  return path.length > 1 || typeof path[0] === "string" && /^\p{L}/u.test(path[0]) ? label : `${view.dataset.law} ${label}`;
}

export function labelled({ label, companion }) {
  const path = !companion && lawkb.readAddress(label);
  const name = element("b", path ? written(path) : label);
  if (path) name.lang = document.documentElement.lang;
  return name;
}

function show(answer, lists) {
  groups.forEach((group, n) => showGroup(group, lists[n]));
  status.textContent = statusOf(answer);
  showAbsent(answer);
  showCorrected(answer);
}

// A number where it tells something: how many provisions have all the words, not how many are near a question.
function statusOf({ total, whole, more, isQuestion, notHere }) {
  const said = view.dataset;
  if (!total) return notHere?.laws.length && !notHere.words.length ? said.uncited : said.none;
  if (total > whole) return whole && !isQuestion ? said.few.replace("{n}", whole) : whole ? said.best : said.partly;
  if (isQuestion) return said.best;
  return (more ? said.many : said.count).replace("{n}", total);
}

// What was asked for and is not here, and where it is: behind what is found, if anything is.
function showAbsent({ notHere, total }) {
  const said = view.dataset;
  absent.hidden = !notHere;
  (total ? groups.at(-1) : waiting).after(absent);
  if (!notHere) return;
  const { words, laws, held, of, official } = notHere;
  const rest = query().split(/\s+/u).filter((word) => !words.includes(word.replace(/[^\p{L}\p{M}\p{N}-]/gu, ""))).join(" ");
  const telling = (text) => text.replace("{words}", () => words.join(", "));
  const lines = [];
  if (words.length && rest) lines.push(element("p", telling(said.saidNowhere)));
  if (laws.length) lines.push(element("ul", ...laws.map(absentLaw)));
  if (held.length < of && (!total || laws.length)) {
    const numbers = held.length > MOST_NUMBERS ? [...held.slice(0, MOST_NUMBERS), "…"] : held;
    lines.push(element("p", said.held.replace("{held}", held.length).replace("{of}", of).replace("{numbers}", numbers.join(", "))));
  }
  if (official.length && (!total || laws.length)) lines.push(element("p", `${said.official}: `, ...official.flatMap((link, n) => [n ? ", " : "", officialLink(link)]).filter(Boolean)));
  if (words.length && !total && rest && rest !== query()) {
    const link = element("a", telling(said.without));
    link.href = `?${new URLSearchParams({ q: rest })}`;
    lines.push(element("p", link));
  }
  absent.replaceChildren(...lines);
}

function absentLaw({ address, status: state, titles }) {
  const path = lawkb.readAddress(address);
  const name = element("b", path ? written(path) : address);
  if (state === "unknown") return element("li", name, `: ${view.dataset.noSuch}`);
  const there = lawkb.readPlace(address).there;
  const own = titles.find(([tag]) => tag === document.documentElement.lang) || titles[0];
  const title = own && element("span", own[1]);
  if (title) title.lang = own[0];
  const link = there && element("a", view.dataset.cited);
  if (link) link.href = there;
  return element("li", name, ...title ? [" ", title] : [], `: ${view.dataset.absent}`, ...link ? [" · ", link] : []);
}

function officialLink({ lang, name, url }) {
  const link = element("a", name || lang);
  return Object.assign(link, { href: url, lang, hreflang: lang, rel: "noopener external" });
}

// The entry of the index of subjects that led to a hit.
export function subjectLine({ words, language }) {
  const entry = element("span", words);
  if (language) entry.lang = language;
  const line = element("p", `${view.dataset.index}: `, entry, "path");
  line.lang = document.documentElement.lang;
  return line;
}

// What was searched instead of what was typed, and the way to search for that all the same.
function showCorrected({ words = [], total }) {
  corrected.hidden = !words.length || !total;
  if (corrected.hidden) return;
  const [text, link] = corrected.children;
  const list = (name) => words.map((word) => word[name]).join(", ");
  text.textContent = view.dataset.corrected.replace("{typed}", list("typed")).replace("{shown}", list("shown"));
  const exact = words.reduceRight((query, { start, end, typed }) => `${query.slice(0, start)}="${typed}"${query.slice(end)}`, input.value.trim());
  link.href = `?${new URLSearchParams({ q: exact })}`;
}

function showGroup(group, hits) {
  const list = group.querySelector("ol");
  const more = group.querySelector("button");
  group.hidden = !hits.length;
  group.querySelector(".count").textContent = hits.length;
  list.replaceChildren(...hits.slice(0, FIRST_SHOWN).map(searching.item));
  more.hidden = hits.length <= FIRST_SHOWN;
  more.onclick = async () => {
    await showRest();
    list.children[FIRST_SHOWN].querySelector("a").focus();
    keepPlace();
  };
  const showRest = group.showRest = async () => {
    more.hidden = true;
    const rest = hits.slice(FIRST_SHOWN);
    await Promise.all(rest.map(searching.prepare));
    list.append(...rest.map(searching.item));
  };
}

export function element(name, ...inside) {
  const made = document.createElement(name);
  const last = inside.at(-1);
  if (inside.length > 1 && ["of", "path", "other"].includes(last)) made.className = inside.pop();
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
addEventListener("popstate", returnToPlace);
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
  return run();
}

// ---- back from a hit: what was opened is open, and the window stands where it stood

function keepPlace() {
  const open = groups.filter((group) => group.querySelectorAll("li").length > FIRST_SHOWN).map(({ lang }) => lang);
  history.replaceState({ open, top: scrollY }, "");
}

async function returnToPlace() {
  const { state } = history;
  await restore();
  if (!state?.open) return;
  await Promise.all(groups.filter(({ lang }) => state.open.includes(lang)).map((group) => group.showRest?.()));
  scrollTo({ top: state.top, behavior: "instant" });
}

view.addEventListener("click", ({ target }) => { if (target.closest("a")) keepPlace(); });
addEventListener("pagehide", keepPlace);
history.scrollRestoration = "manual";

// Begin, with what answers a query, adds to a hit before it is shown, and makes its item of the list.
export async function begin(given) {
  Object.assign(searching, given);
  document.querySelector("#off").hidden = true;
  // What was typed while this was on its way stays.
  if (input.value && input.value !== asked()) input.dispatchEvent(new Event("input"));
  else await returnToPlace();
  // Keys begin in the box; on a phone its keyboard would lie on what was found.
  if (!asked() || matchMedia("(hover: hover)").matches) input.focus({ preventScroll: true });
}
