// Folding: lawkb/search/folding.py in the browser. One file of cases tests both.

// fold(word) for scripts as { Greek: "ΑΒ…", Latin: "AB…" }, look-alikes in the same places.
export function makeFold(scripts) {
  const names = Object.keys(scripts).sort();
  const letters = (word, name) => (word.match(new RegExp(`\\p{Script=${name}}`, "gu")) || []).filter((char) => /\p{L}/u.test(char)).length;
  const unmarked = (text) => text.normalize("NFD").replace(/\p{M}/gu, "");
  const ligatures = { "Œ": "OE", "œ": "oe", "Æ": "AE", "æ": "ae" };
  const compatible = (text) => unmarked(text.normalize("NFKC")).replace(/[ŒœÆæ]/g, (sign) => ligatures[sign]);

  function writtenIn(word, name) {
    const own = [...scripts[name]];
    const foreign = names.filter((other) => other !== name).map((other) => [...scripts[other]]);
    const read = (char) => foreign.map((table) => own[table.indexOf(char)]).find(Boolean) || char;
    const written = [...word].map(read).join("");
    return letters(written, name) === (written.match(/\p{L}/gu) || []).length ? written : null;
  }

  function oneScript(word) {
    const foreign = names.filter((name) => letters(word, name) < (word.match(/\p{L}/gu) || []).length);
    if (foreign.length < names.length) return word;
    const likely = names.filter((name) => letters(word, name)).sort((a, b) => letters(word, b) - letters(word, a));
    return likely.map((name) => writtenIn(word, name)).find(Boolean) || word;
  }

  const fold = (word) => {
    const bare = word.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "");
    const small = compatible(oneScript(compatible(bare)).toLowerCase().replace(/ß/g, "ss"));
    return oneScript(small).replace(/ς/g, "σ");
  };
  // A word of look-alikes in another alphabet: Greek ΜΟΡ for Latin MOP; null where a letter has none.
  fold.image = (word) => names.filter((name) => !letters(word, name)).map((name) => writtenIn(compatible(word), name)).find(Boolean) || null;
  return fold;
}

// The words of a text: letters and figures with the marks on them.
export const wordsOf = (text) => text.match(/[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060]*[\p{L}\p{N}\p{M}])?/gu) || [];
