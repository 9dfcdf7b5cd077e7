// Each provision of a typed range, «20F4-6», «57A1 to A4»: the second end may lack what contains it.
// The same rules as lawkb.references.typed_address.typed_places.
"use strict";
lawkb.readRange = (typed) => {
  const { table, plain, splitEdition, pageOf, readAddress, writeAddress } = lawkb;
  const spaced = table.ranges[0] === "-" ? typed.replace(/[-\u2010-\u2015\u2212]/gu, " - ") : typed;
  const words = spaced.split(/\s+/u).filter(Boolean);
  const at = words.findIndex((word) => table.ranges.includes(word) || table.ranges.includes(plain(word)));
  if (at < 1) return null;
  const [edition, begin] = splitEdition(words.slice(0, at).join(" "));
  const [first, end] = [readAddress(begin), words.slice(at + 1).join(" ")];
  if (!first || typeof first.at(-1) !== "number") return null;
  const inside = first.slice(0, -1);
  for (let depth = first.length; depth > 0; depth--) {
    const above = depth < first.length ? first.slice(0, depth) : [];
    if (above.at(-1) === 0) continue;
    const last = readAddress((above.length ? writeAddress(above) : "") + end);
    const beside = last && last.length === first.length && inside.every((n, level) => n === last[level]);
    const size = beside ? last.at(-1) - first.at(-1) + 1 : 0;
    if (size <= 1 || size > 30) continue;
    const paths = [...Array(size).keys()].map((n) => [...inside, first.at(-1) + n]);
    return paths.map((path) => ({ path, there: pageOf(path, edition) }));
  }
  return null;
};
