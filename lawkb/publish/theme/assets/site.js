// An enhancement: without it every text, link, note and comment is there. No alphabet is written here.
"use strict";
(() => {
  const tens = ["", "x", "xx", "xxx"];
  const ones = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
  const numbers = tens.flatMap((ten) => ones.map((unit) => ten + unit)).slice(1);
  const all = (selector) => document.querySelectorAll(selector);
  const one = (selector) => document.querySelector(selector);

  // Opened as files there is no server that gives the index of a folder.
  if (location.protocol === "file:") {
    for (const link of all("a[href]")) {
      link.href = link.href.replace(/\/(?=#|$)/, "/index.html");
    }
  }

  // The switch of the interface language keeps the place.
  for (const link of all(".tongues a")) {
    const page = link.href;
    link.addEventListener("click", () => { link.href = page + location.hash; });
  }

  // ¶ goes to the provision and copies its address.
  for (const link of all(".anchor")) {
    link.addEventListener("click", async () => {
      const said = one("#said");
      said.textContent = "";
      try {
        await navigator.clipboard.writeText(link.href);
        said.textContent = said.dataset.copied;
      } catch { /* not allowed here: the address bar has it */ }
    });
  }

  // The languages shown are remembered from law to law.
  const kept = "lawkb.view";
  const remember = (value) => { try { localStorage.setItem(kept, value); } catch { /* private mode */ } };
  const remembered = () => { try { return localStorage.getItem(kept); } catch { return null; } };
  for (const input of all(".views input")) {
    input.checked = input.checked && !remembered() || input.value === remembered();
    input.addEventListener("change", () => remember(input.value));
  }
  if (one(".views") && !one(".views :checked")) one("#view-all").checked = true;

  // The jump box reads an address in any writing.
  const form = one(".jump");
  if (!form) return;
  const table = JSON.parse(form.dataset.table);
  const output = form.querySelector("output");
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const path = readAddress(form.elements.address.value);
    output.textContent = path ? "" : form.dataset.odd;
    if (!path) return;
    const wanted = one("main").dataset.edition;
    const editions = [...table.laws].sort((a, b) => (b[0] === wanted) - (a[0] === wanted));
    const found = editions.find(([, laws]) => laws.includes(path[0]));
    output.textContent = found ? "" : form.dataset.unknown;
    if (!found) return;
    const index = location.protocol === "file:" ? "index.html" : "";
    const home = new URL(".", one(".brand").href);
    location.href = new URL(`${found[0]}/${path[0]}/${index}`, home) + fragment(path);
  });

  const plain = (word) => word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  function readAddress(typed) {
    const text = typed.normalize("NFC").trim();
    if (/[^\p{L}\p{M}\p{N}_\s().[\],-]/u.test(text)) return null;
    const parts = text.match(/\d+|\p{L}+/gu) || [];
    if (parts.length && table.words.map(plain).includes(plain(parts[0]))) parts.shift();
    if (!/^\d/.test(parts[0])) return null;
    const own = (alphabet) => (text.match(new RegExp(`\\p{Script=${alphabet.script}}`, "gu")) || []).length;
    const likely = [...table.alphabets].sort((a, b) => own(b) - own(a));
    return likely.map((alphabet) => readPath([...parts], alphabet)).find(Boolean);
  }

  function readPath(parts, alphabet) {
    const path = table.levels.map(([numbering]) => {
      for (let size = (parts[0] || "").length; size > 0; size--) {
        const n = ordinal(parts[0].slice(0, size), numbering, alphabet);
        if (!n) continue;
        parts[0] = parts[0].slice(size);
        if (!parts[0]) parts.shift();
        return n;
      }
      return 0;
    });
    while (path.at(-1) === 0) path.pop();
    return !parts.length && path[0] ? path : null;
  }

  function ordinal(written, numbering, alphabet) {
    if (/\d/.test(written) || numbering === "arabic") {
      return numbering === "arabic" && /^[1-9]\d{0,3}$/.test(written) ? Number(written) : 0;
    }
    const text = numbering === "upper" ? written.toUpperCase() : written.toLowerCase();
    if (numbering === "roman") return numbers.indexOf(text) + 1;
    const same = [...text].map((char) => alphabet.other[char] || char).join("");
    return alphabet[numbering].split(" ").indexOf(alphabet.other[same] || same) + 1 || latin(text);
  }

  function latin(text) {
    if (!/^[a-z]{1,2}$/i.test(text)) return 0;
    return [...text.toLowerCase()].reduce((n, char) => n * 26 + char.charCodeAt(0) - 96, 0);
  }

  function token(n, numbering) {
    if (numbering === "arabic") return String(n);
    if (numbering === "roman") return numbers[n - 1];
    let letters = "";
    for (; n > 0; n = Math.floor((n - 1) / 26)) letters = String.fromCharCode(97 + (n - 1) % 26) + letters;
    return numbering === "upper" ? letters.toUpperCase() : letters;
  }

  function fragment(path) {
    const written = path.map((n, depth) => {
      const [numbering, joint] = table.levels[depth];
      return n && depth ? joint + token(n, numbering) : "";
    });
    return path.length > 1 ? `#${written.join("")}` : "";
  }
})();
