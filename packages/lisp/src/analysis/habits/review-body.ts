// Reviews the forms of a body. Only the last one gives a value, so a name or number before it does
// nothing: it is often a part of a calculation or call in the notation of another language.

import type { Form } from "@ptc/parser";
import { plainName, symbolText } from "../form-tools.ts";
import { callHint, callText, elementHint, elementText } from "./adjacent.ts";
import { assignmentAt, assignmentHint } from "./assignments.ts";
import { startsWithTest } from "./bodies.ts";
import { calculationHint, calculationIn } from "./calculations.ts";
import { isSign, longestCalculation, prefixText } from "./infix.ts";
import type { Finding } from "./finding.ts";
import { written } from "./written-forms.ts";

/** Records a finding. Returns false once there are enough mistakes. */
type Add = (finding: Finding) => boolean;

/** Reviews `items` from `start`; `outer` is the form around them, absent for the whole program. */
export function reviewBody(
  source: string,
  items: readonly Form[],
  start: number,
  outer: Form | undefined,
  add: Add,
): void {
  const last = lastOfBody(items, start);
  const found = { isEnough: false };
  const note = (finding: Finding): boolean => {
    found.isEnough = !add(finding);
    return !found.isEnough;
  };
  for (let index = start; index < last && !found.isEnough;) {
    const next =
      assigned(source, items, index, outer === undefined, note) ??
      calculated(source, items, index, start, outer, note) ??
      bracketed(source, items, index, note);
    if (next === undefined) unused(source, items, index, start, note);
    index = Math.max(index + 1, next ?? 0);
  }
}

/** The index of the form that gives the value. The clauses of `try` follow its body. */
function lastOfBody(items: readonly Form[], start: number): number {
  const clause = items.findIndex(
    (item, index) =>
      index >= start &&
      item.type === "list" &&
      ["catch", "finally"].includes(plainName(item.items[0]) ?? ""),
  );
  return (clause === -1 ? items.length : clause) - 1;
}

/** `x = 5`. Returns the index after it. */
function assigned(
  source: string,
  items: readonly Form[],
  index: number,
  isTop: boolean,
  add: Add,
): number | undefined {
  const [form, second, third] = items.slice(index, index + 3);
  if (form?.type !== "symbol" || !(isNotList(second) || isNotList(third))) return undefined;
  const found = assignmentAt(source, items, index);
  if (found?.from !== index) return undefined;
  const span = spanOf(items, index, found.to);
  add({
    span,
    problem: `${shown(source, span)} doesn't set ${found.name}`,
    hint: assignmentHint(found, isTop),
    defines: found.name,
  });
  return found.to;
}

function isNotList(form: Form | undefined): boolean {
  return form?.type === "symbol" || form?.type === "keyword";
}

/** `x * 2`. Returns the index after it. */
function calculated(
  source: string,
  items: readonly Form[],
  index: number,
  start: number,
  outer: Form | undefined,
  add: Add,
): number | undefined {
  // The operator after the test of `when` comes first in its body.
  const from = index === start && outer !== undefined && startsWithTest(outer) ? index - 1 : index;
  const at = from + 1;
  if (!isSign(items[at])) return undefined;
  const found = calculationIn(items.slice(from, from + longestCalculation), 1);
  if (found?.from !== 0) return undefined;
  const to = from + found.to;
  const text = prefixText(source, items.slice(from, to));
  if (text === undefined) return undefined;
  const span = spanOf(items, from, to);
  add({
    span,
    problem: `${shown(source, span)} doesn't calculate: it is ${String(found.to)} separate forms`,
    hint: calculationHint(text),
  });
  return to;
}

/** `print(x)` and `xs[0]`. Returns the index after it. */
function bracketed(
  source: string,
  items: readonly Form[],
  index: number,
  add: Add,
): number | undefined {
  const form = items[index];
  // The analysis knows better what a name with a dot means.
  if (form?.type === "symbol" && form.name.includes(".")) return undefined;
  const call = callText(source, items, index);
  const element = elementText(source, items, index);
  if (call === undefined && element === undefined) return undefined;
  const span = spanOf(items, index, index + 2);
  add({
    span,
    problem: `${shown(source, span)} is two separate forms`,
    hint: call === undefined ? elementHint(element ?? "") : callHint(call),
  });
  return index + 2;
}

const plain: ReadonlySet<Form["type"]> = new Set([
  "number",
  "string",
  "keyword",
  "boolean",
  "character",
  "regex",
]);

/** A name or literal whose value is dropped. */
function unused(
  source: string,
  items: readonly Form[],
  index: number,
  start: number,
  add: Add,
): void {
  const form = items[index];
  if (form === undefined || !(form.type === "symbol" || plain.has(form.type))) return;
  // The first string of a body is a comment or a misplaced docstring.
  if (form.type === "string" && index === start) return;
  // `#(do % x)` is a function that ignores its argument.
  if (form.type === "symbol" && form.name.startsWith("%")) return;
  const name = form.type === "symbol" ? symbolText(form) : written(source, form);
  add({
    span: form.span,
    problem: `${name} has no effect here`,
    hint:
      index === start && name === "="
        ? "the body follows its parameters without =: remove it"
        : "only the last form of a body is its value: put it into a call, or remove it",
    isWarning: true,
  });
}

function spanOf(items: readonly Form[], from: number, to: number): Form["span"] {
  return { start: items[from]?.span.start ?? 0, end: items[to - 1]?.span.end ?? 0 };
}

function shown(source: string, span: Form["span"]): string {
  return written(source, { span });
}
