// Rewrites calculations that are written with the operator between its operands, as in most other
// languages: `(x + y * 2)` is `(+ x (* y 2))` here.

import type { Form } from "@ptc/parser";
import { contextPrefixes } from "../../catalog/foreign-methods.ts";
import { plainName } from "../form-tools.ts";
import { written } from "./written-forms.ts";

interface Operator {
  /** The name of the function here. */
  readonly name: string;
  /** Operators with a higher number bind tighter. */
  readonly rank: number;
}

const ranks: readonly (readonly [rank: number, names: Readonly<Record<string, string>>])[] = [
  [1, { "||": "or", or: "or", "??": "or" }],
  [2, { "&&": "and", and: "and" }],
  [
    3,
    {
      ...{ "=": "=", "==": "=", "===": "=", "!=": "not=", "!==": "not=", "<>": "not=" },
      ...{ "not=": "not=", "<": "<", ">": ">", "<=": "<=", ">=": ">=", "=<": "<=" },
      in: "in",
    },
  ],
  [4, { "+": "+", "-": "-", "++": "str" }],
  [5, { "*": "*", "/": "/", "%": "mod", mod: "mod", rem: "rem", quot: "quot", "//": "quot" }],
  [6, { "**": "Math/pow", "^": "Math/pow" }],
];

const operators: ReadonlyMap<string, Operator> = new Map(
  ranks.flatMap(([rank, names]) =>
    Object.entries(names).map(([written, name]) => [written, { name, rank }] as const),
  ),
);

/** Operators that also appear as ordinary names: words, and the argument of a function literal. */
const ordinary: ReadonlySet<string> = new Set(["or", "and", "mod", "rem", "quot", "in", "%"]);

export function operatorOf(form: Form | undefined): Operator | undefined {
  const name = plainName(form);
  return name === undefined ? undefined : operators.get(name);
}

/** True for an operator that is written with signs, such as `+`. */
export function isSign(form: Form | undefined): boolean {
  return operatorOf(form) !== undefined && !ordinary.has(plainName(form) ?? "");
}

/**
 * True if an operator is between two operands. `%` is an operator only between two operands,
 * and otherwise the argument of a function literal.
 */
export function isInfix(items: readonly Form[], index: number): boolean {
  return (
    operatorOf(items[index]) !== undefined &&
    isOperand(items, index - 1) &&
    isOperand(items, index + 1)
  );
}

function isOperand(items: readonly Form[], index: number): boolean {
  const item = items[index];
  if (item === undefined || operatorOf(item) === undefined) return item !== undefined;
  return plainName(item) === "%" && !(isValue(items[index - 1]) && isValue(items[index + 1]));
}

/** True for a form that is neither missing nor an operator other than `%`. */
function isValue(form: Form | undefined): boolean {
  return form !== undefined && (operatorOf(form) === undefined || plainName(form) === "%");
}

const functionMakers: ReadonlySet<string> = new Set(
  "fn partial comp complement constantly fnil juxt memoize".split(" "),
);

/** True for a form whose value is a function, which may be bound to the name of an operator. */
export function isFunctionForm(form: Form | undefined): boolean {
  return (
    form?.type === "function" ||
    (form?.type === "list" && functionMakers.has(plainName(form.items[0]) ?? ""))
  );
}

/** Returns the index of the first infix operator at or after `from`, or -1 without one. */
export function infixIndex(items: readonly Form[], from = 1): number {
  for (let index = from; index < items.length - 1; index++) if (isInfix(items, index)) return index;
  return -1;
}

/** The most operators in a calculation that is rewritten. */
const mostOperators = 8;

/** The number of forms in a calculation with so many operators. */
export const longestCalculation = 2 * mostOperators + 1;

/** The deepest nesting of rewritten calculations. */
const deepest = 4;

/**
 * Returns the calculation with its operators in front. The forms between two operators are one
 * operand; several of them are a call. Returns `undefined` if the calculation is too long.
 */
export function prefixText(source: string, items: readonly Form[], depth = 0): string | undefined {
  const found = items.flatMap((item, index) => {
    const operator = isInfix(items, index) ? operatorOf(item) : undefined;
    return operator === undefined ? [] : [{ operator, index }];
  });
  if (found.length === 0 || found.length > mostOperators) return undefined;
  return grouped(found);

  function grouped(
    signs: readonly { readonly operator: Operator; readonly index: number }[],
    from = 0,
    to = items.length,
  ): string {
    // Operators of the lowest rank are outermost; of equal ones, the last.
    const lowest = Math.min(...signs.map(({ operator }) => operator.rank));
    const at = signs.findLastIndex(({ operator }) => operator.rank === lowest);
    const sign = signs[at];
    if (sign === undefined) return operandText(source, items.slice(from, to), depth);
    const left = grouped(signs.slice(0, at), from, sign.index);
    const right = grouped(signs.slice(at + 1), sign.index + 1, to);
    if (sign.operator.name === "in") return `(some #{${left}} ${right})`;
    const isText = sign.operator.name === "+" && (left.startsWith('"') || right.startsWith('"'));
    return `(${isText ? "str" : sign.operator.name} ${left} ${right})`;
  }
}

/** Returns an operand, or several forms as a call. */
export function operandText(source: string, forms: readonly Form[], depth: number): string {
  const texts = forms.map((form) => rewritten(source, form, depth)).join(" ");
  return forms.length === 1 ? texts : `(${texts})`;
}

function rewritten(source: string, form: Form, depth: number): string {
  const inside =
    form.type === "list" && depth < deepest && infixIndex(form.items) === 1
      ? prefixText(source, form.items, depth + 1)
      : undefined;
  return inside ?? plainOperand(form) ?? written(source, form);
}

/** `(:total o)` for `o.total`, and `"paid"` for `'paid'`. */
function plainOperand(form: Form): string | undefined {
  const quoted = form.type === "quote" ? plainName(form.form) : undefined;
  if (quoted?.endsWith("'") === true) return `"${quoted.slice(0, -1)}"`;
  const [, value = "", field = ""] = /^([a-z%][\w-]*)\.([\w-]+)$/.exec(plainName(form) ?? "") ?? [];
  if (field === "") return undefined;
  return contextPrefixes.has(value) ? `data/${field}` : `(:${field} ${value})`;
}
