// The desk: keys, the check while one types, drafts. All of it works without this, by the buttons.
"use strict";
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  (document.querySelector("[aria-invalid=true]") ?? document.querySelector("#told"))?.focus();

  // On a narrow window, what is open comes first.
  if (matchMedia("(max-width: 48rem)").matches) for (const each of all(".folding")) each.open = false;

  // Filters apply at once, without leaving the page: the focus stays where it is.
  const narrowing = document.querySelector(".narrowing");
  narrowing?.addEventListener("change", async () => {
    const asked = [...new FormData(narrowing)].filter(([, value]) => value);
    const query = new URLSearchParams(asked).toString();
    const url = location.pathname + (query && `?${query}`);
    const answer = await fetch(url);
    if (!answer.ok) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.querySelector(".results").replaceWith(found.querySelector(".results"));
    const status = ".narrowing [role=status]";
    document.querySelector(status).textContent = found.querySelector(status).textContent;
    history.replaceState(null, "", url);
  });
  narrowing?.addEventListener("submit", () => {
    for (const field of all("select, input", narrowing)) field.disabled = !field.value;
  });

  // j and n lead to the next one, k and p to the one before, u to the queue; e and c to a field.
  // Listed under the question mark, where they can be switched off, too.
  const goals = { e: "#editing textarea", c: ".saying textarea" };
  const keys = { j: "j", n: "j", k: "k", p: "k", u: "u" };
  const typing = (target) => target.closest("input, textarea, select, [contenteditable]");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (globalThis.lawkb?.recalled("keys") === "off") return;
    // On a Greek keyboard the key of the letter counts.
    const letter = /^[a-z]$/.test(event.key) ? event.key : event.code.replace(/^Key/, "").toLowerCase();
    const goal = goals[letter] && document.querySelector(goals[letter]);
    const link = keys[letter] && document.querySelector(`a[data-key="${keys[letter]}"]`);
    if (!goal && !link || event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (goal) goal.focus();
    else link.click();
  }, true);

  const read = (store, key) => {
    try { return JSON.parse(store.getItem(key)); } catch { return null; }
  };
  const here = decodeURIComponent(location.pathname).replace(/^\/desk\/[^/]+/, "");
  let posted = false;

  // Words in the small forms, such as a comment, are kept until they are sent; then they are gone
  // as soon as a page says that they were saved. They are back in their fields until then.
  const words = all("form[data-kept]").flatMap((small) => (
    all('textarea, input[type="text"]', small).map((field) => (
      { field, small, key: `lawkb words ${small.dataset.kept} ${field.name} ${here}` }
    ))
  ));
  const loadedWords = new Map();
  const savedWords = document.querySelector("#told.saved:not(.filled)") && sessionStorage.getItem("lawkb words");
  sessionStorage.removeItem("lawkb words");
  if (savedWords) for (const key of JSON.parse(savedWords)) localStorage.removeItem(key);
  for (const { field, small, key } of words) {
    const kept = read(localStorage, key);
    if (kept && !field.value) {
      field.value = kept;
      small.querySelector(".unsent").hidden = false;
      small.closest("details")?.setAttribute("open", "");
    }
    loadedWords.set(field, field.value);
    field.addEventListener("input", () => {
      try {
        if (field.value.trim()) localStorage.setItem(key, JSON.stringify(field.value));
        else localStorage.removeItem(key);
      } catch { /* no room: the page asks before it is left */ }
    });
    if (field.matches("textarea")) field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      small.requestSubmit(small.querySelector('button[type="submit"]'));
    });
  }
  document.addEventListener("submit", (event) => {
    const keys = words.filter(({ small }) => small === event.target).map(({ key }) => key);
    if (keys.length) sessionStorage.setItem("lawkb words", JSON.stringify(keys));
    posted = !event.defaultPrevented;
  });
  const isOpen = () => words.some(({ field }) => field.value !== loadedWords.get(field));
  addEventListener("beforeunload", (event) => { if (!posted && isOpen()) event.preventDefault(); });

  const form = document.querySelector("#editing");
  if (!form) return;
  const reason = form.querySelector("#reason");
  const fields = [...all('textarea[name^="text"]', form), ...(reason ? [reason] : [])];
  const baseOf = (field) => (
    form.elements[field === reason ? "proposed" : field.name.replace(/^text/, "base")]
  );
  const base = (field) => baseOf(field).value;
  const stored = (field) => `lawkb draft ${here} ${field.name}`;
  const loaded = new Map(fields.map((field) => [field, field.value]));
  const checked = form.querySelector("#checked");
  form.querySelector('button[value="check"]').hidden = true; // the texts are checked while one types
  let sent = false, timer = 0, request = null;

  const asked = (body, signal) => fetch(form.dataset.check, {
    method: "POST", headers: { "X-Token": form.elements.token.value }, body, signal,
  });

  async function check() {
    request?.abort();
    request = new AbortController();
    try {
      const answer = await asked(new URLSearchParams(new FormData(form)), request.signal);
      if (!answer.ok) return;
      checked.innerHTML = await answer.text();
      form.dispatchEvent(new Event("checked"));
      const terms = checked.querySelector(".terms-here"); // their place is further down the page
      const before = document.querySelector("#terms ~ .terms-here");
      if (before && terms) before.replaceWith(terms);
      else terms?.remove();
    } catch { /* the next letter asks again */ }
  }

  function keep(field) {
    try {
      if (field.value === base(field)) localStorage.removeItem(stored(field));
      else localStorage.setItem(stored(field), JSON.stringify([base(field), field.value]));
    } catch { /* no room: the page asks before it is left */ }
  }

  form.addEventListener("input", (event) => {
    if (fields.includes(event.target)) keep(event.target);
    clearTimeout(timer);
    timer = setTimeout(check, 250);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit(form.querySelector('button[value="save"]'));
    }
    if (event.key === "Escape" && event.target.matches("textarea")) event.target.blur();
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter?.value === "check") {
      event.preventDefault();
      check();
      return;
    }
    sent = true;
    fields.forEach(keep);
    const texts = fields.map((field) => [field.name, field.value]);
    sessionStorage.setItem(`lawkb sent ${here}`, JSON.stringify(texts));
  });
  addEventListener("beforeunload", (event) => {
    const open = fields.some((field) => field.value !== loaded.get(field));
    if (!sent && open) event.preventDefault();
  });

  // What was sent is no draft any more once the page says that it was saved.
  const saved = document.querySelector("#told.saved:not(.filled)") && read(sessionStorage, `lawkb sent ${here}`);
  sessionStorage.removeItem(`lawkb sent ${here}`);
  for (const [name, text] of saved || []) {
    const field = fields.find((each) => each.name === name);
    if (field && read(localStorage, stored(field))?.[1] === text) {
      localStorage.removeItem(stored(field));
    }
  }

  // A draft that was not saved is offered again; one of another text, too, as it may be wanted.
  // Words typed meanwhile change places with it: they are the draft then.
  const note = form.querySelector(".draft");
  if (document.querySelector(".told.filled")) fields.forEach(keep); // what was chosen is the draft
  let drafts = document.querySelector(".told.merged") ? [] : fields.flatMap((field) => {
    const [from, text] = read(localStorage, stored(field)) ?? [];
    if (text === undefined) return [];
    if (text !== from && text !== base(field)) return text === field.value ? [] : [[field, from, text]];
    localStorage.removeItem(stored(field));
    return [];
  });

  function button(words, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.addEventListener("click", act);
    return made;
  }

  // The words of a draft, or what they would change where the page's check tells that.
  async function showDraft(shown) {
    const body = new URLSearchParams(new FormData(form));
    for (const [field, , text] of drafts) {
      body.set(field.name, text);
      shown.append(Object.assign(document.createElement("p"), { lang: field.lang, textContent: text }));
    }
    try {
      const answer = await asked(body);
      const told = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
      const changes = all(".change", told);
      const why = drafts.filter(([field]) => field === reason).map(([, , text]) => (
        Object.assign(document.createElement("p"), { textContent: text })
      ));
      if (changes.length) {
        shown.replaceChildren(...changes.map((each) => each.querySelector(".diff")), ...why);
      }
    } catch { /* its words are there */ }
  }

  function offer() {
    note.hidden = !drafts.length;
    if (!drafts.length) return;
    const shown = document.createElement("div");
    note.replaceChildren(
      form.dataset.draft,
      shown,
      button(form.dataset.restore, take),
      " ",
      button(form.dataset.discard, discard),
    );
    showDraft(shown);
  }

  function take() {
    const taken = drafts;
    drafts = taken.flatMap(([field, from, text]) => {
      const typed = [field, base(field), field.value];
      field.value = text;
      if (field !== reason) baseOf(field).value = from;
      keep(field);
      return typed[1] === typed[2] ? [] : [typed];
    });
    offer();
    taken[0][0].focus();
    check();
  }

  function discard() {
    for (const [field, , text] of drafts) {
      if (field.value === base(field) || field.value === text) localStorage.removeItem(stored(field));
    }
    drafts = [];
    offer();
  }

  offer();
})();
