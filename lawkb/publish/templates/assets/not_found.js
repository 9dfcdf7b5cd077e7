// Of the page for what is not there, the language of the address that was asked for.
"use strict";
(() => {
  const parts = [...document.querySelectorAll("[data-language]")];
  const known = parts.map((part) => part.dataset.language);
  const asked = location.pathname.split("/").find((name) => known.includes(name));
  if (!asked) return;
  for (const part of parts) if (part.dataset.language !== asked) part.remove();
  document.documentElement.lang = asked;
  document.title = ["h1", ".brand"].map((one) => document.querySelector(one).textContent.trim()).join(" · ");
})();
