// What does not fit a type, and the list of it that one validation collects.

import type { Type } from "../model.ts";
import { describeType } from "../rendering/describe-type.ts";
import { describeValue, typeWord } from "./describe-value.ts";

/** A step into a value: the name of a field or the index of an element. */
export type PathSegment = string | number;

/** One place where a value does not fit. Values of firewalled fields appear in none of its texts. */
export interface Violation {
  /** `results[0].customer.id`; empty when the whole value does not fit. */
  readonly path: string;
  readonly segments: readonly PathSegment[];
  readonly expected: string;
  readonly got: string;
  /** What could be done: `add :total to the returned map`. */
  readonly advice?: string;
  /** The path, unless it is empty, and the mismatch: `items[0].id: expected int, got string "abc"`. */
  readonly message: string;
}

export type ValidationResult =
  /** The value that was given, or a copy of it where keys had to be spelled as the signature spells them. */
  | { readonly ok: true; readonly value: unknown }
  /** `omitted` counts the violations beyond the listed ones. */
  | { readonly ok: false; readonly violations: readonly Violation[]; readonly omitted: number };

const listedViolations = 20;
const shownExpectation = 100;

/** Where a mismatch stands, and what could be done about it. */
export interface Mismatch {
  readonly segments: readonly PathSegment[];
  readonly type: Type;
  readonly optional: boolean;
  readonly value: unknown;
  /** Says more than the value does: `a value that contains itself`. */
  readonly got?: string;
  readonly firewalled: boolean;
  readonly advice?: string;
}

/** Keeps the first violations and counts the rest. */
export class ViolationList {
  private readonly listed: Violation[] = [];
  private count = 0;

  get total(): number {
    return this.count;
  }

  get isFull(): boolean {
    return this.listed.length >= listedViolations;
  }

  add(mismatch: Mismatch): void {
    this.count += 1;
    if (!this.isFull) this.listed.push(violationOf(mismatch));
  }

  /** Counts violations of a part that was walked before. */
  addOmitted(count: number): void {
    this.count += count;
  }

  result(value: unknown): ValidationResult {
    if (this.count === 0) return { ok: true, value };
    return { ok: false, violations: this.listed, omitted: this.count - this.listed.length };
  }
}

/** The violations as lines, `- path: expected int, got nil`, for a model or a person. */
export function violationsText(result: Extract<ValidationResult, { ok: false }>): string {
  const lines = result.violations.map(({ message }) => `- ${message}`);
  if (result.omitted > 0) lines.push(`- and ${String(result.omitted)} more`);
  return lines.join("\n");
}

/** A violation without its path: `expected float, got nothing (add :total to the returned map)`. */
export function mismatchText({ expected, got, advice }: Pick<Violation, "expected" | "got" | "advice">): string {
  return `expected ${expected}, got ${got}${advice === undefined ? "" : ` (${advice})`}`;
}

/** `results[0].customer.id` */
function pathText(segments: readonly PathSegment[]): string {
  return segments.map((segment, index) => (typeof segment === "number" ? `[${String(segment)}]` : index === 0 ? segment : `.${segment}`)).join("");
}

function violationOf({ segments, type, optional, value, got: givenGot, firewalled, advice }: Mismatch): Violation {
  const path = pathText(segments);
  const expectation = describeType(type) + (optional ? " or nil" : "");
  const expected = expectation.length > shownExpectation ? `${expectation.slice(0, shownExpectation)}…` : expectation;
  const got = givenGot ?? (firewalled ? typeWord(value) : describeValue(value));
  const mismatch = { expected, got, ...(advice === undefined ? {} : { advice }) };
  const message = `${path === "" ? "" : `${path}: `}${mismatchText(mismatch)}`;
  return { path, segments: [...segments], ...mismatch, message };
}
