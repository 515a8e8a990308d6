// Calls and indexes as other languages write them, with the brackets directly after a name:
// `print(x)` and `xs[0]`.

import type { Form } from "@ptc/parser";
import { foreignNames } from "../../catalog/foreign-names.ts";
import { symbolText } from "../form-tools.ts";
import { isAdjacent, written, writtenAll } from "./written-forms.ts";

/** Forms that take a vector, which may follow their name directly. */
const takesVector: ReadonlySet<string> = new Set(
  "fn let loop defn defn- for doseq dotimes if-let when-let if-some when-some when-first with-redefs binding".split(
    " ",
  ),
);

/** Returns how `f(x)` is written here, if the forms at `index` and after it are such a call. */
export function callText(
  source: string,
  items: readonly Form[],
  index: number,
): string | undefined {
  const [name, args] = [items[index], items[index + 1]];
  if (name?.type !== "symbol" || args?.type !== "list" || !isAdjacent(name, args)) return undefined;
  const inside = writtenAll(source, args.items);
  return `(${symbolText(name)}${inside === "" ? "" : ` ${inside}`})`;
}

/** Returns how `xs[0]` is written here, if the forms at `index` and after it are such a read. */
export function elementText(
  source: string,
  items: readonly Form[],
  index: number,
): string | undefined {
  const [target, key] = [items[index], items[index + 1]];
  const isTarget = target?.type === "list" || target?.type === "symbol";
  if (!isTarget || key?.type !== "vector" || !isAdjacent(target, key)) return undefined;
  if (target.type === "symbol" && takesVector.has(target.name)) return undefined;
  const [first, ...others] = key.items;
  if (first === undefined || others.length > 0) return undefined;
  const [read, at] = [written(source, target), written(source, first)];
  switch (first.type) {
    case "number":
      return `(nth ${read} ${at})`;
    case "keyword":
      return `(${at} ${read})`;
    case "string":
    case "symbol":
    case "list":
      return `(get ${read} ${at})`;
    default:
      return undefined;
  }
}

export function callHint(text: string): string {
  const advice = foreignNames.get(/^\(([^\s()]+)/.exec(text)?.[1] ?? "");
  // The first brackets of a function are its parameters, not a call.
  if (advice?.startsWith("use fn") === true) return advice;
  return `the name is inside the parentheses: write ${text}${advice === undefined ? "" : `; ${advice}`}`;
}

export function elementHint(text: string): string {
  return `brackets after a name don't read an element: write ${text}`;
}
