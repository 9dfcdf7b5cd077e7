// How else a word may have been typed: lawkb/words/spellings.py and lawkb/search/answers.py in the
// browser. One file of cases tests both. Loaded when a word is in no text.
const MOST_WRITINGS = 64;
const SHORTEST = 3;
const LEAST = 4;
const LONG = 7;

// fold: of folding.js; languages: { tag: { spellings, stop, words } } with words the most frequent first.
export function makeNearest(fold, languages) {
  const known = Object.values(languages).map(({ spellings, stop, words }) => {
    const key = keyOf(spellings);
    const byKey = new Map();
    const long = (word) => word.length >= SHORTEST;
    const stopByKey = new Map([...stop].filter(long).sort().map((word) => [key(word), { word, order: Infinity }]));
    words.forEach((word, order) => {
      const folded = fold(word);
      if (long(folded) && !stop.has(folded) && !byKey.has(key(folded))) byKey.set(key(folded), { word, order });
    });
    return { key, byKey, stopByKey, folded: new Map(words.map((word) => [fold(word), word])), spellings };
  });

  // The word that a typed one probably stands for, or null: fewest changes, likelier reading, more frequent.
  return (typed) => {
    if (typed.length < SHORTEST) return null;
    const image = fold(fold.image(typed) || "");
    const seenAs = known.map(({ folded }) => folded.get(image)).find(Boolean);
    if (seenAs) return seenAs;
    const found = known.flatMap(({ key, byKey, stopByKey, spellings }) => readings(typed, spellings, fold).flatMap((reading, order) =>
      near(key(reading), byKey, stopByKey).map(([changes, hit]) => ({ changes, order, rank: hit.order, word: hit.word }))));
    found.sort((a, b) => a.changes - b.changes || a.order - b.order || a.rank - b.rank);
    return found.length ? found[0].word : null;
  };
}

export function keyOf({ sounds }) {
  return (folded) => sounds.reduce((text, [from, to]) => text.replaceAll(from, to), folded).replace(/(.)\1/gu, "$1");
}

// The words of a language that a typed one may stand for, the likeliest first.
export function readings(typed, { script, keys, dead, latin }, fold) {
  const word = fold(typed);
  const found = [];
  if (keys.length) {
    const board = new Map(keys.map(([own, typedAs]) => [typedAs, own]));
    const plain = typed.replaceAll(dead || "\0", "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    found.push(fold([...plain].map((char) => board.get(char) || char).join("")));
  }
  const in_ = (text, name) => new RegExp(`\\p{Script=${name[0]}${name.slice(1).toLowerCase()}}`, "u").test(text);
  if (script !== "LATIN" && !in_(word, script)) found.push(...inOwnLetters(word, latin).map(fold));
  return [...new Set([word, ...found.filter((one) => in_(one, script) && !(script !== "LATIN" && /[a-z]/.test(one)))])];
}

export function inOwnLetters(word, latin) {
  let texts = [""];
  for (let at = 0; at < word.length;) {
    const size = [3, 2, 1].find((n) => latin[word.slice(at, at + n)]) || 1;
    const all = latin[word.slice(at, at + size)] || [word[at]];
    const ways = texts.length * all.length <= MOST_WRITINGS ? all : all.slice(0, 1);
    texts = texts.flatMap((text) => ways.map((way) => text + way));
    at += size;
  }
  return texts;
}

function near(key, byKey, stopByKey) {
  const same = stopByKey.get(key) || byKey.get(key); // a very frequent word may be in no text
  if (same) return [[0, same]];
  const most = key.length < LEAST ? 0 : key.length < LONG ? 1 : 2;
  for (let changes = 1; changes <= most; changes++) {
    const found = [...byKey].filter(([other]) => Math.abs(other.length - key.length) <= changes
      && (changes === 1 || other[0] === key[0]) && distance(key, other) <= changes);
    if (found.length) return found.map(([, hit]) => [changes, hit]);
  }
  return [];
}

// Letters put in, left out, replaced, or swapped with the next one.
export function distance(a, b) {
  const rows = [[...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
    rows.push(row);
  }
  return rows[a.length][b.length];
}
