// Emits alternatives. The main reader looks at the next character once and tries only the
// alternatives that can start with it. The second pass tries all of them in order, to collect what
// each one expected.
import { complement, type CharacterSet, has, maximumCodePoint, within } from "./character-set.ts";
import { tableEntry } from "./character-test.ts";
import { positionTest } from "./emit-leaf.ts";
import { type Emission, labelled, leaves, type Target } from "./emission.ts";
import { type Expression, ruleNamed } from "./expression.ts";
import { type First, firstOf } from "./first-set.ts";
import { pascalCase } from "./names.ts";
import { startLabelsOf } from "./start-labels.ts";

/** Fewer alternatives without values fail at their first comparison anyway. */
const manyAlternatives = 5;

type PositionCall = (expression: Expression, at: string, emission: Emission) => string | undefined;

export function emitChoice(
  alternatives: readonly Expression[],
  target: Target,
  emission: Emission,
  positionCall: PositionCall,
): readonly string[] {
  const label = emission.fresh("choice");
  // Flatten only a choice whose value is the value of its rule. Elsewhere, alternatives of inner
  // rules stay in their own functions, to avoid many copies.
  const flat = target.sink?.passesOn
    ? alternatives.flatMap((alternative) => flatten(alternative, emission))
    : alternatives;
  const firsts = flat.map((alternative) => firstOf(alternative, emission.rules));
  const hasValues =
    emission.pass === "read" &&
    flat.some((alternative) => emission.plan.countOf(alternative) !== "none");
  if ((hasValues || flat.length >= manyAlternatives) && isTelling(firsts)) {
    return [
      ...noteStarts(flat, target, emission),
      ...labelled(label, emitDispatch(flat, firsts, label, target, emission, positionCall)),
    ];
  }
  return emitTries(flat, label, target, emission, positionCall);
}

/**
 * Makes the second pass mention the alternatives that it skips because they can't start with the
 * next character.
 */
function noteStarts(
  alternatives: readonly Expression[],
  { at }: Target,
  emission: Emission,
): readonly string[] {
  if (emission.pass === "read") return [];
  const labels = alternatives.flatMap((alternative) => startLabelsOf(alternative, emission.rules));
  return [`trail.note(${at}, ${emission.labels(labels)});`];
}

/**
 * Returns the alternatives of a rule that only passes on the value of one of them; they can
 * replace the rule.
 */
function flatten(alternative: Expression, emission: Emission): readonly Expression[] {
  if (alternative.type !== "apply" || emission.plan.modes.get(alternative.rule) !== "passed")
    return [alternative];
  const { body } = ruleNamed(emission.rules, alternative.rule);
  return body.type === "choice"
    ? body.alternatives.flatMap((inner) => flatten(inner, emission))
    : [alternative];
}

function emitTries(
  alternatives: readonly Expression[],
  label: string,
  target: Target,
  emission: Emission,
  positionCall: PositionCall,
): readonly string[] {
  const calls = alternatives.map((alternative) => positionCall(alternative, target.at, emission));
  return calls.length > 0 && calls.every((call) => call !== undefined)
    ? emitCalls(calls, target, emission)
    : labelled(label, emitInOrder(alternatives, label, target, emission));
}

function emitCalls(
  calls: readonly string[],
  target: Target,
  emission: Emission,
): readonly string[] {
  const [first = "", ...others] = calls;
  if (others.length === 0) return [positionTest(first, target)];
  const found = emission.fresh("found");
  return [
    `let ${found} = ${first};`,
    ...others.map((call) => `if (${found} < 0) ${found} = ${call};`),
    positionTest(found, target),
  ];
}

/** Tries the alternatives in order; the last one fails like the whole choice. */
function emitInOrder(
  alternatives: readonly Expression[],
  label: string,
  target: Target,
  emission: Emission,
): readonly string[] {
  if (alternatives.length === 0) return [target.fail];
  return alternatives.flatMap((alternative, index) => {
    const isLast = index === alternatives.length - 1;
    const passed = emitPassedOn(alternative, isLast, target, emission);
    if (passed !== undefined) return passed;
    if (isLast) return emission.emit(alternative, target);
    const option = emission.fresh("option");
    const at = emission.fresh("at");
    const matched = emission.emit(alternative, { ...target, at, fail: `break ${option};` });
    const onward = leaves(matched) ? [] : [`${target.at} = ${at};`, `break ${label};`];
    return labelled(option, [`let ${at} = ${target.at};`, ...matched, ...onward]);
  });
}

/**
 * Returns the value of the chosen rule's function directly, since that function has already set the
 * position for the caller of this one.
 */
function emitPassedOn(
  alternative: Expression,
  isLast: boolean,
  target: Target,
  emission: Emission,
): readonly string[] | undefined {
  if (target.sink?.passesOn !== true || alternative.type !== "apply") return undefined;
  const mode = emission.plan.modes.get(alternative.rule);
  if (mode !== "built" && mode !== "passed") return undefined;
  const call = `read${pascalCase(alternative.rule)}(reading, ${target.at})`;
  if (isLast) return [`return ${call};`];
  // All alternatives share one local. More locals would enlarge stack frames, and so reduce the
  // possible nesting of input.
  return [`if ((value = ${call}) !== undefined) return value;`];
}

/** True if the next character rules out any alternative. */
function isTelling(firsts: readonly First[]): boolean {
  return firsts.some((first) => !first.nullable && complement(first.characters).length > 0);
}

function emitDispatch(
  alternatives: readonly Expression[],
  firsts: readonly First[],
  label: string,
  target: Target,
  emission: Emission,
  positionCall: PositionCall,
): readonly string[] {
  const viable = (accepts: (characters: CharacterSet) => boolean): readonly number[] =>
    alternatives.flatMap((_alternative, index) =>
      firsts[index]?.nullable === true || accepts(firsts[index]?.characters ?? []) ? [index] : [],
    );

  const groups = new Map<string, number>();
  const groupOf = (indexes: readonly number[]): number => {
    const key = indexes.join(" ");
    const group = groups.get(key) ?? groups.size;
    groups.set(key, group);
    return group;
  };
  groupOf([]); // group 0: no alternative can start here
  const ascii = Array.from({ length: 128 }, (_unused, code) =>
    groupOf(viable((characters) => has(characters, code))),
  );
  const beyond = groupOf(
    viable((characters) => within(characters, 128, maximumCodePoint).length > 0),
  );
  const atEnd = groupOf(viable(() => false));

  const code = emission.fresh("code");
  const table = emission.tests.table(ascii, pascalCase(emission.rule));
  const lines = [
    `const ${code} = ${target.at} < length ? source.charCodeAt(${target.at}) : -1;`,
    `switch (${code} < 0 ? ${tableEntry(atEnd)} : ${code} < 128 ? ${table}.charCodeAt(${code}) : ${tableEntry(beyond)}) {`,
  ];
  for (const [key, group] of groups) {
    if (group === 0) continue;
    const indexes = key.split(" ").map(Number);
    const chosen = alternatives.filter((_alternative, index) => indexes.includes(index));
    const tried = emitTries(chosen, emission.fresh("choice"), target, emission, positionCall);
    lines.push(
      `case ${tableEntry(group)}: {`,
      ...tried,
      ...(leaves(tried) ? [] : [`break ${label};`]),
      "}",
    );
  }
  return [...lines, "default: {", target.fail, "}", "}"];
}
