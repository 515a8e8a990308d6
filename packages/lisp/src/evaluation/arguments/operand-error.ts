// The error for an operand of arithmetic or a comparison: nil instead of a number, a string next to
// a number, or values without an order. Also for a missing field of the context, for a call of a
// value that isn't a function, and for a value without elements. Callers add what they know. A call
// adds the field or name that the operand was read from, and a loop adds the element. The error
// only stores these notes; `operand-text.ts` writes its message and is loaded when the message is
// needed.

import type { Value, Vector } from "@ptc/core/values";
import { OrderError } from "@ptc/core/internal/values";
import type { Branch } from "../branches/branch.ts";
import { EvaluationError, type EvaluationErrorKind } from "../errors/errors.ts";
import type { Site } from "../site.ts";

/** The problem with the operands of `op`. */
export type OperandMistake =
  | {
      readonly type: "type";
      readonly op: string;
      readonly operand: Value;
      /** Its position among the arguments, counted from 0. Undefined if the call didn't note it. */
      readonly index?: number | undefined;
      /** The expected type; default: a number. */
      readonly expected?: string | undefined;
      /** The hint; default: advice about numbers. */
      readonly advice?: string | undefined;
    }
  | {
      readonly type: "pair" | "order";
      readonly op: string;
      readonly left: Value;
      readonly right: Value;
      /** The positions of both among the arguments. */
      readonly indexes: readonly [left: number, right: number];
    }
  | {
      /** `data/name` without this field in the context. */
      readonly type: "field";
      readonly op: string;
      readonly name: string;
      /** The fields of the context. */
      readonly names: readonly string[];
    }
  | {
      /** A call of a value that isn't a function. */
      readonly type: "call";
      readonly op?: never;
      readonly callee: Value;
      readonly from: Site | undefined;
    }
  | {
      /** A value without elements, given to a function for sequences. */
      readonly type: "elements";
      readonly op: string;
      readonly value: Value;
    };

/** A note added to an error while it propagates. */
export interface OperandNote {
  readonly site?: Site | undefined;
  /** The element at which a loop failed, counted from 0. */
  readonly found?: {
    readonly index: number;
    readonly element: Value;
    /** The value that a fold starts from, if it failed at its first call. */
    readonly initial?: Value | undefined;
  };
  /** The function that read the compared keys. */
  readonly key?: string | undefined;
  /** The elements that the keys belong to. */
  readonly location?: string;
}

function kindOf({ type }: OperandMistake): EvaluationErrorKind {
  return type === "field" ? "unbound_var" : type === "call" ? "not_callable" : "type_error";
}

export class OperandError extends EvaluationError {
  readonly mistake: OperandMistake;
  readonly notes: OperandNote[] = [];
  /** The number of notes that the message includes. */
  private saidNotes = -1;
  private saidHint: string | undefined = undefined;

  constructor(mistake: OperandMistake) {
    super(kindOf(mistake), "", mistake);
    this.mistake = mistake;
  }

  override get hint(): string | undefined {
    return this.saidHint;
  }

  override copy(): EvaluationError {
    return Object.assign(super.copy(), { notes: this.notes.slice() });
  }

  /**
   * Adds the field or name that the operand was read from, if `site` is the call that received it.
   */
  nameOperand(site: Site | undefined): void {
    this.notes.push({ site });
  }

  /** Adds the element, counted from 0, at which the function of a loop failed. */
  nameElement(site: Site | undefined, index: number, element: Value, initial?: Value): void {
    this.notes.push({ site, found: { index, element, initial } });
  }

  /**
   * Adds the same for compared keys: the function that read them and the elements they belong to.
   */
  nameKey(key: string | undefined, location: string): void {
    this.notes.push({ key, location });
  }

  /** True if the message includes all notes. Several handlers may ask for the message. */
  get isInWords(): boolean {
    return this.saidNotes === this.notes.length;
  }

  say(message: string, hint: string | undefined): void {
    this.message = message;
    this.saidHint = hint;
    this.saidNotes = this.notes.length;
  }

  /** True if the wrong operand is nil. */
  get isNil(): boolean {
    const { mistake } = this;
    if (mistake.type === "type") return mistake.operand === null;
    if (!("left" in mistake)) return false;
    return mistake.left === null || (mistake.type === "pair" && mistake.right === null);
  }
}

/** Returns the error `inc: expected a number, got nil`. */
export function notNumber(operand: Value, op: string, index = 0, expected?: string): OperandError {
  return new OperandError({ type: "type", op, operand, index, expected });
}

/**
 * Returns the error for `<` and similar operations, which compare numbers, two strings or two
 * times of one kind. `indexes` are the positions of both operands among the arguments.
 */
export function notComparable(
  op: string,
  left: Value,
  right: Value,
  indexes: readonly [left: number, right: number] = [0, 1],
): OperandError {
  return new OperandError({ type: "pair", op, left, right, indexes });
}

/** Converts an `OrderError` to a mistake of the program. Pass `op` if the operation is known. */
export function orderMistake({ left, right, comparator }: OrderError, op?: string): OperandError {
  return comparator === "compare"
    ? new OperandError({ type: "order", op: op ?? "compare", left, right, indexes: [0, 0] })
    : notComparable(comparator, left, right);
}

/** Returns `error`, or the mistake of the program if it is an `OrderError`. */
export function mistakeOf<Thrown>(error: Thrown, op?: string): Thrown | OperandError {
  return error instanceof OrderError ? orderMistake(error, op) : error;
}

/**
 * Returns the error that a loop over elements throws for `error`. Errors about an operand get a
 * note with the element.
 */
export function atElement(
  error: unknown,
  branch: Branch,
  index: number,
  element: Value,
  initial?: Value,
): unknown {
  const mistake = mistakeOf(error);
  if (mistake instanceof OperandError) mistake.nameElement(branch.site, index, element, initial);
  return mistake;
}

/** Returns the same for a loop over a vector, and reads the element only to show it. */
export function atElementOf(
  error: unknown,
  branch: Branch,
  elements: Vector<Value>,
  index: number,
  before = 0,
  initial?: Value,
): unknown {
  return error instanceof OperandError || error instanceof OrderError
    ? atElement(error, branch, before + index, elements.at(index), initial)
    : error;
}
