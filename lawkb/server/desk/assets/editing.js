// The desk: keys, the check while one types, drafts. All of it works without this, by the buttons.
"use strict";
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  document.querySelector("#told")?.focus();

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

  // j and n lead to the next one, k and p to the one before, u to the queue.
  const keys = { j: "j", n: "j", k: "k", p: "k", u: "u" };
  const typing = (target) => target.closest("input, textarea, select, [contenteditable]");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const link = keys[event.key] && document.querySelector(`a[data-key="${keys[event.key]}"]`);
    if (!link) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    link.click();
  }, true);

  const form = document.querySelector("#editing");
  if (!form) return;
  const fields = all("textarea", form);
  const base = (field) => form.elements[field.name.replace(/^text/, "base")].value;
  const stored = (field) => `lawkb draft ${location.pathname.replace(/^\/desk\/[^/]+/, "")} ${field.name}`;
  const loaded = new Map(fields.map((field) => [field, field.value]));
  const checked = form.querySelector("#checked");
  let sent = false, timer = 0, request = null;

  async function check() {
    request?.abort();
    request = new AbortController();
    try {
      const answer = await fetch(form.dataset.check, {
        method: "POST",
        headers: { "X-Token": form.elements.token.value },
        body: new URLSearchParams(new FormData(form)),
        signal: request.signal,
      });
      if (answer.ok) checked.innerHTML = await answer.text();
    } catch { /* the next letter asks again */ }
  }

  function keep(field) {
    try {
      if (field.value === base(field)) localStorage.removeItem(stored(field));
      else localStorage.setItem(stored(field), JSON.stringify([base(field), field.value]));
    } catch { /* no room: the page asks before it is left */ }
  }

  form.addEventListener("input", (event) => {
    if (event.target.matches("textarea")) keep(event.target);
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
  });
  addEventListener("beforeunload", (event) => {
    const open = fields.some((field) => field.value !== loaded.get(field));
    if (!sent && open) event.preventDefault();
  });

  // A draft that was not saved is offered again; one of another text, too, as it may be wanted.
  const drafts = fields.flatMap((field) => {
    try {
      const [from, text] = JSON.parse(localStorage.getItem(stored(field))) ?? [];
      if (text === undefined || text === field.value) return [];
      if (text === from || text === base(field)) { localStorage.removeItem(stored(field)); return []; }
      return [[field, from, text]];
    } catch { return []; }
  });
  const note = form.querySelector(".draft");
  if (drafts.length) {
    const button = (words, act) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = words;
      made.addEventListener("click", () => { act(); note.hidden = true; });
      return made;
    };
    note.append(form.dataset.draft, " ", button(form.dataset.restore, () => {
      for (const [field, from, text] of drafts) {
        field.value = text;
        form.elements[field.name.replace(/^text/, "base")].value = from;
      }
      drafts[0][0].focus();
      check();
    }), " ", button(form.dataset.discard, () => {
      for (const [field] of drafts) localStorage.removeItem(stored(field));
    }));
    note.hidden = false;
  }
})();
