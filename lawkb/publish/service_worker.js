// Keeps the site for reading without a connection. The list of a build gives every file its hash, and
// a copy counts only with the hash of the list: what is shown without a connection is one build.
// lawkb/publish/site.py writes VERSION, CORE and UNKEPT before this.
"use strict";

const SCOPE = self.registration.scope;
const STORE = `lawkb ${SCOPE}`;
const LIST = new URL(`offline.json?${VERSION}`, SCOPE).href;
const BUNDLE = new URL("pagefind/", SCOPE).href;
const MOST_BYTES = 40e6; // of the files, a third of that when packed; what is read is kept all the same
const PATIENCE_MS = 3000; // for a page or file of which there is a copy
const AT_ONCE = 4;

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(filling ||= fill(event.source.url).finally(() => { filling = null; }));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE)) return;
  const url = plain(request.url);
  event.respondWith(request.mode === "navigate" ? page(event, url) : file(request, url));
});

// ---- the list and the copies

let reading = null;
let filling = null;

// Of every file of the build, by its URL: hash and bytes; in the order to fetch it in.
const list = () => reading ||= read().catch((error) => {
  reading = null;
  throw error;
});

async function read() {
  const store = await caches.open(STORE);
  const found = await store.match(LIST) || await fetchList(store);
  return new Map((await found.json()).map(([path, hash, bytes]) => [new URL(path, SCOPE).href, { hash, bytes }]));
}

async function fetchList(store) {
  const response = await fetch(LIST, { cache: "no-store" });
  if (!response.ok || await hashOf(await response.clone().arrayBuffer()) !== VERSION) throw new Error("the list is of another build");
  await store.put(LIST, response.clone());
  return response;
}

// The name of a file in the list: without fragment and query; a version is part of it.
function plain(address) {
  const url = new URL(address);
  url.hash = "";
  if (!url.search.startsWith("?v=")) url.search = "";
  url.pathname = url.pathname.replace(/\/index\.html$/, "/");
  return url.href;
}

const keyOf = (url, { hash }) => `${url}${url.includes("?") ? "&" : "?"}${hash}`;

async function hashOf(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function copyOf(url) {
  const entry = (await list()).get(url);
  return entry && (await caches.open(STORE)).match(keyOf(url, entry), { ignoreVary: true });
}

// Whether it is what the list says and was kept.
async function keep(store, url, entry, response) {
  const body = await response.arrayBuffer();
  if (!response.ok || await hashOf(body) !== entry.hash) return false;
  const headers = new Headers(response.headers);
  ["content-encoding", "content-length", "vary"].forEach((name) => headers.delete(name));
  await store.put(keyOf(url, entry), new Response(body, { headers }));
  return true;
}

const fetchAnew = async (store, [url, entry]) => keep(store, url, entry, await fetch(url, { cache: "no-cache" }));

async function missing(store, entries) {
  const held = new Set((await store.keys()).map((request) => request.url));
  return [...entries].filter(([url, entry]) => !held.has(keyOf(url, entry)));
}

// ---- a new build: it counts as soon as all of it is here that was kept of the last one

async function install() {
  const store = await caches.open(STORE);
  const before = new Set((await store.keys()).map((request) => request.url.replace(/[?&][0-9a-f]{16}$/, "")));
  const entries = await list();
  const core = new Set([...entries.keys()].slice(0, CORE));
  const wanted = await missing(store, [...entries].filter(([url]) => core.has(url) || before.has(url)));
  const kept = await inTurn(wanted, (entry) => fetchAnew(store, entry));
  if (kept.includes(false)) throw new Error("the files are not those of the list");
  await skipWaiting();
}

async function tidy() {
  const store = await caches.open(STORE);
  const valid = new Set([LIST, ...[...await list()].map(([url, entry]) => keyOf(url, entry))]);
  const old = (await store.keys()).filter((request) => !valid.has(request.url));
  await Promise.all(old.map((request) => store.delete(request)));
  await clients.claim();
}

// ---- what has not been read yet, what is nearest to the page first

async function fill(from) {
  if (navigator.connection?.saveData) return;
  const store = await caches.open(STORE);
  const entries = await list();
  const wanted = await missing(store, entries);
  const bytes = (some) => some.reduce((sum, [, entry]) => sum + entry.bytes, 0);
  let room = MOST_BYTES - bytes([...entries]) + bytes(wanted);
  const folders = (url) => url.slice(SCOPE.length).split("/");
  const here = folders(from);
  const near = ([url]) => folders(url).findIndex((name, n, all) => name !== here[n] || n === all.length - 1);
  const nearest = (some) => some.map((entry) => [near(entry), entry]).sort(([a], [b]) => b - a).map(([, entry]) => entry);
  // Half a bundle finds nothing: it has its room before any page, and its turn behind the near ones.
  const [bundle, pages] = [true, false].map((wants) => wanted.filter(([url]) => url.startsWith(BUNDLE) === wants));
  const fitting = [...bundle, ...nearest(pages)].filter(([, entry]) => (room -= entry.bytes) >= 0);
  await inTurn(nearest(fitting), (entry) => fetchAnew(store, entry)).catch(() => {}); // no connection or no room: another time
}

async function inTurn(entries, act) {
  const rest = entries.entries();
  const done = [];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (const [n, entry] of rest) done[n] = await act(entry);
  }));
  return done;
}

// ---- answers

// A page: from the site where it answers in time, else its copy, else a page that says so.
async function page(event, url) {
  const copy = await copyOf(url).catch(() => null);
  if (copy) return soon(event.request, copy);
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(visited(url, response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    const folder = url.endsWith("/") ? null : await copyOf(`${url}/`).catch(() => null);
    if (folder) return Response.redirect(`${url}/`);
    return unkept(url).catch(() => { throw error; });
  }
}

async function visited(url, response) {
  const entry = (await list()).get(url);
  if (entry) await keep(await caches.open(STORE), url, entry, response);
}

// A file: its copy where a version or the bundle of the search makes it one of its kind.
async function file(request, url) {
  const copy = await copyOf(url).catch(() => null);
  if (!copy) return fetch(request);
  const fixed = url.includes("?v=") || url.startsWith(BUNDLE);
  return fixed ? copy : soon(request, copy);
}

function soon(request, copy) {
  const fresh = fetch(request).then((response) => response.status < 500 ? response : copy, () => copy);
  return Promise.race([fresh, new Promise((done) => { setTimeout(done, PATIENCE_MS, copy); })]);
}

// Said under the URL that was asked for, so that loading it again asks for it again.
async function unkept(url) {
  const tag = url.slice(SCOPE.length).split("/")[0];
  const path = UNKEPT[tag] || Object.values(UNKEPT)[0];
  const copy = await copyOf(new URL(path, SCOPE).href);
  const home = new URL("..", new URL(path, SCOPE)).href;
  const html = (await copy.text()).replaceAll('="../../', `="${SCOPE}`).replaceAll('="../', `="${home}`);
  return new Response(html, { status: 503, headers: copy.headers });
}
