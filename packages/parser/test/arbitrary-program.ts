// Generates programs: forms with a matching text, with all kinds of gaps between the words; and
// texts in which a few characters were changed.
import fc from "fast-check";

/** A form as the words that write it. There is a gap between two words, except at `glue`. */
export interface Written {
  readonly words: readonly string[];
  /** The form in the notation of sketch.ts. */
  readonly sketch: string;
}

const tokenStart = "abzAZ*+!-_?<>=&%|$é→😀".match(/./gu) ?? [];
const tokenRest = "az09*+!-_?<>=.#'%&é😀".match(/./gu) ?? [];

const plainName = fc
  .tuple(fc.constantFrom(...tokenStart), fc.array(fc.constantFrom(...tokenRest), { maxLength: 6 }))
  .map(([first, rest]) => first + rest.join(""))
  .filter((name) => !/^[+-]\d/.test(name) && !["nil", "true", "false"].includes(name));
const name = fc.oneof(
  { weight: 4, arbitrary: plainName },
  fc.tuple(plainName, plainName).map(([left, right]) => `${left}:${right}`),
);

function escapedText(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`;
}

function atom(word: string, sketch: string): Written {
  return { words: [word], sketch };
}

const symbol = fc.oneof(
  name.map((text) => atom(text, `y${escapedText(text)}`)),
  fc
    .tuple(name, plainName)
    .map(([namespace, text]) =>
      atom(`${namespace}/${text}`, `y${escapedText(namespace)}/${escapedText(text)}`),
    ),
  fc.constant(atom("/", 'y"/"')),
);
const keyword = fc.oneof(
  name.map((text) => atom(`:${text}`, `k${escapedText(text)}`)),
  fc.nat().map((number) => atom(`:${number}`, `k"${number}"`)),
  fc
    .tuple(name, plainName)
    .map(([namespace, text]) =>
      atom(`:${namespace}/${text}`, `k${escapedText(namespace)}/${escapedText(text)}`),
    ),
);
const number = fc.oneof(
  fc.maxSafeInteger().map((value) => atom(String(value), `n<${value}>`)),
  fc
    .bigInt()
    .filter((value) => BigInt.asIntN(54, value) !== value)
    .map((value) => atom(String(value), `n<${value}>`)),
  fc.maxSafeInteger().map((value) => atom(`${value}N`, `n<${value}>`)),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) =>
      atom(
        Object.is(value, -0) ? "-0.0" : `${value.toExponential()}M`,
        `n<${Object.is(value, -0) ? "-0" : value}>`,
      ),
    ),
  fc.integer({ min: 0 }).map((value) => atom(`0x${value.toString(16)}`, `n<${value}>`)),
  fc
    .tuple(fc.integer({ min: 2, max: 36 }), fc.nat())
    .map(([radix, value]) =>
      atom(`-${radix}r${value.toString(radix)}`, `n<${value === 0 ? 0 : -value}>`),
    ),
  fc
    .tuple(fc.integer(), fc.integer({ min: 1 }))
    .map(([top, bottom]) => atom(`${top}/${bottom}`, `n<${top === 0 ? 0 : top / bottom}>`)),
  fc.constantFrom(
    atom("##Inf", "n<Infinity>"),
    atom("##-Inf", "n<-Infinity>"),
    atom("##NaN", "n<NaN>"),
  ),
);
/** Any UTF-16 units, lone surrogates included. */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
      { maxLength: 4 },
    )
    .map((units) => units.join("")),
);
const string = anyText.map((value) =>
  atom(`"${value.replace(/["\\]/g, "\\$&")}"`, `s${escapedText(value.replace(/["\\]/g, "\\$&"))}`),
);
const regex = anyText.map((value) => {
  const source = value.replace(/["\\]/g, "\\$&");
  return atom(`#"${source}"`, `r${escapedText(source.replace(/["\\]/g, "\\$&"))}`);
});
const character = fc.oneof(
  fc
    .constantFrom("a", "(", "é", "😀", ";", "'")
    .map((value) => atom(`\\${value}`, `c${escapedText(value)}`)),
  fc
    .constantFrom<readonly [word: string, value: string]>(
      ["newline", "\n"],
      ["space", " "],
      ["u0041", "A"],
      ["o101", "A"],
    )
    .map(([word, value]) => atom(`\\${word}`, `c${escapedText(value)}`)),
);
const constant = fc.constantFrom("nil", "true", "false").map((word) => atom(word, word));
const tagged = fc
  .constantFrom("inst", "uuid")
  .map((tag) => ({ words: [`#${tag}`, '"2024-01-31"'], sketch: tag }));

const atoms = fc.oneof(
  { weight: 3, arbitrary: symbol },
  { weight: 2, arbitrary: keyword },
  { weight: 2, arbitrary: number },
  string,
  regex,
  character,
  constant,
  tagged,
);

function sketchesOf(items: readonly Written[]): string {
  return items.map((item) => item.sketch).join(" ");
}

function wordsOf(items: readonly Written[]): readonly string[] {
  return items.flatMap((item) => item.words);
}

const form: fc.Arbitrary<Written> = fc.letrec<{ form: Written }>((tie) => {
  const items = fc.array(tie("form"), { maxLength: 4 });
  const enclosed = (opener: string, closer: string, shown: string): fc.Arbitrary<Written> =>
    items.map((inner) => ({
      words: [opener, ...wordsOf(inner), closer],
      sketch: `${shown}${sketchesOf(inner)}${closer}`,
    }));
  const prefixed = (prefix: string, shown: string): fc.Arbitrary<Written> =>
    tie("form").map((inner) => ({
      words: [prefix, ...inner.words],
      sketch: shown.replace("…", () => inner.sketch),
    }));
  return {
    form: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 6, arbitrary: atoms },
      { weight: 2, arbitrary: enclosed("(", ")", "(") },
      enclosed("[", "]", "["),
      enclosed("#{", "}", "#{"),
      enclosed("#(", ")", "fn("),
      fc.array(fc.tuple(tie("form"), tie("form")), { maxLength: 3 }).map((pairs) => ({
        words: ["{", ...wordsOf(pairs.flat()), "}"],
        sketch: `{${sketchesOf(pairs.flat())}}`,
      })),
      prefixed("'", '(y"quote" …)'),
      prefixed("@", '(y"clojure.core"/"deref" …)'),
      prefixed("#'", '(y"var" …)'),
      fc
        .tuple(fc.oneof(keyword, symbol, string), enclosed("(", ")", "("))
        .map(([annotation, target]) => ({
          words: ["^", ...annotation.words, ...target.words],
          sketch: target.sketch,
        })),
    ),
  };
}).form;

const gap = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(" ", "\n", "  ", ",", "\t", "\r\n", ", ") },
  fc.constantFrom(
    "\u00a0",
    "\u2028",
    "\u3000",
    "\ufeff",
    ' ;; comment ( [ "\n',
    " #!x\r",
    " #_x ",
    " #_ #_ (a [b]) :c ",
    " #_^:m s ",
    " #_\n;c\n{:a 1} ",
  ),
);

/** Forms and a text that reads as those forms. */
export const program: fc.Arbitrary<{ readonly text: string; readonly sketch: string }> = fc
  .array(form, { maxLength: 4 })
  .chain((forms) => {
    const words = wordsOf(forms);
    return fc
      .array(gap, { minLength: words.length + 1, maxLength: words.length + 1 })
      .map((gaps) => ({
        text: words.reduce(
          (text, word, index) => text + word + (gaps[index + 1] ?? " "),
          gaps[0] ?? "",
        ),
        sketch: sketchesOf(forms),
      }));
  });

const inserted = fc.oneof(
  fc.constantFrom(..."()[]{}\"\\#'@^`~;:/%_,. \n019aMNrx+-".split("")),
  fc.constantFrom(
    "é",
    "😀",
    "\ud83d",
    "\ude00",
    "\u0000",
    "\u200b",
    "“",
    "\ufeff",
    "#_",
    "#(",
    "#{",
    '#"',
    "##",
    "#inst",
    "nil",
    "\\u",
    "//",
    "::",
    "1/",
  ),
);

/** Changes texts by deleting, inserting, swapping or repeating characters at a few positions. */
export function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edit = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom("delete", "insert", "swap", "repeat", "cut"),
    inserted,
    fc.integer({ min: 1, max: 6 }),
  );
  return fc.tuple(texts, fc.array(edit, { minLength: 1, maxLength: 4 })).map(([text, edits]) =>
    edits.reduce((changed, [place, kind, piece, length]) => {
      const at = Math.floor(place * changed.length);
      const before = changed.slice(0, at);
      const touched = changed.slice(at, at + length);
      const after = changed.slice(at + length);
      switch (kind) {
        case "delete":
          return before + after;
        case "insert":
          return before + piece + touched + after;
        case "swap":
          return before + touched.split("").reverse().join("") + after;
        case "repeat":
          return before + touched + touched + after;
        default:
          return before;
      }
    }, text),
  );
}
