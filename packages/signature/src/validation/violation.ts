// The findings of one validation: values that don't fit a type, and converted values.

import { oneLine } from "@ptc/core/internal/errors";
import { visibleText } from "@ptc/core/printing";
import { quotedText, shortened } from "@ptc/core/internal/printing";
import type { Type } from "../model.ts";
import { describeType } from "../rendering/describe-type.ts";
import { describeValue, typeWord } from "./describe-value.ts";

/** One part of a path into a value: the name of a field or the index of an element. */
export type PathSegment = string | number;

/** One location where a value doesn't fit. Its texts never contain values of firewalled fields. */
export interface Violation {
  /** `results[0].customer.id`; empty if the whole value doesn't fit. */
  readonly path: string;
  readonly segments: readonly PathSegment[];
  readonly expected: string;
  readonly got: string;
  /** A suggested fix: `add :total to the returned map`. */
  readonly advice?: string;
  /**
   * The path, unless it is empty, and the mismatch: `items[0].id: expected int, got string "abc"`.
   */
  readonly message: string;
}

/** The result of a check: the accepted value, or the locations that don't fit. */
export type ValidationResult =
  /**
   * The given value, or a copy with keys in the signature's spelling and converted strings.
   * `warnings` lists at most 20 conversions, and is absent without conversions.
   */
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly warnings?: readonly string[];
      readonly violations?: undefined;
      readonly omitted?: undefined;
    }
  /** `omitted` counts the violations beyond the listed ones. */
  | {
      readonly ok: false;
      readonly violations: readonly Violation[];
      readonly omitted: number;
      readonly warnings?: readonly string[];
    };

/** The result of a validation with the resulting value, even if it doesn't fit. */
export type Checked = ValidationResult & { readonly value: unknown };

const listedFindings = 20;
const shownExpectation = 100;

/** The location of a finding. */
interface Place {
  readonly segments: readonly PathSegment[];
  readonly type: Type;
  readonly value: unknown;
  readonly firewalled: boolean;
}

/** A value that doesn't fit, and how to fix it. */
export interface Mismatch extends Place {
  readonly optional: boolean;
  /** The expectation, if the type doesn't give it. */
  readonly expected?: string;
  /** Replaces the description of the value: `a value that contains itself`. */
  readonly got?: string;
  readonly advice?: string;
}

/** A value that was converted. */
export interface Coercion extends Place {
  readonly taken: unknown;
}

export interface FindingCounts {
  readonly violations: number;
  readonly warnings: number;
}

/** Stores the first findings and counts the rest. */
export class Findings {
  /** The number of violations, listed or not. */
  violations = 0;
  warnings = 0;
  private readonly listedViolations: Violation[] = [];
  private readonly listedWarnings: string[] = [];

  /** True if some of the findings of a part would still be listed. */
  wouldList({ violations, warnings }: FindingCounts): boolean {
    return (
      (violations > 0 && this.listedViolations.length < listedFindings) ||
      (warnings > 0 && this.listedWarnings.length < listedFindings)
    );
  }

  /** Calls `mismatch` only if it is listed. */
  add(mismatch: () => Mismatch): void {
    this.violations += 1;
    if (this.listedViolations.length < listedFindings)
      this.listedViolations.push(violationOf(mismatch()));
  }

  /** Lists a mismatch before all others. */
  addFirst(mismatch: () => Mismatch): void {
    this.violations += 1;
    this.listedViolations.unshift(violationOf(mismatch()));
    this.listedViolations.length = Math.min(this.listedViolations.length, listedFindings);
  }

  /** Calls `coercion` only if it is listed. */
  warn(coercion: () => Coercion): void {
    this.warnings += 1;
    if (this.listedWarnings.length < listedFindings)
      this.listedWarnings.push(coercionText(coercion()));
  }

  /** Counts the findings of a part that was visited before. */
  addOmitted({ violations, warnings }: FindingCounts): void {
    this.violations += violations;
    this.warnings += warnings;
  }

  result(value: unknown): Checked {
    const omittedWarnings = this.warnings - this.listedWarnings.length;
    const listed =
      omittedWarnings === 0
        ? this.listedWarnings
        : [...this.listedWarnings, `and ${String(omittedWarnings)} more`];
    const warnings = listed.length === 0 ? {} : { warnings: listed };
    if (this.violations === 0) return { ok: true, value, ...warnings };
    return {
      ok: false,
      value,
      violations: this.listedViolations,
      omitted: this.violations - this.listedViolations.length,
      ...warnings,
    };
  }
}

/** A result that doesn't fit. Code without `strict` can't exclude a result that fits. */
interface Refusal {
  readonly violations?: readonly Violation[] | undefined;
  readonly omitted?: number | undefined;
}

/**
 * Returns the violations as lines, `- path: expected int, got nil`, for a model or a person. Empty
 * for a value that fits.
 */
export function violationsText(result: Refusal): string {
  return violationLines(result)
    .map((line) => `- ${line}`)
    .join("\n");
}

/** Returns one text for each listed violation, and one that counts the rest. */
export function violationLines({ violations = [], omitted = 0 }: Refusal): string[] {
  const lines = violations.map(({ message }) => message);
  return omitted > 0 ? [...lines, `and ${String(omitted)} more`] : lines;
}

/**
 * Returns a violation without its path:
 * `expected float, got nothing (add :total to the returned map)`.
 */
export function mismatchText({
  expected,
  got,
  advice,
}: Pick<Violation, "expected" | "got" | "advice">): string {
  return `expected ${expected}, got ${got}${advice === undefined ? "" : ` (${advice})`}`;
}

/**
 * Returns a path as text, `results[0].customer.id`. A key that isn't a name is quoted, `["a b"]`.
 */
function pathText(segments: readonly PathSegment[]): string {
  return segments
    .map((segment, index) => {
      if (typeof segment === "number") return `[${String(segment)}]`;
      if (!/^[\w-]{1,100}$/u.test(segment))
        return `[${visibleText(quotedText(shortened(segment, 40)))}]`;
      return index === 0 ? segment : `.${segment}`;
    })
    .join("");
}

function located(segments: readonly PathSegment[], text: string): string {
  const path = pathText(segments);
  return path === "" ? text : `${path}: ${text}`;
}

function violationOf({
  segments,
  type,
  optional,
  value,
  expected: given,
  got: givenGot,
  firewalled,
  advice,
}: Mismatch): Violation {
  const expectation = given ?? describeType(optional ? { kind: "nilable", type } : type);
  const expected = oneLine(expectation, shownExpectation);
  const got = givenGot ?? (firewalled ? typeWord(value) : describeValue(value));
  const mismatch = { expected, got, ...(advice === undefined ? {} : { advice }) };
  return {
    path: pathText(segments),
    segments: [...segments],
    ...mismatch,
    message: located(segments, mismatchText(mismatch)),
  };
}

/** Returns for example `limit: took string "42" as int 42`. */
function coercionText({ segments, type, value, taken, firewalled }: Coercion): string {
  return located(
    segments,
    firewalled
      ? `took ${typeWord(value)} as ${describeType(type)}`
      : `took ${describeValue(value)} as ${describeValue(taken)}`,
  );
}
