// Emits the statements that match one parsing expression: dispatches on its type, and handles the
// forms that contain others.
import { type CharacterSet, characterSetOf } from "./character-set.ts";
import { emitChoice } from "./emit-choice.ts";
import {
  characterTest,
  emitCharacter,
  emitEnd,
  emitRun,
  emitText,
  emitUnicode,
  positionTest,
  traceCall,
  traceRun,
} from "./emit-leaf.ts";
import { callRule, emitHeld, type HeldPart } from "./emit-value.ts";
import { dropping, type Emission, labelled, type Target } from "./emission.ts";
import { type Expression, ruleNamed } from "./expression.ts";
import { labelOf, pascalCase } from "./names.ts";

export function emitExpression(
  expression: Expression,
  target: Target,
  emission: Emission,
): readonly string[] {
  const call = positionCall(expression, target.at, emission);
  if (call !== undefined) return [positionTest(call, target)];
  const set = plainSetOf(expression, emission);
  if (set !== undefined) return emitCharacter(expression, set, target, emission);
  switch (expression.type) {
    case "any":
    case "range":
      throw new Error("grammar-build: a single character was not recognised as a set");
    case "end":
      return emitEnd(target);
    case "text":
      return emitText(expression.text, target);
    case "unicode":
      return emitUnicode(expression.pattern, target, emission);
    case "sequence":
      return emitSequence(expression, target, emission);
    case "choice":
      return emitChoice(expression.alternatives, target, emission, positionCall);
    case "repeat":
      return emitRepeat(expression, target, emission);
    case "optional":
      return emitOptional(expression.body, target, emission);
    case "not":
      return emitNot(expression, target, emission);
    case "ahead":
      return emitAhead(expression.body, target, emission);
    case "apply":
      return emitApply(expression.rule, target, emission);
  }
}

/**
 * Returns a call that yields the position after the match, or -1: the function of a recognized
 * rule, and in the second pass the function of every rule and leaf.
 */
function positionCall(expression: Expression, at: string, emission: Emission): string | undefined {
  const set = plainSetOf(expression, emission);
  if (emission.pass === "trace") {
    if (expression.type === "apply" && set === undefined)
      return `trace${pascalCase(expression.rule)}(trail, ${at})`;
    const run = expression.type === "repeat" ? plainSetOf(expression.body, emission) : undefined;
    return expression.type === "repeat" && run !== undefined
      ? traceRun(expression.body, run, expression.minimum, at, emission)
      : traceCall(expression, set, at, emission);
  }
  if (expression.type !== "apply" || set !== undefined) return undefined;
  return emission.plan.modes.get(expression.rule) === "recognised"
    ? `skip${pascalCase(expression.rule)}(reading, ${at})`
    : undefined;
}

/** Returns the set of an expression that matches one character and yields no value. */
function plainSetOf(expression: Expression, { plan, rules }: Emission): CharacterSet | undefined {
  return plan.countOf(expression) === "none" ? characterSetOf(expression, rules) : undefined;
}

/** Delivers values after the last part has matched. */
function emitSequence(
  expression: Expression & { type: "sequence" },
  target: Target,
  emission: Emission,
): readonly string[] {
  const { parts } = expression;
  const { sink } = target;
  if (sink === undefined || emission.plan.countOf(expression) === "none")
    return parts.flatMap((part) => emission.emit(part, dropping(target)));
  const lines: string[] = [];
  const held: HeldPart[] = [];
  for (const part of parts) {
    if (emission.plan.countOf(part) === "none") {
      lines.push(...emission.emit(part, dropping(target)));
      continue;
    }
    const kept = emitHeld(part, target, emission);
    held.push(kept);
    lines.push(...kept.lines);
  }
  return [...lines, ...held.flatMap((kept) => kept.deliver(sink, target.at))];
}

function emitRepeat(
  expression: Expression & { type: "repeat" },
  target: Target,
  emission: Emission,
): readonly string[] {
  const { body, minimum } = expression;
  const set = plainSetOf(body, emission);
  if (set !== undefined) return emitRun(body, set, minimum, target, emission);
  const first = minimum === 1 ? emission.fresh("first") : "";
  const call = positionCall(body, target.at, emission);
  const loop =
    call === undefined
      ? emitLoop(body, target, emission)
      : [`for (let next = ${call}; next >= 0; next = ${call}) ${target.at} = next;`];
  if (minimum === 0) return loop;
  return [
    `const ${first} = ${target.at};`,
    ...loop,
    `if (${target.at} === ${first}) ${target.fail}`,
  ];
}

function emitLoop(body: Expression, target: Target, emission: Emission): readonly string[] {
  const loop = emission.fresh("loop");
  const at = emission.fresh("at");
  return [
    `${loop}: while (true) {`,
    `let ${at} = ${target.at};`,
    ...emission.emit(body, { ...target, at, fail: `break ${loop};` }),
    `${target.at} = ${at};`,
    "}",
  ];
}

function emitOptional(body: Expression, target: Target, emission: Emission): readonly string[] {
  const at = emission.fresh("at");
  const call = positionCall(body, target.at, emission);
  if (call !== undefined)
    return [`const ${at} = ${call};`, `if (${at} >= 0) ${target.at} = ${at};`];
  const label = emission.fresh("optional");
  return labelled(label, [
    `let ${at} = ${target.at};`,
    ...emission.emit(body, { ...target, at, fail: `break ${label};` }),
    `${target.at} = ${at};`,
  ]);
}

function emitNot(
  expression: Expression & { type: "not" },
  target: Target,
  emission: Emission,
): readonly string[] {
  const { body } = expression;
  if (emission.pass === "read") {
    const set = plainSetOf(body, emission);
    if (set !== undefined)
      return [`if (${characterTest(body, set, target.at, emission)}) ${target.fail}`];
    const call = positionCall(body, target.at, emission);
    if (call !== undefined) return [`if (${call} >= 0) ${target.fail}`];
  }
  const isTrace = emission.pass === "trace";
  const label = emission.fresh("not");
  const at = emission.fresh("at");
  // ohm counts no failure inside a negation, only that of the negation itself.
  const absent = isTrace ? `{ trail.muted -= 1; break ${label}; }` : `break ${label};`;
  return labelled(label, [
    `let ${at} = ${target.at};`,
    ...(isTrace ? ["trail.muted += 1;"] : []),
    ...emission.emit(body, { at, fail: absent, sink: undefined }),
    ...(isTrace
      ? [
          "trail.muted -= 1;",
          `trail.note(${target.at}, ${JSON.stringify(labelOf(expression, emission.rules))});`,
        ]
      : []),
    target.fail,
  ]);
}

function emitAhead(body: Expression, target: Target, emission: Emission): readonly string[] {
  const set = emission.pass === "read" ? plainSetOf(body, emission) : undefined;
  if (set !== undefined)
    return [`if (!(${characterTest(body, set, target.at, emission)})) ${target.fail}`];
  const call = positionCall(body, target.at, emission);
  if (call !== undefined) return [`if (${call} < 0) ${target.fail}`];
  const at = emission.fresh("at");
  return [
    "{",
    `let ${at} = ${target.at};`,
    ...emission.emit(body, { ...target, at, sink: undefined }),
    "}",
  ];
}

function emitApply(rule: string, target: Target, emission: Emission): readonly string[] {
  if (emission.plan.modes.get(rule) === "inlined")
    return emission.emit(ruleNamed(emission.rules, rule).body, target);
  const { at, fail, sink } = target;
  if (sink === undefined)
    return [
      `if (read${pascalCase(rule)}(reading, ${at}) === undefined) ${fail}`,
      `${at} = reading.at;`,
    ];
  const value = emission.fresh("value");
  return [...callRule(rule, value, target), `${at} = reading.at;`, ...sink.deliver(value, at)];
}
