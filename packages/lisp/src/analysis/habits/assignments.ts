// Assignments as other languages write them, such as `x = 5` and `const x = 5`.

import type { Form } from "@ptc/parser";
import { plainName, symbolText } from "../form-tools.ts";
import { isInfix, operandText, operatorOf, prefixText } from "./infix.ts";
import { callText } from "./adjacent.ts";
import { written, writtenAll } from "./written-forms.ts";

/** Signs that assign, and the operator that calculates the new value if there is one. */
const signs: ReadonlyMap<string, string | undefined> = new Map([
  ["=", undefined],
  ["<-", undefined],
  [":=", undefined],
  ["+=", "+"],
  ["-=", "-"],
  ["*=", "*"],
  ["/=", "/"],
]);

/** Words that introduce a name in other languages. */
const introducers: ReadonlySet<string> = new Set(["let", "const", "var", "val", "local", "def"]);

export interface Assignment {
  /** The indexes of the first form and of the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly value: string;
}

/** Returns the assignment in a body whose sign or name is at `index`. */
export function assignmentAt(
  source: string,
  items: readonly Form[],
  index: number,
): Assignment | undefined {
  for (const at of [index, index + 1, index + 2, index - 1]) {
    const found = signAt(source, items, at);
    if (found !== undefined && found.from <= index) return found;
  }
  return undefined;
}

function signAt(source: string, items: readonly Form[], at: number): Assignment | undefined {
  const [target, sign, value] = items.slice(Math.max(0, at - 1), at + 2);
  if (at < 1 || target?.type !== "symbol" || value === undefined) return undefined;
  const written = signName(sign);
  if (written === undefined || !signs.has(written)) return undefined;
  const from = introducers.has(plainName(items[at - 2]) ?? "") ? at - 2 : at - 1;
  const { text, to } = valueAt(source, items, at + 1);
  const operator = signs.get(written);
  const name = symbolText(target);
  return { from, to, name, value: operator === undefined ? text : `(${operator} ${name} ${text})` };
}

/** Reads the assigned value: one form, a call `f(x)`, or a calculation. */
export function valueAt(
  source: string,
  items: readonly Form[],
  from: number,
): { readonly text: string; readonly to: number } {
  const call = callText(source, items, from);
  if (call !== undefined) return { text: call, to: from + 2 };
  let to = from + 1;
  while (to + 1 < items.length && isInfix(items, to) && !isAssigning(items[to])) to += 2;
  const calculation = prefixText(source, items.slice(from, to));
  const [only] = items.slice(from, to);
  if (calculation !== undefined) return { text: calculation, to };
  const text =
    only === undefined ? writtenAll(source, items.slice(from, to)) : operandText(source, [only], 0);
  return { text, to };
}

/** The sign of an assignment; `:=` reads as a keyword. */
function signName(form: Form | undefined): string | undefined {
  return form?.type === "keyword" && form.name === "=" ? "=" : plainName(form);
}

/** True for `=`, `:=` and `<-`. */
export function isPlainAssignment(form: Form | undefined): boolean {
  const name = signName(form);
  return name !== undefined && signs.has(name) && signs.get(name) === undefined;
}

/** Returns `x 5 y 6` for `x = 5 y = 6`; `undefined` if other forms are among them. */
export function assignedPairs(source: string, items: readonly Form[]): string | undefined {
  const pairs: string[] = [];
  for (let index = 0; index < items.length;) {
    const [target, sign, first] = items.slice(index, index + 3);
    if (target === undefined || first === undefined || pairs.length === 8) return undefined;
    if (!isPlainAssignment(sign)) return undefined;
    const { text, to } = valueAt(source, items, index + 2);
    pairs.push(`${written(source, target)} ${text}`);
    index = to;
  }
  return pairs.length === 0 ? undefined : pairs.join(" ");
}

function isAssigning(form: Form | undefined): boolean {
  return operatorOf(form)?.name === "=" && plainName(form) === "=";
}

export function assignmentHint({ name, value }: Assignment, isTop: boolean): string {
  return isTop
    ? `write (def ${name} ${value}); inside a function (let [${name} ${value}] …)`
    : `write (let [${name} ${value}] …) around the forms that use it`;
}
