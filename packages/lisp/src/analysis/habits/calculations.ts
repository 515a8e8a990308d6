// Finds the calculation with an operator between its operands in a form, and writes the form anew.
//
//   (x + y)          (+ x y)
//   (return x + 1)   (return (+ x 1))
//   (:price r * 2)   (* (:price r) 2)

import type { Form } from "@ptc/parser";
import { plainName } from "../form-tools.ts";
import { infixIndex, isInfix, isSign, operatorOf, prefixText } from "./infix.ts";
import { longestExample, written, writtenAll } from "./written-forms.ts";

/** Functions of one value, which is compared or calculated with afterwards. */
const readers: ReadonlySet<string> = new Set(
  "count first last second get get-in nth len length size peek name".split(" "),
);

/** Forms of the items of a list that end before its first operand. */
interface Calculation {
  readonly from: number;
  readonly to: number;
}

/** Returns the calculation in a list of forms, at or after `start`. */
export function calculationIn(items: readonly Form[], start = 1): Calculation | undefined {
  const index = infixIndex(items, start);
  if (index === -1) return undefined;
  let to = index + 2;
  while (isInfix(items, to) && to + 1 < items.length) to += 2;
  return { from: index - 1, to };
}

const brackets: Readonly<Partial<Record<Form["type"], readonly [string, string]>>> = {
  list: ["(", ")"],
  vector: ["[", "]"],
  map: ["{", "}"],
  set: ["#{", "}"],
  function: ["#(", ")"],
};

/** Returns the form with its calculation in prefix notation; `undefined` if it has none. */
export function withCalculation(source: string, form: Form): string | undefined {
  if (!("items" in form)) return undefined;
  const { items } = form;
  const found = calculationIn(items);
  const [open, close] = brackets[form.type] ?? ["", ""];
  if (found === undefined) return undefined;
  const isCall = form.type === "list" || form.type === "function";
  if (isCall && (found.from === 0 || isReader(items[0]))) {
    const whole = prefixText(source, items);
    return form.type === "function" && whole !== undefined ? `#${whole}` : whole;
  }
  if (isCall && plainName(items[0]) === "str" && items.every(isPlusOrOperand))
    return `(${writtenAll(
      source,
      items.filter((item) => plainName(item) !== "+"),
    )})`;
  const text = `${open}${rewrittenParts(source, items, isCall ? 2 : 1).join(" ")}${close}`;
  return text.length > longestExample
    ? prefixText(source, items.slice(found.from, found.to))
    : text;
}

/** The most calculations in one form that are rewritten. */
const mostCalculations = 4;

/** Returns the texts of forms, with their calculations in prefix notation. */
function rewrittenParts(source: string, items: readonly Form[], start: number): readonly string[] {
  const texts: string[] = [];
  let rest = items.slice(0, 40);
  for (let count = 0; count < mostCalculations; count++) {
    const found = calculationIn(rest, count === 0 ? start : 1);
    const text = found && prefixText(source, rest.slice(found.from, found.to));
    if (found === undefined || text === undefined) break;
    texts.push(...rest.slice(0, found.from).map((form) => written(source, form)), text);
    rest = rest.slice(found.to);
  }
  return rest.length === 0 ? texts : [...texts, ...rest.map((form) => written(source, form))];
}

function isPlusOrOperand(form: Form): boolean {
  return operatorOf(form) === undefined || plainName(form) === "+";
}

function isReader(head: Form | undefined): boolean {
  return head?.type === "keyword" || readers.has(plainName(head) ?? "");
}

/** True if the operator of the first calculation is written with signs. */
export function hasSign(items: readonly Form[], start = 1): boolean {
  const index = infixIndex(items, start);
  return index !== -1 && isSign(items[index]);
}

const calculationBeginning = "the operator comes first: write ";

export function calculationHint(text: string): string {
  return calculationBeginning + text;
}

export function isCalculationHint(hint: string): boolean {
  return hint.startsWith(calculationBeginning);
}
