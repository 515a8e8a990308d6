// Emits direct matches of text: one character of a set, a run of them, a fixed text, a Unicode
// letter, the end. The main reader has the comparisons inline; the second pass calls methods that
// also record their expectations (prelude.ts).
import { type CharacterSet, everyCharacter, surrogateMembership } from "./character-set.ts";
import type { Emission, Target } from "./emission.ts";
import type { Expression } from "./expression.ts";
import { labelOf, pascalCase } from "./names.ts";

/** From this length on, a fixed text is compared with `startsWith`. */
const longText = 4;

export function emitCharacter(
  expression: Expression,
  set: CharacterSet,
  target: Target,
  emission: Emission,
): readonly string[] {
  const { at, fail } = target;
  return [`if (!(${characterTest(expression, set, at, emission)})) ${fail}`, stepOver(set, at)];
}

export function emitRun(
  expression: Expression,
  set: CharacterSet,
  minimum: 0 | 1,
  target: Target,
  emission: Emission,
): readonly string[] {
  const { at } = target;
  // If all surrogates are members, the halves of a pair pass one by one.
  const step = surrogateMembership(set) === "some" ? stepOver(set, at) : `${at} += 1;`;
  const run = `while (${characterTest(expression, set, at, emission)}) ${step}`;
  if (minimum === 0) return [run];
  const first = emission.fresh("first");
  return [`const ${first} = ${at};`, run, `if (${at} === ${first}) ${target.fail}`];
}

export function emitText(text: string, { at, fail }: Target): readonly string[] {
  if (text.length >= longText) {
    // Most texts differ in the first character, and comparing that is cheaper than a call.
    const differs = `source.charCodeAt(${at}) !== ${text.charCodeAt(0)} || !source.startsWith(${JSON.stringify(text)}, ${at})`;
    return [`if (${at} >= length || ${differs}) ${fail}`, `${at} += ${text.length};`];
  }
  const differs = text
    .split("")
    .map(
      (unit, index) =>
        `source.charCodeAt(${index === 0 ? at : `${at} + ${index}`}) !== ${unit.charCodeAt(0)}`,
    );
  const tooShort = text.length === 1 ? `${at} >= length` : `${at} + ${text.length} > length`;
  return text === ""
    ? []
    : [`if (${[tooShort, ...differs].join(" || ")}) ${fail}`, `${at} += ${text.length};`];
}

export function emitUnicode(
  pattern: string,
  { at, fail }: Target,
  emission: Emission,
): readonly string[] {
  const test = `${emission.pattern(pattern)}.test(source.slice(${at}, afterCharacter(source, ${at})))`;
  return [`if (${at} >= length || !${test}) ${fail}`, `${at} = afterCharacter(source, ${at});`];
}

export function emitEnd({ at, fail }: Target): readonly string[] {
  return [`if (${at} < length) ${fail}`];
}

/** Advances to the position that a call returns; -1 is a failure. */
export function positionTest(call: string, { at, fail }: Target): string {
  return `if ((${at} = ${call}) < 0) ${fail}`;
}

/**
 * Returns the call with which the second pass matches an expression without parts; it yields the
 * position after the match, or -1.
 */
export function traceCall(
  expression: Expression,
  set: CharacterSet | undefined,
  at: string,
  emission: Emission,
): string | undefined {
  if (expression.type === "text") return `trail.text(${at}, ${JSON.stringify(expression.text)})`;
  if (expression.type === "end") return `trail.end(${at})`;
  const label = JSON.stringify(labelOf(expression, emission.rules));
  if (set !== undefined)
    return `trail.character(${at}, ${testFunction(expression, set, emission)}, ${label})`;
  if (expression.type !== "unicode") return undefined;
  return `trail.character(${at}, (code) => ${emission.pattern(expression.pattern)}.test(String.fromCodePoint(code)), ${label})`;
}

export function traceRun(
  expression: Expression,
  set: CharacterSet,
  minimum: 0 | 1,
  at: string,
  emission: Emission,
): string {
  return `trail.run(${at}, ${testFunction(expression, set, emission)}, ${JSON.stringify(labelOf(expression, emission.rules))}, ${minimum})`;
}

function testFunction(expression: Expression, set: CharacterSet, emission: Emission): string {
  return emission.tests.testFunction(set, hintOf(expression, emission));
}

/** Returns a boolean expression that is true if the character at `at` exists and is in the set. */
export function characterTest(
  expression: Expression,
  set: CharacterSet,
  at: string,
  emission: Emission,
): string {
  if (set === everyCharacter) return `${at} < length`;
  // One UTF-16 code unit is enough unless the set contains only some of the characters beyond
  // U+FFFF.
  const code =
    surrogateMembership(set) === "some"
      ? `(source.codePointAt(${at}) ?? 0)`
      : `source.charCodeAt(${at})`;
  return `${at} < length && ${emission.tests.test(set, code, hintOf(expression, emission))}`;
}

function stepOver(set: CharacterSet, at: string): string {
  if (surrogateMembership(set) === "none") return `${at} += 1;`;
  return `${at} = (source.charCodeAt(${at}) & 0xfc00) === 0xd800 ? afterCharacter(source, ${at}) : ${at} + 1;`;
}

function hintOf(expression: Expression, { rule }: Emission): string {
  return pascalCase(expression.type === "apply" ? expression.rule : `${rule} character`);
}
