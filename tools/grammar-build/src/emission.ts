// Shared by the emitters of the different expressions: the grammar, its plan, and where a piece of
// code starts, fails and delivers.
//
// Every emitted piece keeps three promises. On a match, the position variable is the position after
// it. On a failure, the `fail` statement runs, and the variable may have any value, so code that
// continues after a failure works on a copy of it. A value is delivered only after the whole piece
// has matched, so nothing is ever undone.
import type { CharacterTests } from "./character-test.ts";
import type { Expression, RuleTable } from "./expression.ts";
import type { ValuePlan } from "./value-plan.ts";

/**
 * `read` is the main reader. `trace` is the slower second pass that runs after a failure and
 * records the expectations at each position.
 */
export type Pass = "read" | "trace";

export interface Emission {
  readonly pass: Pass;
  readonly rules: RuleTable;
  readonly plan: ValuePlan;
  readonly tests: CharacterTests;
  /** The rule whose function is being emitted; helpers use its name. */
  readonly rule: string;
  /** Returns a name that the emitted function doesn't use yet. */
  fresh(base: string): string;
  /** Returns the constant with the regular expression of a Unicode pattern. */
  pattern(source: string): string;
  /** Returns the constant with these labels, for the second pass. */
  labels(texts: readonly string[]): string;
  emit(expression: Expression, target: Target): readonly string[];
}

export interface Target {
  /** The variable with the position. */
  readonly at: string;
  /** One statement that runs on failure. */
  readonly fail: string;
  /** The destination of values; undefined drops them. */
  readonly sink: Sink | undefined;
}

export interface Sink {
  /**
   * Returns statements that take the value `value`; the variable `at` contains the position after
   * it.
   */
  deliver(value: string, at: string): readonly string[];
  /**
   * Set if a value becomes the value of the rule itself, so that it can be returned without a
   * check.
   */
  readonly passesOn?: true;
}

export function dropping(target: Target): Target {
  return { ...target, sink: undefined };
}

/**
 * Returns a block that can be left early, or only the lines if nothing leaves it. Names are
 * unique, so they need no separate scope.
 */
export function labelled(label: string, lines: readonly string[]): readonly string[] {
  const isLeft = lines.some((line) => line.includes(`break ${label};`));
  return isLeft ? [`${label}: {`, ...lines, "}"] : lines;
}

/** True if control never continues past these statements. */
export function leaves(lines: readonly string[]): boolean {
  return /^(return|break)\b/.test(lines.at(-1) ?? "");
}
