// Decides, once for the emitter and for the ohm reader, where values come from and what an action
// receives.
//
//   recognised   no value inside, or listed as silent: only a position comes back
//   built        has an action: its value is what the action returns
//   passed       no action, always exactly one value inside: that value goes up unchanged
//   inlined      no action and any other number of values: its body is inlined where it is applied
//
// An action receives one argument per part with a value in its rule's body, in order: see
// README.md.
import { appliedRules, type Expression, partsOf, type RuleTable, ruleNamed } from "./expression.ts";

export type RuleMode = "recognised" | "built" | "passed" | "inlined";

/** The number of values that an expression yields each time it matches. */
export type ValueCount = "none" | "one" | "maybe" | "many";

export interface ValuePlan {
  readonly modes: ReadonlyMap<string, RuleMode>;
  countOf(expression: Expression): ValueCount;
  /** Returns the rules whose values an expression can yield. */
  sourcesOf(expression: Expression): ReadonlySet<string>;
  /** Returns the parts with values in a built rule's body: one action argument each. */
  slotsOf(rule: string): readonly Slot[];
}

export interface Slot {
  readonly part: Expression;
  readonly count: Exclude<ValueCount, "none">;
}

export function planValues(
  rules: RuleTable,
  actionNames: ReadonlySet<string>,
  silent: readonly string[],
): ValuePlan {
  for (const name of [...actionNames, ...silent]) {
    if (!rules.has(name))
      throw new Error(
        `grammar-build: ${name} has an action or is silent, but the grammar has no such rule`,
      );
  }
  const valued = valuedRules(rules, actionNames, silent);
  const counts = new Map<string, ValueCount>();
  const modes = new Map<string, RuleMode>();

  const countOfRule = (name: string): ValueCount => {
    if (!valued.has(name)) return "none";
    if (actionNames.has(name)) return "one";
    const known = counts.get(name);
    if (known === "none")
      throw new Error(
        `grammar-build: rule ${name} contains itself without an action on the way; give a rule of the cycle an action`,
      );
    if (known !== undefined) return known;
    counts.set(name, "none"); // marks it as in progress
    const count = countOf(ruleNamed(rules, name).body);
    counts.set(name, count);
    return count;
  };
  const countOf = (expression: Expression): ValueCount => countValues(expression, countOfRule);

  for (const name of rules.keys()) {
    if (!valued.has(name)) modes.set(name, "recognised");
    else if (actionNames.has(name)) modes.set(name, "built");
    else modes.set(name, countOfRule(name) === "one" ? "passed" : "inlined");
  }

  const sourcesOf = (expression: Expression): ReadonlySet<string> => {
    if (expression.type !== "apply")
      return new Set(partsOf(expression).flatMap((part) => [...sourcesOf(part)]));
    const mode = modes.get(expression.rule);
    if (mode === "recognised") return new Set();
    return mode === "inlined"
      ? sourcesOf(ruleNamed(rules, expression.rule).body)
      : new Set([expression.rule]);
  };

  const slotsOf = (name: string): readonly Slot[] => {
    const { body } = ruleNamed(rules, name);
    const parts = body.type === "sequence" ? body.parts : [body];
    return parts.flatMap((part) => {
      const count = countOf(part);
      return count === "none" ? [] : [{ part, count }];
    });
  };

  return { modes, countOf, sourcesOf, slotsOf };
}

/**
 * Returns rules that have an action, or that apply one with an action through rules that aren't
 * silent.
 */
function valuedRules(
  rules: RuleTable,
  actionNames: ReadonlySet<string>,
  silent: readonly string[],
): ReadonlySet<string> {
  const valued = new Set(actionNames);
  for (let before = -1; before !== valued.size;) {
    before = valued.size;
    for (const rule of rules.values()) {
      if (!silent.includes(rule.name) && appliedRules(rule.body).some((name) => valued.has(name)))
        valued.add(rule.name);
    }
  }
  return valued;
}

function countValues(
  expression: Expression,
  countOfRule: (name: string) => ValueCount,
): ValueCount {
  const counts = partsOf(expression).map((part) => countValues(part, countOfRule));
  const some = counts.filter((count) => count !== "none");
  switch (expression.type) {
    case "apply":
      return countOfRule(expression.rule);
    case "not":
    case "ahead":
      if (some.length > 0)
        throw new Error("grammar-build: ~ and & match text only, but their operand has an action");
      return "none";
    case "repeat":
      return some.length > 0 ? "many" : "none";
    case "optional":
      return some[0] === "one" ? "maybe" : (some[0] ?? "none");
    case "sequence":
      return some.length > 1 ? "many" : (some[0] ?? "none");
    case "choice":
      if (some.length === 0) return "none";
      if (some.includes("many")) return "many";
      return counts.every((count) => count === "one") ? "one" : "maybe";
    default:
      return "none";
  }
}
