// What the emitters of the different expressions share: the grammar, its plan, and where one piece
// of code starts, fails and delivers.
//
// Every emitted piece keeps three promises. On a match the position variable is the position after
// it. On a failure the `fail` statement runs, and the variable may have any value, so code that
// goes on after a failure works on a copy of it. A value is delivered only when the whole piece has
// matched, so nothing ever has to be taken back.
import type { CharacterTests } from "./character-test.ts";
import type { Expression, RuleTable } from "./expression.ts";
import type { ValuePlan } from "./value-plan.ts";

/**
 * `read` is the reader proper; `trace` the slower second pass that runs after a failure and notes
 * what was expected where.
 */
export type Pass = "read" | "trace";

export interface Emission {
  readonly pass: Pass;
  readonly rules: RuleTable;
  readonly plan: ValuePlan;
  readonly tests: CharacterTests;
  /** The rule whose function is being emitted; it lends its name to helpers. */
  readonly rule: string;
  /** A name that the function being emitted does not use yet. */
  fresh(base: string): string;
  /** The constant with the regular expression of a Unicode pattern. */
  pattern(source: string): string;
  /** The constant with these labels, for the second pass. */
  labels(texts: readonly string[]): string;
  emit(expression: Expression, target: Target): readonly string[];
}

export interface Target {
  /** The variable that holds the position. */
  readonly at: string;
  /** One statement that runs on failure. */
  readonly fail: string;
  /** Where values go; undefined drops them. */
  readonly sink: Sink | undefined;
}

export interface Sink {
  /** Statements that take the value `value`; the position behind it is in the variable `at`. */
  deliver(value: string, at: string): readonly string[];
  /**
   * Set when a value becomes the value of the rule itself, so that it can be returned without being
   * looked at.
   */
  readonly passesOn?: true;
}

export function dropping(target: Target): Target {
  return { ...target, sink: undefined };
}

/**
 * A block that can be left early; just the lines if nothing does. Names are fresh, so they need no
 * scope of their own.
 */
export function labelled(label: string, lines: readonly string[]): readonly string[] {
  const isLeft = lines.some((line) => line.includes(`break ${label};`));
  return isLeft ? [`${label}: {`, ...lines, "}"] : lines;
}

/** Whether control never runs past these statements. */
export function leaves(lines: readonly string[]): boolean {
  return /^(return|break)\b/.test(lines.at(-1) ?? "");
}
