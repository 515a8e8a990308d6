// ptc.tmLanguage.json: the TextMate grammar of PTC-Lisp for editors, with the names of the language
// from its tables. The patterns follow packages/parser/src/grammar.ohm.
import { specialFormNames } from "../../../packages/lisp/src/analysis/special-forms.ts";
import { builtins } from "../../../packages/lisp/src/builtins/library/table.ts";

/** A character that ends a name; see `tokenCharacter` in grammar.ohm. */
const outside = String.raw`\s,()\[\]{}";@^\`~\\`;
const start = String.raw`(?<![^${outside}'#])`;
const end = `(?![^${outside}])`;
/** As in Clojure, a quote, `#` or `%` may follow a number directly. */
const numberEnd = `(?=[${outside}'#%]|$)`;

interface Pattern {
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly include?: string;
  readonly beginCaptures?: Readonly<Record<string, { readonly name: string }>>;
  readonly captures?: Readonly<Record<string, { readonly name: string }>>;
  readonly patterns?: readonly Pattern[];
}

/** Returns the grammar as JSON. */
export function editorGrammar(): string {
  const special = [...specialFormNames()].sort();
  const known = new Set(special);
  const functions = [...builtins.keys()].filter((name) => !known.has(name)).sort();
  return `${JSON.stringify(
    {
      information_for_contributors: [
        "Generated from the tables of the language: npm run exec -- node tools/reference-docs/src/main.ts",
      ],
      name: "PTC-Lisp",
      scopeName: "source.ptc-lisp",
      fileTypes: ["ptc", "ptc.clj"],
      patterns: [{ include: "#form" }],
      repository: {
        form: { patterns: formKinds.map((kind) => ({ include: `#${kind}` })) },
        ...fixedPatterns,
        tool: {
          name: "entity.name.function.tool.ptc-lisp",
          match: `${start}tool/[^${outside}]+${end}`,
        },
        data: {
          name: "variable.parameter.data.ptc-lisp",
          match: `${start}data/[^${outside}]+${end}`,
        },
        special: { name: "keyword.control.ptc-lisp", match: anyOf(special) },
        builtin: { name: "support.function.ptc-lisp", match: anyOf(functions) },
        symbol: {
          name: "variable.other.ptc-lisp",
          match: `[^${outside}'#][^${outside}]*`,
        },
      },
    },
    null,
    2,
  )}\n`;
}

const formKinds = [
  "comment",
  "discard",
  "regex",
  "string",
  "character",
  "function",
  "collection",
  "prefix",
  "number",
  "constant",
  "keyword",
  "tool",
  "data",
  "special",
  "builtin",
  "symbol",
] as const;

const fixedPatterns: Readonly<Record<string, Pattern>> = {
  comment: { name: "comment.line.semicolon.ptc-lisp", match: "(?:;|#!).*$" },
  // A discarded collection is a comment up to its closing bracket, and a discarded name or text to
  // its end. Of `#_ #_ a b`, only the prefixes are, because a pattern can't count forms.
  discard: {
    patterns: [
      {
        name: "comment.block.discard.ptc-lisp",
        begin: String.raw`#_[\s,]*(?:#\(|#\{|[({\[])`,
        end: String.raw`[)}\]]`,
        patterns: [{ include: "#nested" }],
      },
      {
        name: "comment.block.discard.ptc-lisp",
        begin: String.raw`#_[\s,]*#?"`,
        end: '"',
        patterns: [{ match: String.raw`\\.` }],
      },
      {
        name: "comment.block.discard.ptc-lisp",
        match: `#_(?:[\\s,]*(?:\\\\.[^${outside}]*|[^${outside}]+))?`,
      },
    ],
  },
  // Inside of a discarded collection: only what may contain brackets.
  nested: {
    patterns: [
      { include: "#comment" },
      { begin: '"', end: '"', patterns: [{ match: String.raw`\\.` }] },
      { match: String.raw`\\.` },
      {
        begin: String.raw`[({\[]`,
        end: String.raw`[)}\]]`,
        patterns: [{ include: "#nested" }],
      },
    ],
  },
  regex: {
    name: "string.regexp.ptc-lisp",
    begin: '#"',
    end: '"',
    patterns: [{ name: "constant.character.escape.ptc-lisp", match: String.raw`\\.` }],
  },
  string: {
    name: "string.quoted.double.ptc-lisp",
    begin: '"',
    end: '"',
    patterns: [
      {
        name: "constant.character.escape.ptc-lisp",
        match: String.raw`\\(?:[ntrbf"\\]|u[0-9a-fA-F]{4}|[0-3][0-7]{2}|[0-7]{1,2})`,
      },
      { name: "invalid.illegal.escape.ptc-lisp", match: String.raw`\\.` },
    ],
  },
  character: {
    name: "constant.character.ptc-lisp",
    match: String.raw`\\(?:newline|space|tab|return|backspace|formfeed|u[0-9a-fA-F]{4}|o[0-7]{1,3}|.)`,
  },
  function: {
    name: "meta.function.short.ptc-lisp",
    begin: String.raw`#\(`,
    beginCaptures: { "0": { name: "punctuation.section.function.begin.ptc-lisp" } },
    end: String.raw`\)`,
    patterns: [{ include: "#argument" }, { include: "#form" }],
  },
  // Brackets are part of their collection, so that a `)` inside doesn't end a short function.
  collection: {
    patterns: [
      {
        name: "meta.list.ptc-lisp",
        begin: String.raw`\(`,
        end: String.raw`\)`,
        patterns: [{ include: "#argument" }, { include: "#form" }],
      },
      {
        name: "meta.vector.ptc-lisp",
        begin: String.raw`\[`,
        end: String.raw`\]`,
        patterns: [{ include: "#argument" }, { include: "#form" }],
      },
      {
        name: "meta.map.ptc-lisp",
        begin: String.raw`#?\{`,
        end: String.raw`\}`,
        patterns: [{ include: "#argument" }, { include: "#form" }],
      },
    ],
  },
  argument: {
    name: "variable.language.argument.ptc-lisp",
    match: String.raw`${start}%(?:[1-9]\d*|&)?${end}`,
  },
  prefix: {
    name: "keyword.operator.prefix.ptc-lisp",
    match: "#'|#\\^|['`@^]|#(?:inst|uuid)" + end,
  },
  number: {
    name: "constant.numeric.ptc-lisp",
    match: String.raw`##(?:-?Inf|NaN)${end}|${start}[+-]?(?:0[xX][0-9a-fA-F]+N?|[1-9]\d?[rR][0-9a-zA-Z]+|\d+/\d+|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?[NM]?)${numberEnd}`,
  },
  constant: {
    name: "constant.language.ptc-lisp",
    match: `${start}(?:nil|true|false)${end}`,
  },
  keyword: {
    name: "constant.keyword.ptc-lisp",
    match: `${start}::?[^${outside}:][^${outside}]*`,
  },
};

/** Returns a pattern that matches exactly these names. Longer names come first. */
function anyOf(names: readonly string[]): string {
  const escaped = [...names]
    .sort((left, right) => right.length - left.length || (left < right ? -1 : 1))
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return `${start}(?:${escaped.join("|")})${end}`;
}
