// The error for an operand of arithmetic or of a comparison: nil where a number is expected, a text
// beside a number, values that have no order. What knows more adds to it: the call says which field
// or name the operand was read from, a loop says at which element. The error only keeps what it was
// told; `operand-text.ts` puts it into words, and is loaded when somebody is to read them.

import { OrderError, type Value, type Vector } from "@ptc/core/values";
import type { Branch } from "../branches/branch.ts";
import { EvaluationError } from "../errors/errors.ts";
import type { Site } from "../site.ts";

/** What is wrong with the operands of `op`. */
export type OperandMistake =
  | {
      readonly type: "type";
      readonly op: string;
      readonly operand: Value;
      /** Its place among the arguments, counted from 0. */
      readonly index: number;
      /** What was expected; default: a number. */
      readonly expected?: string | undefined;
    }
  | {
      readonly type: "pair" | "order";
      readonly op: string;
      readonly left: Value;
      readonly right: Value;
      /** The places of both among the arguments. */
      readonly indexes: readonly [left: number, right: number];
    };

/** What was added to an error on its way, in that order. */
export interface OperandNote {
  readonly site?: Site | undefined;
  /** The element at which a loop failed, counted from 0. */
  readonly found?: { readonly index: number; readonly element: Value };
  /** What read the keys that were compared. */
  readonly key?: string | undefined;
  /** Which elements these are of. */
  readonly location?: string;
}

export class OperandError extends EvaluationError {
  readonly mistake: OperandMistake;
  readonly notes: OperandNote[] = [];
  /** How many of the notes its words tell. */
  private saidNotes = -1;
  private saidHint: string | undefined = undefined;

  constructor(mistake: OperandMistake) {
    super("type_error", "", mistake);
    this.mistake = mistake;
  }

  override get hint(): string | undefined {
    return this.saidHint;
  }

  /** Says what the operand was read from, when `site` is the call that it was given to. */
  nameOperand(site: Site | undefined): void {
    this.notes.push({ site });
  }

  /** Says at which element, counted from 0, the function of a loop failed. */
  nameElement(site: Site | undefined, index: number, element: Value): void {
    this.notes.push({ site, found: { index, element } });
  }

  /** The same where keys were compared: what read them, and which elements they are of. */
  nameKey(key: string | undefined, location: string): void {
    this.notes.push({ key, location });
  }

  /** Whether its words tell all that is known. Several handlers may ask for them. */
  get isInWords(): boolean {
    return this.saidNotes === this.notes.length;
  }

  say(message: string, hint: string | undefined): void {
    this.message = message;
    this.saidHint = hint;
    this.saidNotes = this.notes.length;
  }

  /** Whether the operand that is wrong is nil. */
  get isNil(): boolean {
    const { mistake } = this;
    if (mistake.type === "type") return mistake.operand === null;
    return mistake.left === null || (mistake.type === "pair" && mistake.right === null);
  }
}

/** `inc: expected a number, got nil`. */
export function notNumber(operand: Value, op: string, index = 0, expected?: string): OperandError {
  return new OperandError({ type: "type", op, operand, index, expected });
}

/**
 * For `<` and its like, which compare numbers, two texts or two times of one kind. `indexes` are
 * the places of both among the arguments.
 */
export function notComparable(
  op: string,
  left: Value,
  right: Value,
  indexes: readonly [left: number, right: number] = [0, 1],
): OperandError {
  return new OperandError({ type: "pair", op, left, right, indexes });
}

/** The mistake of a program behind an `OrderError`; `op` where the operation is known. */
export function orderMistake({ left, right, comparator }: OrderError, op?: string): OperandError {
  return comparator === "compare"
    ? new OperandError({ type: "order", op: op ?? "compare", left, right, indexes: [0, 0] })
    : notComparable(comparator, left, right);
}

/** `error`, or the mistake of a program that an `OrderError` stands for. */
export function mistakeOf<Thrown>(error: Thrown, op?: string): Thrown | OperandError {
  return error instanceof OrderError ? orderMistake(error, op) : error;
}

/**
 * The error to throw in place of `error` by a loop over elements: one about an operand says where
 * it was found.
 */
export function atElement(error: unknown, branch: Branch, index: number, element: Value): unknown {
  const mistake = mistakeOf(error);
  if (mistake instanceof OperandError) mistake.nameElement(branch.site, index, element);
  return mistake;
}

/** The same for a loop over a vector, whose element is read only when it is to be shown. */
export function atElementOf(
  error: unknown,
  branch: Branch,
  elements: Vector<Value>,
  index: number,
  before = 0,
): unknown {
  return error instanceof OperandError || error instanceof OrderError
    ? atElement(error, branch, before + index, elements.at(index))
    : error;
}
