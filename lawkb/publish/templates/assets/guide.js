// What editors wrote that guides a search: the index of subjects, and titles of laws whose text is not
// here. The rules of lawkb/search/guide.py and not_here.py; one file of cases tests both.
const SAID = 3;
const SHARE = 2 / 3;
const LIKE = 3 / 4;
const LIKE_ALONE = 1 / 2;
const ROW = 0.2;
const CLOSE = 0.05;
const RARE = 3;
const SENTENCE = 3;
const MOST_TITLES = 6;

// table: { subjects, titles, held, of, edition, official }; same(a, b, language): whether two folded words are forms of one;
// telling(words): those that tell provisions apart; words(text): folded words; meant(tree, language): see finding.js.
export function makeGuide(table, { same, telling, words, meant }) {
  const rows = table.subjects.map(([language, edition, entry, subentry, addresses]) => {
    const said = words(subentry || entry);
    const own = telling(said);
    return { language, edition, entry, subentry, addresses, said, own, all: [...new Set([...own, ...telling(words(entry))])] };
  });
  const has = (list, word, language) => list.some((other) => same(other, word, language));
  const covers = (list, way, language) => way.every((word) => has(list, word, language));
  const standsIn = (short, long) => long.some((_, at) => short.every((word, n) => long[at + n] === word));

  // For each telling word of a query what may be said for it, its own form first.
  function waysOf(leaves, tree, language) {
    const others = meant(tree, language);
    return leaves.map((leaf) => [words(leaf.text), ...others.get(leaf) || []]);
  }

  // A query that is put almost as the situation is: «is it me to lead» is «is it my lead». More may differ where
  // one word alone is telling.
  function isLike(row, asked, ways) {
    const both = new Set(row.said.filter((word) => asked.includes(word))).size;
    const alone = ways.length === 1 && ways[0].some((way) => covers(row.own, way, row.language));
    return both >= SENTENCE && both >= (alone ? LIKE_ALONE : LIKE) * new Set([...row.said, ...asked]).size;
  }

  function score(row, asked, ways, alone) {
    const whole = row.said.join(" ") === asked.join(" ") || row.said.length >= SENTENCE && standsIn(row.said, asked);
    if (whole && row.subentry && asked.length > 1) return SAID;
    if (isLike(row, asked, ways)) return SAID;
    const found = ways.map((each) => each.find((way) => covers(row.all, way, row.language))).filter(Boolean);
    const share = ways.length ? found.length / ways.length : 0;
    const used = row.all.filter((word) => found.some((way) => has(way, word, row.language)));
    if (found.length < 2 && !alone || share < (row.subentry ? SHARE : 1) || !used.some((word) => row.own.includes(word))) return 0;
    return share + ROW * used.length / row.all.length;
  }

  // The addresses of the entries that a query of plain words asks for, the surest first: { edition, address, words, score }.
  function subjectsOf(query, tree, leaves) {
    const asked = words(query);
    const best = [...new Set(rows.map(({ language }) => language))].flatMap((language) => {
      const ways = waysOf(leaves, tree, language);
      const own = rows.filter((row) => row.language === language);
      const alone = ways.length === 1 && own.filter((row) => ways.some((each) => each.some((way) => covers(row.all, way, language)))).length <= RARE;
      return own.map((row) => ({ row, value: score(row, asked, ways, alone) })).filter(({ value }) => value);
    });
    const top = Math.max(0, ...best.map(({ value }) => value));
    const found = new Map();
    for (const { row, value } of best.filter((one) => one.value >= top - CLOSE).sort((a, b) => b.value - a.value)) {
      for (const address of row.addresses.split(" ")) {
        const key = `${row.edition} ${address}`;
        if (!found.has(key)) found.set(key, { edition: row.edition, address, words: [row.entry, row.subentry].filter(Boolean).join(": "), language: row.language, score: value });
      }
    }
    return [...found.values()].slice(0, top >= 1 ? 4 : 2);
  }

  // Whether a word stands in an entry or a title: it is no misspelt one.
  const titled = table.titles.map(([law, titles, others]) => ({ law, titles, words: Object.fromEntries(Object.keys(titles).map((tag) => [tag, telling(words(`${titles[tag]} ${others[tag] || ""}`))])) }));
  const knows = (word) => rows.some((row) => has(row.all, word, row.language))
    || titled.some((each) => Object.entries(each.words).some(([tag, own]) => has(own, word, tag)));

  // The laws that are not here whose titles have words of a query.
  function titlesOf(tree, leaves, unknown) {
    const counted = titled.map((each) => {
      const fits = Math.max(...Object.entries(each.words).map(([tag, own]) => {
        const ways = waysOf(leaves, tree, tag);
        const count = ways.filter((way) => way.some((one) => covers(own, one, tag))).length;
        return count && (count === ways.length || unknown.some((word) => has(own, words(word)[0], tag))) ? count : 0;
      }));
      return { ...each, fits };
    });
    const best = Math.max(0, ...counted.map(({ fits }) => fits));
    const found = best ? counted.filter(({ fits }) => fits === best) : [];
    if (found.length > MOST_TITLES && !unknown.length) return [];
    return found.slice(0, MOST_TITLES).map(({ law, titles }) => ({ address: law, status: "not-held", titles: Object.entries(titles) }));
  }

  // What a query asks for and is not here, as the server answers it; null if all is.
  function notHere(laws, unknown) {
    if (!laws.length && !unknown.length) return null;
    return { words: unknown, laws, held: table.held, of: table.of, official: table.official };
  }

  function lawsNotHere(paths, write) {
    const missing = paths.filter(([law]) => typeof law === "number" && !table.held.includes(String(law)));
    const titlesOfLaw = (law) => Object.entries(table.titles.find(([number]) => number === String(law))?.[1] || {});
    return notHere(missing.map((path) => ({ address: write(path), status: path[0] > table.of ? "unknown" : "not-held", titles: titlesOfLaw(path[0]) })), []);
  }

  return { subjectsOf, titlesOf, notHere, lawsNotHere, knows };
}
