// Reviews literals of collections: a calculation inside one is several of its items.

import type { Form } from "@ptc/parser";
import { elementHint, elementText } from "./adjacent.ts";
import { calculationHint, calculationIn, withCalculation } from "./calculations.ts";
import { isFunctionForm, isInfix, isSign } from "./infix.ts";
import type { Finding } from "./finding.ts";
import { plainName } from "../form-tools.ts";
import { written, writtenAll } from "./written-forms.ts";

type Add = (finding: Finding) => void;
type Collection = Extract<Form, { type: "vector" | "map" }>;

export function reviewCollection(source: string, form: Collection, add: Add): void {
  const entries = form.type === "map" ? signedEntries(source, form.items) : undefined;
  if (entries !== undefined) {
    add({
      span: form.span,
      problem: `${written(source, form)} has signs between its keys and values`,
      hint: `a map has only keys and values: write {${entries}}`,
    });
    return;
  }
  const at = form.type === "map" ? operatorKey(form.items) : bindingOperator(form.items);
  const text = at === undefined ? undefined : withCalculation(source, form);
  if (text !== undefined)
    add({
      span: form.span,
      problem: `${written(source, form)} doesn't calculate: its parts are separate ${form.type === "map" ? "keys and values" : "items"}`,
      hint: calculationHint(text),
      isWarning: form.type === "vector",
    });
  if (form.type === "map") reviewElements(source, form.items, add);
}

const entrySigns: ReadonlySet<string> = new Set(["=>", "=", "->"]);

/** Returns `:a 1 :b 2` for `:a => 1 :b => 2`. */
function signedEntries(source: string, items: readonly Form[]): string | undefined {
  const isSigned =
    items.length > 0 &&
    items.length % 3 === 0 &&
    items.every((item, index) => index % 3 !== 1 || entrySigns.has(plainName(item) ?? ""));
  return isSigned
    ? writtenAll(
        source,
        items.filter((_, index) => index % 3 !== 1),
      )
    : undefined;
}

/**
 * The index of an operator that is a key although the key before it is data. Functions may be
 * keys, as in `{max :largest + :sum}`.
 */
function operatorKey(items: readonly Form[]): number | undefined {
  for (let index = 2; index < items.length - 1; index += 2)
    if (isSign(items[index]) && isInfix(items, index) && items[index - 2]?.type !== "symbol")
      return index;
  return undefined;
}

/** The index of an operator between two calculated items: `[x (f y) + 1]`. */
function bindingOperator(items: readonly Form[]): number | undefined {
  const found = calculationIn(items);
  if (found === undefined) return undefined;
  const [left, right] = [items[found.from], items[found.from + 2]];
  const isMeant = isSign(items[found.from + 1]) && isOperand(left) && isOperand(right);
  return isMeant ? found.from + 1 : undefined;
}

function isOperand(form: Form | undefined): boolean {
  if (isFunctionForm(form)) return false;
  return form?.type === "number" || form?.type === "symbol" || form?.type === "list";
}

/** `{:first xs[0] :last ys[1]}` */
function reviewElements(source: string, items: readonly Form[], add: Add): void {
  for (let index = 1; index < items.length - 1; index++) {
    const text = elementText(source, items, index);
    const [left, right] = [items[index], items[index + 1]];
    if (text === undefined || left === undefined || right === undefined) continue;
    const span = { start: left.span.start, end: right.span.end };
    add({ span, problem: `${written(source, { span })} is two forms`, hint: elementHint(text) });
  }
}
