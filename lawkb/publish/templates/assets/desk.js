// The filter of a list of comments or terms. Without it everything is listed.
"use strict";
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const filter = document.querySelector(".filter");
  if (!filter) return;
  const controls = all("[name]", filter);
  const findings = all(".finding");
  const groups = all("[data-group]");
  const links = all("a.keeps").map((link) => [link, link.getAttribute("href")]);
  const count = filter.querySelector("[role=status]");

  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ");
  const has = (finding, { name, value }) => name === "words"
    ? plain(value).split(/\s+/).filter(Boolean).every((word) => plain(finding.dataset.words ?? finding.textContent).includes(word))
    : (finding.dataset[name] || "").split(" ").includes(value.trim());

  // A finding is shown where it has every value that is asked for.
  function show() {
    const asked = controls.filter((control) => control.value.trim());
    for (const finding of findings) {
      finding.hidden = !asked.every((control) => has(finding, control));
    }
    for (const group of groups) {
      group.hidden = all(".finding", group).every((one) => one.hidden);
      const nothing = group.nextElementSibling;
      if (nothing?.matches(".nothing")) nothing.hidden = !group.hidden;
    }
    const shown = findings.filter((one) => !one.hidden).length;
    const told = count.dataset.shown.replace("{n}", shown).replace("{all}", findings.length);
    count.textContent = shown ? told : count.dataset.none;
    const query = new URLSearchParams(asked.map(({ name, value }) => [name, value.trim()])).toString();
    const added = query && `?${query}`;
    history.replaceState(null, "", location.pathname + added + location.hash);
    for (const [link, href] of links) {
      const [path, place] = href.split("#");
      link.setAttribute("href", path + added + (place ? `#${place}` : ""));
    }
  }

  const wanted = new URLSearchParams(location.search);
  for (const control of controls) {
    const value = wanted.get(control.name) || "";
    control.value = value;
    if (control.value !== value) control.value = "";
  }
  filter.addEventListener("input", show);
  filter.querySelector("button").addEventListener("click", () => {
    for (const control of controls) control.value = "";
    show();
  });
  filter.hidden = false;
  show();
})();
