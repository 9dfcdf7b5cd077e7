// Provisions that were inserted later, 12Α, 4 bis, 5.1, in typed addresses: the same rules as
// lawkb.model.label. Their ordinals are texts, "12a" and "5.1". Only codes that have some load this.
"use strict";
globalThis.insertsOf = (table, { tokens, token, canonical, ordinal }) => {
  const lettered = (kinds) => /[^d]/.test(kinds || "");
  const base = ([numbering, , , kinds]) => lettered(kinds) ? tokens[numbering].replace("{1,2}", "") : tokens[numbering];
  const added = ([, , , kinds = ""]) => {
    const letters = lettered(kinds) && "\\.?[a-z]{1,2}";
    const dots = kinds.includes("d") && "\\.\\d{1,4}";
    return letters && dots ? `(?:${letters}(?:${dots})?|${dots})?` : letters || dots ? `(?:${letters || dots})?` : "";
  };
  const plain = (text, level) => new RegExp(`^${base(level)}$`).test(text) ? canonical(text, level[0]) : 0;

  // "4 bis" is 4a, "12-A" is 12A.
  function withoutNumerals(text) {
    if (!table.numerals) return text;
    const all = new RegExp(`(?<=[\\p{L}\\p{N}])[\\s-]?(${table.numerals.join("|")})(?!\\p{L})`, "giu");
    return text.replace(all, (_, word) => token(table.numerals.indexOf(word.toLowerCase()) + 1, "lower")).replace(/(\d)-(?=\p{L}(?!\p{L}))/gu, "$1");
  }

  // The ordinal of a text in the canonical writing: a number, the text of an insert, or 0.
  function read(text, level) {
    const n = plain(text, level);
    for (let size = n ? 0 : text.length - 1; size > 0; size--) {
      const rest = text.slice(size);
      if (!plain(text.slice(0, size), level) || !new RegExp(`^${added(level)}$`).test(rest)) continue;
      const joined = text.slice(0, size) + rest.replace(/^\.(?=[a-z])/, "");
      return plain(joined, level) ? text : joined;
    }
    return n;
  }

  // A part as it is typed: letters after a number, and decimals, «12Α», "5.1", "c.1".
  function typed(written, level, alphabet) {
    const [numbering, , , kinds] = level;
    const [, head, letters, dots = ""] = kinds && written.match(/^(\d+|\p{L}+?)(\p{L}*)(\.\d+)?$/u) || [];
    if (!head) return 0;
    if (numbering === "arabic") return read(head + inLatin(letters, alphabet) + dots, level);
    const n = dots && ordinal(head + letters, numbering, alphabet);
    return n ? read(token(n, numbering) + dots, level) : 0;
  }

  function inLatin(letters, alphabet) {
    const lower = alphabet.lower.split(" ");
    const longest = new RegExp([...lower].sort((a, b) => b.length - a.length).join("|"), "gu");
    const same = [...letters.toLowerCase()].map((char) => alphabet.other[char] || char).join("");
    return same.replace(longest, (letter) => token(lower.indexOf(letter) + 1, "lower"));
  }

  // A text with the letters of a language, in Latin ones; a letter after a number is an insert.
  function spelled(text, alphabet) {
    const written = text.replace(/\p{L}+/gu, (run, at) => {
      const kind = ["upper", "lower"].find((name) => alphabet[name].split(" ").includes(run));
      if (!kind || /\d/.test(text[at - 1])) return inLatin(run, alphabet).toLowerCase();
      return token(alphabet[kind].split(" ").indexOf(run) + 1, kind);
    });
    return [written, written.replace(/(?<=[a-z])\.(?=[a-z])/g, "")];
  }

  // An insert with the letters of a language, or with Latin numerals.
  function write(n, level, own) {
    const [numbering, , , kinds] = level;
    const [, head, letters, dots] = n.match(new RegExp(`^(${base(level)})(?:\\.(?=[a-z]))?([a-z]*)(.*)$`));
    if (!own.lower) return n;
    const latin = kinds.includes("n") || own.latin && kinds.includes("l");
    const one = (char) => {
      const at = char.charCodeAt(0) - 97;
      return latin ? ` ${table.numerals[at]}` : (kinds.includes("c") ? own.upper : own.lower)[at] || char;
    };
    const first = canonical(head, numbering);
    const pieces = [own[numbering]?.[first - 1] || head, ...[...letters].map(one)];
    // «ια» is the eleventh letter, «ι.α» the first after the tenth.
    const clash = pieces.some((piece, at) => at && own.lower.includes(pieces[at - 1] + piece));
    return pieces.join(clash ? "." : "") + dots;
  }

  return {
    ...{ withoutNumerals, read, typed, spelled, write },
    pattern: (level) => base(level) + added(level),
    part: /\d+(?:\.\d+)?(?:\p{L}+(?:\.\d+)?)?|\p{L}+(?:\.\d+)?/gu,
    cited: /^(?:[\p{L}\p{N}.]+\)?|[\p{L}\p{N}.]*(?:\([\p{L}\p{N}.]+\))+),?$/u,
    spaces: table.numerals && /(?<![\p{L}\p{N}])\s+|\s+(?![\p{L}\p{N}])/gu,
  };
};
