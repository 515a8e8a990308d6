// Reviews functions and comprehensions of other languages: `x => x * 2`, `\x -> x * 2` and
// `[x * 2 for x in xs]`.

import type { Form } from "@ptc/parser";
import { plainName } from "../form-tools.ts";
import { valueAt } from "./assignments.ts";
import type { Finding } from "./finding.ts";
import { prefixText } from "./infix.ts";
import { longestExample, written, writtenAll } from "./written-forms.ts";

/** The most parts of a form that are searched. */
const mostParts = 64;

export interface ArrowFunction {
  /** The indexes of its first part and of the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Reviews the parts of a form, which is absent for the whole program. */
export function reviewArrows(
  source: string,
  parts: readonly Form[],
  form: Form | undefined,
  add: (finding: Finding) => void,
): void {
  // Constants of `case` can be any symbols.
  const isCase = form?.type === "list" && plainName(parts[0]) === "case";
  const found = isCase ? undefined : (arrowIn(source, parts) ?? comprehensionIn(source, parts));
  if (found === undefined) return;
  const isWhole = form !== undefined && found.from === 0 && found.to === parts.length;
  const span = isWhole
    ? form.span
    : { start: parts[found.from]?.span.start ?? 0, end: parts[found.to - 1]?.span.end ?? 0 };
  const hint = found.text.length > longestExample ? found.rule : `write ${found.text}`;
  add({ span, problem: `${written(source, { span })} is notation of another language`, hint });
}

interface Rewritten extends ArrowFunction {
  readonly rule: string;
}

/** Returns the first function with an arrow in `parts`. */
export function arrowIn(source: string, parts: readonly Form[]): Rewritten | undefined {
  const at = parts.slice(0, mostParts).findIndex(isArrow);
  const body = parts[at + 1];
  if (at < 1 || body === undefined) return undefined;
  const names = parametersOf(source, parts[at - 1]);
  if (names === undefined) return undefined;
  const { text, to } = valueAt(source, parts, at + 1);
  // The arrow of `(fn [x] => x)` is superfluous.
  const from = ["fn", "lambda", "function"].includes(plainName(parts[at - 2]) ?? "")
    ? at - 2
    : at - 1;
  return { from, to, text: `(fn [${names}] ${text})`, rule: "write a function as (fn [x] body)" };
}

function isArrow(form: Form, index: number): boolean {
  const name = plainName(form);
  return index > 0 && (name === "=>" || name === "->");
}

function parametersOf(source: string, form: Form | undefined): string | undefined {
  if (form?.type === "character") return written(source, form).slice(1);
  if (form?.type === "symbol") return plainName(form);
  return form?.type === "list" || form?.type === "vector"
    ? writtenAll(source, form.items)
    : undefined;
}

/** Returns `[body for x in coll]` and `[body for x in coll if test]`. */
function comprehensionIn(source: string, parts: readonly Form[]): Rewritten | undefined {
  const at = parts.slice(0, mostParts).findIndex((part) => plainName(part) === "for");
  const [name, word, collection, condition] = parts.slice(at + 1, at + 5);
  if (at < 1 || name === undefined || collection === undefined) return undefined;
  if (plainName(word) !== "in") return undefined;
  const test =
    plainName(condition) === "if" ? ` :when ${calculated(source, parts.slice(at + 5))}` : "";
  const body = calculated(source, parts.slice(0, at));
  const text = `(for [${written(source, name)} ${written(source, collection)}${test}] ${body})`;
  return { from: 0, to: parts.length, text, rule: "write (for [x coll] body)" };
}

function calculated(source: string, parts: readonly Form[]): string {
  return prefixText(source, parts) ?? writtenAll(source, parts);
}
