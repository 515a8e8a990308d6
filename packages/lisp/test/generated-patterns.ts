// Simple patterns and texts for properties: everything that can be repeated, nested and left out,
// over few characters.

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

const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc
      .tuple(fc.constantFrom("a", "b", "[ab]", ".", "c", "[^a]", "\\w"), quantifiers)
      .map((parts) => parts.join("")),
    fc.constantFrom("^", "$", "\\b"),
    fc
      .tuple(fc.constantFrom("(", "(?:"), tie("pattern"), quantifiers)
      .map(([open, inner, times]) => `${open}${inner})${times}`),
  ),
  pattern: fc
    .array(fc.array(tie("part"), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((options) => options.map((items) => items.join("")).join("|")),
}));

export const generatedPatterns = pattern;
export const generatedTexts = fc.string({
  unit: fc.constantFrom("a", "a", "b", "b", "c", " ", "\n"),
  maxLength: 10,
});
