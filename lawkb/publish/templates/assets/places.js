// The names of annexes, recitals and divisions in typed addresses, «Παράρτημα Ι σημείο 2», "chapter ii": the same
// rules as lawkb.model.label and lawkb.references.divisions. Only codes that have some load this.
"use strict";
globalThis.placesOf = (table, { inserts, token, canonical, ordinal, plain, scan, readPath, writeAddress, literal }) => {
  const { signs, series, divisions, held, tongues } = table.places;
  const alphabetOf = ({ alphabet }) => table.alphabets[alphabet];
  const sign = `[${signs.replace(/[\]\\-]/g, "\\$&")}]`;
  const bare = (word) => word.replace(new RegExp(`^${sign}+|${sign}+$`, "gu"), "");
  const folded = (word) => plain(bare(word)).replace(/\.+$/, "");
  const LONGEST = 80;

  // ---- numbers: II, 2, «Β΄», «δεύτερο»

  function readNumber(written, tongue) {
    const alphabet = alphabetOf(tongue);
    const text = bare(written).replace(/(?<=\d|[IVXL])(?:er|re|ère|[oº°ª])$/u, "");
    const word = plain(text);
    const named = tongue.numbers.find(([, ...forms]) => forms.some((form) => form.endsWith("~")
      ? word.startsWith(form.slice(0, -1)) && word.length - form.length < 3 : word === form));
    const letter = /^\p{Lu}/u.test(text) && ordinal(text, "upper", alphabet);
    const found = [/^[1-9]\d{0,2}$/.test(text) && Number(text), named?.[0], roman(text, alphabet), letter];
    return found.filter((n, at) => n && found.indexOf(n) === at);
  }

  function roman(text, alphabet) {
    if (text !== text.toUpperCase() && text !== text.toLowerCase()) return 0;
    const letters = [...text.toLowerCase()].map((char) => alphabet.roman[char] || char).join("");
    if (!/^(?=[clxvi])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(letters)) return 0;
    const values = [...letters].map((char) => ({ i: 1, v: 5, x: 10, l: 50, c: 100 })[char]);
    return values.reduce((sum, value, at) => sum + (value < values[at + 1] ? -value : value), 0);
  }

  function ownNumber(written, numbering, tongue) {
    const own = numbering === "upper" && ordinal(bare(written).toUpperCase(), "upper", alphabetOf(tongue));
    return own || readNumber(written, tongue)[0];
  }

  // ---- annexes and recitals: the first ordinal of their paths is a text, "annex-1" or "recitals"

  const levelsOf = ([name, , levels]) => [["arabic", "", `${name}-{}`], ...levels];
  const seriesOf = ([law]) => typeof law === "string" && series.find(([name, numbering]) => numbering ? law.replace(/-\d+$/, "") === name : law === name);
  const inNumbers = (path, [, numbering]) => [numbering ? Number(path[0].match(/\d+$/)[0]) : 1, ...path.slice(1)];
  const head = ([name, numbering], n) => numbering ? `${name}-${n}` : name;

  function scanned(text, each) {
    const [name, numbering] = each;
    if (!text.startsWith(name)) return null;
    const path = scan(numbering ? text : text.replace(name, `${name}-1`), levelsOf(each));
    const found = path && [head(each, path[0]), ...path.slice(1)];
    return found && canonicalOf(found, each) === text ? found : null;
  }

  function canonicalOf(path, each) {
    const written = writeAddress(inNumbers(path, each), {}, levelsOf(each));
    return each[1] ? written : written.replace(`${each[0]}-1`, each[0]);
  }

  function read(typed) {
    const text = typed.normalize("NFC").trim().slice(0, LONGEST);
    const words = text.replaceAll("(", " (").split(/\s+/u).filter(Boolean);
    for (const [n, each] of series.entries()) {
      const exact = scanned(text, each);
      if (exact) return exact;
      for (const tongue of tongues) {
        const rest = afterName(words, tongue.series[n]);
        const found = rest && readRest(rest, each, tongue);
        if (found) return found;
      }
    }
    return null;
  }

  function afterName(words, names) {
    const beginning = words.map(folded);
    const name = names.map((each) => each.split(" ")).find((each) => each.every((word, at) => word === beginning[at]));
    return name ? words.slice(name.length) : null;
  }

  function readRest(rest, each, tongue) {
    const [, numbering, levels] = each;
    const number = numbering ? rest.length && ownNumber(rest[0], numbering, tongue) : 1;
    const divided = number && afterDivisions(numbering ? rest.slice(1) : rest, levels, tongue);
    if (!divided) return null;
    const [named, left] = divided;
    const begin = head(each, number) + named.map((n, depth) => n ? levels[depth][2].replace("{}", n) : "").join("");
    const printed = left.join("");
    const below = levels.some((level) => level[5] === "above" && !level[4]) ? printed.replace(/(?<=[(.\d])(\d+)\.(?=\d)/g, "$1)(") : printed;
    for (const text of [below, ...spelled(below, alphabetOf(tongue))]) {
      const exact = scanned(begin + text, each);
      if (exact?.[0] === head(each, number) && named.every((n, depth) => n === (exact[depth + 1] || 0))) return exact;
    }
    const parts = (left.join(" ").match(/\d+|\p{L}+/gu) || []).filter((part) => /\d/.test(part) || part.length <= 3);
    const path = parts.length && readPath(["1", ...parts], alphabetOf(tongue), 0, false, [levelsOf(each)[0], ...levels.filter((level) => !level[4])]);
    return path ? [head(each, number), ...named, ...path.slice(1)] : null;
  }

  function spelled(text, alphabet) {
    if (inserts) return inserts.spelled(text, alphabet);
    return [text.replace(/\p{L}+/gu, (run) => {
      const kind = ["upper", "lower"].find((name) => alphabet[name].split(" ").includes(run));
      return kind ? token(alphabet[kind].split(" ").indexOf(run) + 1, kind) : run;
    })];
  }

  // The ordinal of each division that words name, 0 for the others, and the other words.
  function afterDivisions(words, levels, tongue) {
    const inner = levels.filter((level) => level[4]);
    const named = inner.map(() => 0);
    const left = [];
    for (let at = 0; at < words.length; at++) {
      const depth = inner.findIndex((level) => tongue.parts[level[4]].includes(folded(words[at])));
      if (depth < 0) { left.push(words[at]); continue; }
      const n = words[++at] && ownNumber(words[at], inner[depth][5], tongue);
      if (!n || named[depth]) return null;
      named[depth] = n;
      if (at + 1 < words.length) left.push(...words[at].match(/\.+$/) || []);
    }
    return [named, left];
  }

  // The canonical writing; with the letters of a language, its label: «Παράρτημα III, Μέρος Β(2)».
  function write(path, letters) {
    const each = seriesOf(path);
    const { beside } = letters;
    if (!beside) return canonicalOf(path, each);
    const [name, numbering, levels] = each;
    const [whole, one, alone] = beside.series[name];
    const [n, ...rest] = inNumbers(path, each);
    const title = numbering && !alone ? `${whole} ${labelled(n, numbering, letters)}` : whole;
    const named = rest.flatMap((value, depth) => value && levels[depth][4] ? [`${beside.parts[levels[depth][4]]} ${labelled(value, levels[depth][5], letters)}`] : []);
    const below = named.join(", ") + inside(rest, levels, letters);
    if (!below) return title;
    return numbering ? `${title}${below.startsWith("(") ? "" : ", "}${below}` : `${one} ${below.replace(/^[()]+|[()]+$/g, "")}`;
  }

  function labelled(n, numbering, letters) {
    if (numbering === "roman") return token(n, "roman")?.toUpperCase() || String(n);
    return letters[numbering]?.[n - 1] || token(n, numbering);
  }

  function inside(rest, levels, letters) {
    const plainPath = [1, ...rest.map((n, depth) => levels[depth][4] ? 0 : n)];
    if (!plainPath.at(-1) || plainPath.length < 2) return "";
    const all = [["arabic", "", "{}"], ...levels];
    const text = (path) => writeAddress(path, letters, all);
    let label = text(plainPath);
    for (let depth = plainPath.length - 1; depth > 0; depth--) {
      if (all[depth][5] !== "above" || !plainPath[depth] || !plainPath[depth - 1]) continue;
      const [above, here] = [text(plainPath.slice(0, depth)), text(plainPath.slice(0, depth + 1))];
      if (label.startsWith(here)) label = `${above.replace(/\)$/, "")}.${here.slice(above.length).replace(/^\(/, "")}${label.slice(here.length)}`;
    }
    return label.slice(1);
  }

  function fragment(path) {
    const levels = seriesOf(path)[2];
    const text = path.slice(1).map((n, depth) => n ? levels[depth][1].replace("{}", token(n, levels[depth][0])) : "").join("");
    return text ? `#${text.replace(/-$/, "")}` : "";
  }

  // ---- divisions: where the only one is that a text names, in the first edition that has it

  function ofDivision(typed, editions) {
    for (const [edition] of editions) {
      const every = held[edition].flatMap(([part, eids]) => eids.split(" ").map((eid) => [part, eid]));
      const same = every.filter(([, eid]) => eid === typed.trim());
      const wanted = same.length ? [] : tongues.flatMap((tongue) => namedDivisions(typed, tongue));
      const found = same.length ? same : every.filter(([, eid]) => wanted.some((chain) => fits(chain, eid.split("__"))));
      if (found.length) return found.length === 1 ? pageOf(edition, ...found[0]) : null;
    }
    return null;
  }

  // What a text that names divisions may be: lists of "chp_2", the outermost first.
  function namedDivisions(typed, tongue) {
    const named = [];
    let depth = -1;
    for (const word of typed.normalize("NFC").trim().split(/\s+/u)) {
      const key = folded(word);
      if (depth >= 0) {
        named[depth] = readNumber(word.toUpperCase(), tongue).map((n) => `${divisions[depth]}_${n}`);
        depth = -1;
      } else if (Object.hasOwn(tongue.divisions, key) && !named[tongue.divisions[key]]) depth = tongue.divisions[key];
      else if (!tongue.joins.includes(key) || !named.length) return [];
    }
    if (depth >= 0) return [];
    return named.filter(Boolean).reduce((chains, each) => chains.flatMap((chain) => each.map((eid) => [...chain, eid])), [[]]).filter(({ length }) => length);
  }

  function fits(wanted, path) {
    let at = 0;
    return path.at(-1) === wanted.at(-1) && wanted.every((each) => (at = path.indexOf(each, at) + 1) > 0);
  }

  function pageOf(edition, part, eid) {
    const index = location.protocol === "file:" ? "index.html" : "";
    const page = part ? `laws/${edition}/${part > 1 ? `${part}/` : ""}` : "";
    return new URL(`${page}${index}#${edition}-${eid}`, new URL(".", document.querySelector(".brand").href)).href;
  }

  return { read, write, fragment, ofDivision, has: (path) => Boolean(seriesOf(path)) };
};
