// A law to translate: suggestions come and are inserted without loading the page again.
"use strict";
(() => {
  const form = document.querySelector(".translating");
  if (!form) return;

  async function suggest(field) {
    const body = new URLSearchParams(new FormData(form)); // what is not saved is suggested, too
    body.set("key", field.dataset.key);
    const headers = { "X-Token": form.elements.token.value };
    const answer = await fetch(form.dataset.suggest, { method: "POST", headers, body });
    if (answer.ok) field.querySelector(".suggestions").innerHTML = await answer.text();
  }

  // Each finding is shown beside its field.
  form.addEventListener("checked", () => {
    for (const place of form.querySelectorAll(".found-here")) place.replaceChildren();
    for (const finding of form.querySelectorAll("#checked .finding")) {
      document.getElementById(`${finding.dataset.at}-here`)?.append(finding);
    }
  });

  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    const field = button?.closest(".field");
    if (!field) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!("insert" in button.dataset)) {
      suggest(field).catch(() => { /* the button may be pressed again */ });
      return;
    }
    const text = field.querySelector("textarea");
    text.value = `${text.value.trimEnd()} ${button.dataset.insert}`.trim();
    text.dispatchEvent(new Event("input", { bubbles: true }));
    text.focus();
  }, true);
})();
