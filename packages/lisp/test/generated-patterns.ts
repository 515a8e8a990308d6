// Simple patterns and texts for property tests: everything that can be repeated, nested and
// omitted, over few characters.

import fc from "fast-check";

const quantifiers = fc.constantFrom(
  "",
  "",
  "",
  "*",
  "+",
  "?",
  "{2}",
  "{0,2}",
  "{1,3}",
  "{2,}",
  "*?",
  "+?",
  "??",
);

interface Parts {
  /** Texts that open groups. */
  readonly openings: readonly string[];
  readonly characters: readonly string[];
  readonly assertions: readonly string[];
  readonly groupTimes: fc.Arbitrary<string>;
  readonly maxDepth: number;
  /** Additional parts. */
  readonly others?: readonly fc.Arbitrary<string>[];
}

function patterns(parts: Parts): fc.Arbitrary<string> {
  const { openings, characters, assertions, groupTimes, maxDepth, others = [] } = parts;
  const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
    part: fc.oneof(
      { maxDepth, withCrossShrink: true },
      fc.tuple(fc.constantFrom(...characters), quantifiers).map((texts) => texts.join("")),
      fc.constantFrom(...assertions),
      fc
        .tuple(fc.constantFrom(...openings), tie("pattern"), groupTimes)
        .map(([open, item, times]) => `${open}${item})${times}`),
      ...others,
    ),
    pattern: fc
      .array(fc.array(tie("part"), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map((options) => options.map((items) => items.join("")).join("|")),
  }));
  return pattern;
}

const plain: Parts = {
  openings: ["(", "(?:"],
  characters: ["a", "b", "[ab]", ".", "c", "[^a]", "\\w"],
  assertions: ["^", "$", "\\b"],
  groupTimes: quantifiers,
  maxDepth: 4,
};

export const generatedPatterns = patterns(plain);
export const generatedTexts = fc.string({
  unit: fc.constantFrom("a", "a", "b", "b", "c", " ", "\n"),
  maxLength: 10,
});

const looks = ["(?=", "(?!", "(?<=", "(?<!"];
/** The host differs for repeated parts that match nothing. */
const rarelyRepeated = fc.constantFrom("", "", "", "", "", "", "", "*", "{2}");
const aroundLook: Parts = {
  ...plain,
  characters: [...plain.characters, "a", "b", "😀", "(?i:A)"],
  assertions: ["^", "$", "\\b", "\\B", "\\A", "\\z", "\\Z", "(?m:^)", "(?m:$)"],
  groupTimes: rarelyRepeated,
  maxDepth: 2,
};
const look = fc
  .tuple(
    fc.constantFrom(...looks),
    patterns({ ...aroundLook, openings: ["(?:", ...looks, "(?i:", "(?s:", "(?m:"] }),
    rarelyRepeated,
  )
  .map(([open, item, times]) => `${open}${item})${times}`);
const besideLook = patterns({ ...aroundLook, others: [look] });

/** Patterns with lookaround of every kind, also nested. */
export const generatedLookPatterns = fc
  .tuple(fc.oneof(fc.constantFrom("", ...aroundLook.characters), besideLook), look, besideLook)
  .map((parts) => parts.join(""));
/** Texts with characters of two UTF-16 units, and lone surrogates. */
export const generatedWideTexts = fc.string({
  unit: fc.constantFrom(
    "a",
    "a",
    "b",
    "b",
    "c",
    "A",
    " ",
    "\n",
    "\r",
    "😀",
    "é",
    "\ud83d",
    "\ude00",
  ),
  maxLength: 12,
});
