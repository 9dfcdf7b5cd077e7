// A query as typed into its tree: the grammar of lawkb/search/query/parser.py. One file of cases tests both.

// The signs that work on the command line alone: a field, a wildcard inside a word, a near spelling.
const COMMAND_LINE = /^(?:(?:lang|edition|cites|cited-by|in|heading):|[^*?~]*[*?][^*?~\s]|[*?]|.*~)/iu;
const QUOTES = { "\"": "\"", "«": "»", "“": "”", "„": "“”" };
// A range of laws, one end of which may be open: law:20-47, law:20-, law:..47.
const FIELD = /^law\s*:\s*(?:["«“„]([^"»”“]*)["»”“]|((?:[^\s()"«»“”„]|\([^\s()]*\))+))/iu;
const TO = /\s*(?:[-–—−‑]|\.{2,}|…)\s*/u;
// Signs that are operators: NOT where they stand before a word, the others anywhere.
const NOT_SIGN = /^[-−–!]+(?=[\p{L}\p{N}_"«“„(=])/u;
const NEAR_DISTANCE = 5;
const FARTHEST = 50;
const DEEPEST = 20;

export class QueryError extends Error {
  // what: "command-line", "unclosed", "one-sided", "distance" or "unreadable", with the sign that it is about.
  constructor(what, sign) {
    super(`${what}: ${sign}`);
    Object.assign(this, { what, sign });
  }
}

// tools: { operators, fold, stop(word), words(run), names(word, address) } with words as { text, start, end },
// or an address with its path, too; names: whether a word is the «Law» of an address; address(text): its path and name.
export function makeParser({ operators, fold, stop, words, names, address }) {
  // A number behind it makes NEAR an operator in small letters, too: near/3.
  function operatorOf(run) {
    const [, word, slash, distance] = run.match(/^(\p{L}[\p{L}\p{M}]*)(\/([-−–]?\d.*|.*))?$/u) || [];
    const counted = /^[-−–]?\d/u.test(distance || "");
    const capital = word && word === word.toUpperCase();
    if (!word || !capital && !counted) return null;
    const name = word.normalize("NFC").toUpperCase();
    const kind = operators[[...name].length === 1 ? name : fold(name)];
    if (!kind || kind !== "near" && (slash && !(counted && capital))) return null;
    if (slash && (kind !== "near" || !/^\d+$/u.test(distance))) throw new QueryError("distance", run);
    return { kind, distance: slash ? Number(distance) : NEAR_DISTANCE, sign: run };
  }

  // One node for each range of «law:16,20-47», joined by OR.
  function rangesOf(value, sign) {
    const parts = value.replace(/[,;]+$|(?<!\.)\.$/gu, "").split(",").map((each) => each.trim()).filter(Boolean).map((each) => {
      const ends = each.split(TO);
      const [first, last] = [ends[0], ends.at(-1)].map((end) => end && address(end));
      if (ends.length > 2 || !first && !last || [ends[0], ends.at(-1)].some((end, n) => end && ![first, last][n])) throw new QueryError("unreadable", sign);
      const same = ends.length > 1 && first?.name === last?.name;
      return { kind: "law", first: first?.path, last: last?.path, text: ends.length > 1 && !same ? `${first?.name || ""}-${last?.name || ""}` : first.name };
    });
    if (!parts.length) throw new QueryError("unreadable", sign);
    return parts.length > 1 ? { kind: "or", parts } : parts[0];
  }

  // What a query is cut into, in order.
  function* lexemes(query) {
    const several = /\S\s+\S/u.test(query);
    const text = several ? query.replace(/[?;]\s*$/u, " ") : query; // of a question
    for (let at = 0, opened = 0; at < text.length;) {
      const sign = text[at];
      if (/\s/u.test(sign)) { at++; continue; }
      if (sign === "(" || sign === ")") {
        yield { kind: sign, sign };
        opened += sign === "(" ? 1 : -1;
        at++;
        continue;
      }
      const before = text.slice(0, at);
      const [denied] = (/(?:^|[\s(|&])$/u.test(before) && text.slice(at).match(NOT_SIGN)) || [];
      const [joining] = text.slice(at).match(/^(?:\|\|?|&&?)/u) || [];
      const field = !/[\p{L}\p{N}_]-?$/u.test(before) && text.slice(at).match(FIELD);
      if (/[\p{L}\p{N}_"»”)]$/u.test(before) && /^\^\d/.test(text.slice(at))) throw new QueryError("unreadable", text.slice(at).match(/^\S+/u)[0]);
      if (denied) yield { kind: "not", sign: denied };
      if (joining) yield { kind: joining.startsWith("|") ? "or" : "and", sign: joining };
      if (field) yield { kind: "field", node: rangesOf(field[1] ?? field[2], field[0]), sign: field[0] };
      if (denied || joining || field) {
        at += (denied || joining || field[0]).length;
        continue;
      }
      const open = sign === "=" && QUOTES[text[at + 1]] ? at + 1 : at;
      if (QUOTES[text[open]]) {
        const end = text.slice(open + 1).search(new RegExp(`[${QUOTES[text[open]]}]`, "u"));
        if (end < 0) throw new QueryError("unclosed", sign);
        yield { kind: "phrase", text: text.slice(open + 1, open + 1 + end), sign };
        at = open + end + 2;
        continue;
      }
      if (/[»”]/u.test(sign)) throw new QueryError("unclosed", sign);
      const [run] = text.slice(at).match(/^(?:[^\s()"«»“”„|&^]|\^(?!\d)|\([^\s()]{1,4}\))+/u) || [sign];
      const [, noted] = opened < 1 && text[at + run.length] === ")" && run.match(/^(\p{L}{2,})\d{1,2}$/u) || [];
      yield* ofRun(noted || run, at); // without the mark of a footnote
      at += run.length + (noted ? 1 : 0);
    }
  }

  function* ofRun(run, at) {
    const operator = operatorOf(run);
    if (operator) yield operator;
    else if (COMMAND_LINE.test(run)) throw new QueryError("command-line", run);
    else if (/^=./u.test(run)) yield { kind: "phrase", text: run.slice(1), sign: run };
    else if (/^\p{L}+\*$/u.test(run)) yield { kind: "prefix", text: run.slice(0, -1), sign: run };
    else for (const word of words(run)) yield { kind: "word", ...word, start: at + word.start, end: at + word.end };
  }

  return function parse(query) {
    const read = [...lexemes(query)].filter((word, n, all) => word.path || !all[n + 1]?.path || word.kind !== "word" || !names(word, all[n + 1]));
    let at = 0;
    const next = (...kinds) => kinds.includes(read[at]?.kind) ? read[at++] : null;

    function any(depth) {
      const parts = [all(depth)];
      for (let sign; (sign = next("or"));) {
        parts.push(all(depth));
        if (!parts.at(-2) || !parts.at(-1)) throw new QueryError("one-sided", sign.sign);
      }
      return parts.length > 1 ? { kind: "or", parts } : parts[0];
    }

    function all(depth) {
      const parts = [];
      let strict = false;
      while (read[at] && read[at].kind !== "or" && read[at].kind !== ")") {
        const sign = next("and");
        strict ||= Boolean(sign);
        const part = negated(depth);
        if (sign && (!part || !parts.length)) throw new QueryError("one-sided", sign.sign);
        if (part) parts.push(part);
      }
      const telling = parts.filter((part) => part.kind !== "word" || !stop(part.text));
      const kept = telling.some((part) => leavesOf(part).some(({ unwanted }) => !unwanted)) ? telling : parts;
      const distinct = kept.filter((part, n) => kept.findIndex((other) => written(other) === written(part)) === n);
      return distinct.length > 1 ? { kind: "and", parts: distinct, strict } : distinct[0] || null;
    }

    function negated(depth) {
      let sign = null;
      let negative = false;
      for (let found; (found = next("not")); negative = !negative) sign = found;
      const part = near(depth);
      if (!part && sign) throw new QueryError("one-sided", sign.sign);
      return negative ? { kind: "not", part } : part;
    }

    function near(depth) {
      let left = one(depth);
      for (let sign; (sign = next("near"));) {
        const right = one(depth);
        const fits = (part) => part && ["word", "phrase", "prefix", "near", "or"].includes(part.kind) && (part.parts || []).every(fits);
        if (sign.distance < 1 || sign.distance > FARTHEST) throw new QueryError("distance", sign.sign);
        if (!fits(left) || !fits(right)) throw new QueryError("one-sided", sign.sign);
        const chain = left.kind === "near" && left.distance === sign.distance;
        left = { kind: "near", parts: [...chain ? left.parts : [left], right], distance: sign.distance };
      }
      return left;
    }

    function one(depth) {
      const open = next("(");
      if (!open) return next("field")?.node || next("word", "phrase", "prefix");
      const inside = depth < DEEPEST ? any(depth + 1) : null;
      if (!next(")") || !inside) throw new QueryError("unclosed", "(");
      return inside;
    }

    const tree = any(0);
    if (read[at]) throw new QueryError("unclosed", read[at].sign);
    return tree;
  };
}

// A tree as it would be typed in full: penalty AND card.
export function written(tree) {
  const joined = (part) => ["and", "or", "near"].includes(part.kind) ? `(${written(part)})` : written(part);
  switch (tree.kind) {
    case "and": return tree.parts.map(joined).join(" AND ");
    case "or": return tree.parts.map(joined).join(" OR ");
    case "near": return tree.parts.map(joined).join(` NEAR/${tree.distance} `);
    case "not": return `NOT ${joined(tree.part)}`;
    case "law": return `law:${tree.text}`;
    case "phrase": return `"${tree.text}"`;
    case "prefix": return `${tree.text}*`;
    default: return tree.name || tree.typed || tree.text;
  }
}

// Words, phrases and prefixes in the order typed; those after NOT are marked as unwanted.
export function leavesOf(tree, unwanted = false) {
  if (!tree || tree.kind === "law") return [];
  if (tree.kind === "not") return leavesOf(tree.part, !unwanted);
  if (tree.parts) return tree.parts.flatMap((part) => leavesOf(part, unwanted));
  return [{ leaf: tree, unwanted }];
}
