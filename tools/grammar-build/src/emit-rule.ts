// Emits the functions of one rule: `read…` (returns a value) or `skip…` (returns the position after
// the match, or -1) for the main reader, and `trace…` for the second pass.
import { characterSetOf } from "./character-set.ts";
import { emitHeld, ruleValueType, valueTypeOf } from "./emit-value.ts";
import { emitExpression } from "./emit-expression.ts";
import type { Emission, Target } from "./emission.ts";
import { appliedRules, type Rule } from "./expression.ts";
import { pascalCase } from "./names.ts";

/** The part that all functions of the module share. */
export type ModuleEmission = Omit<Emission, "pass" | "rule" | "fresh" | "emit">;

export function emitReadFunction(
  rule: Rule,
  isNesting: boolean,
  shared: ModuleEmission,
): readonly string[] {
  const mode = shared.plan.modes.get(rule.name);
  const emission = emissionFor("read", rule, shared);
  if (mode === "recognised")
    return isOneCharacter(rule, shared) ? [] : emitSkip(rule, isNesting, emission);
  if (mode === "built") return emitBuilt(rule, isNesting, emission);
  return mode === "passed" ? emitPassed(rule, isNesting, emission) : [];
}

/** Returns the alias of the type of a rule's values in the module. */
export function emitValueType(rule: Rule, shared: ModuleEmission): readonly string[] {
  const mode = shared.plan.modes.get(rule.name);
  if (mode === "built")
    return [`type ${ruleValueType(rule.name)} = ReturnType<typeof actions.${rule.name}>;`];
  return mode === "passed"
    ? [`type ${ruleValueType(rule.name)} = ${valueTypeOf(rule.body, shared)};`]
    : [];
}

function emitSkip(rule: Rule, isNesting: boolean, emission: Emission): readonly string[] {
  const body = emitParts(rule, isNesting, "return -1;", emission);
  return [
    `function skip${pascalCase(rule.name)}(reading: Reading, start: number): number {`,
    ...locals(body.lines),
    ...body.lines,
    "return at;",
    "}",
  ];
}

function emitBuilt(rule: Rule, isNesting: boolean, emission: Emission): readonly string[] {
  const body = emitParts(rule, isNesting, "return undefined;", emission);
  return [
    `function read${pascalCase(rule.name)}(reading: Reading, start: number): ${ruleValueType(rule.name)} | undefined {`,
    ...locals(body.lines),
    ...body.lines,
    "reading.at = at;",
    `return actions.${rule.name}(${["reading", "start", "at", ...body.values].join(", ")});`,
    "}",
  ];
}

/**
 * Emits the parts of a rule's body, and the locals with their values. Nesting is counted after the
 * text that opens the rule, so that trying a rule that isn't there counts nothing. Every exit
 * decreases the count.
 */
function emitParts(
  rule: Rule,
  isNesting: boolean,
  fail: string,
  emission: Emission,
): { lines: readonly string[]; values: readonly string[] } {
  const parts = rule.body.type === "sequence" ? rule.body.parts : [rule.body];
  const first = isNesting ? parts.findIndex((part) => appliedRules(part).length > 0) : -1;
  const lines: string[] = [];
  const values: string[] = [];
  for (const [index, part] of parts.entries()) {
    if (index === first) lines.push(`if (!reading.enter(start)) ${fail}`);
    const isInside = first >= 0 && index >= first;
    const target: Target = {
      at: "at",
      fail: isInside ? `{ reading.depth -= 1; ${fail} }` : fail,
      sink: undefined,
    };
    if (emission.plan.modes.get(rule.name) !== "built" || emission.plan.countOf(part) === "none") {
      lines.push(...emission.emit(part, target));
      continue;
    }
    const held = emitHeld(part, target, emission);
    values.push(held.name);
    lines.push(...held.lines);
  }
  if (first >= 0) lines.push("reading.depth -= 1;");
  return { lines, values };
}

function emitPassed(rule: Rule, isNesting: boolean, emission: Emission): readonly string[] {
  if (isNesting)
    throw new Error(
      `grammar-build: nesting is counted at ${rule.name}, which has no action; count it at rules with one`,
    );
  const body = emission.emit(rule.body, {
    at: "at",
    fail: "return undefined;",
    sink: { passesOn: true, deliver: (value, at) => [`reading.at = ${at};`, `return ${value};`] },
  });
  return [
    `function read${pascalCase(rule.name)}(reading: Reading, start: number): ${ruleValueType(rule.name)} | undefined {`,
    ...(body.some((line) => line.startsWith("if ((value = "))
      ? [`let value: ${ruleValueType(rule.name)} | undefined;`]
      : []),
    ...locals(body),
    ...body,
    "}",
  ];
}

export function emitTraceFunction(rule: Rule, shared: ModuleEmission): readonly string[] {
  if (isOneCharacter(rule, shared)) return [];
  // The second pass collects positions, not values.
  const emission = emissionFor("trace", rule, {
    ...shared,
    plan: { ...shared.plan, countOf: () => "none" },
  });
  // A description replaces the expectations inside the rule.
  const description = rule.description === undefined ? "" : `, ${JSON.stringify(rule.description)}`;
  const body = emission.emit(rule.body, {
    at: "at",
    fail: `return trail.fail(visit${description});`,
    sink: undefined,
  });
  return [
    `function trace${pascalCase(rule.name)}(trail: Trail, start: number): number {`,
    `const visit = trail.enter(${JSON.stringify(rule.name)}, start${description});`,
    ...locals(body, "trail"),
    ...body,
    `return trail.leave(visit, at${description});`,
    "}",
  ];
}

/**
 * True if the rule is one character of a set. It needs no function if only its position counts: it
 * is tested at each use.
 */
function isOneCharacter(rule: Rule, { rules }: ModuleEmission): boolean {
  return characterSetOf(rule.body, rules) !== undefined;
}

function emissionFor(pass: Emission["pass"], rule: Rule, shared: ModuleEmission): Emission {
  const counts = new Map<string, number>();
  const emission: Emission = {
    ...shared,
    pass,
    rule: rule.name,
    fresh(base) {
      const count = (counts.get(base) ?? 0) + 1;
      counts.set(base, count);
      return `${base}${count}`;
    },
    emit: (expression, target) => emitExpression(expression, target, emission),
  };
  return emission;
}

/** Declares only the locals that the body uses. */
function locals(body: readonly string[], state = "reading"): readonly string[] {
  const text = body.join("\n");
  const fields = ["source", "length"].filter((field) => new RegExp(`\\b${field}\\b`).test(text));
  return [
    ...(fields.length > 0 ? [`const { ${fields.join(", ")} } = ${state};`] : []),
    "let at = start;",
  ];
}
