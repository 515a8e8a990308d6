// Names for the operands of arithmetic and comparisons: the field an operand is read from, or its
// name in the source. Errors about an operand include it.

import type { Form } from "@ptc/parser";
import { symbolText, type SymbolForm } from "./form-tools.ts";

const quantityOperations: ReadonlySet<string> = new Set([
  ...[
    "+",
    "-",
    "*",
    "/",
    "inc",
    "dec",
    "abs",
    "quot",
    "rem",
    "mod",
    "max",
    "min",
    "round",
    "Math/round",
  ],
  ...["<", ">", "<=", ">=", "zero?", "pos?", "neg?", "even?", "odd?"],
]);

/** True if the errors of a builtin name its operands. */
export function takesQuantities(builtin: string): boolean {
  return quantityOperations.has(builtin);
}

export function operandNames(args: readonly Form[]): readonly (string | undefined)[] {
  return args.map(operandName);
}

/** Returns `:score` for `(:score row)`, `"a b"` for `(get row "a b")`, and `score` for a local. */
function operandName(form: Form): string | undefined {
  const name = form.type === "symbol" ? writtenName(form) : readField(form);
  return name === undefined || name.length > longestName ? undefined : name;
}

const longestName = 60;

function readField(form: Form): string | undefined {
  const [head, , third] = form.type === "list" ? form.items : [];
  if (head?.type === "keyword") return fieldName(head);
  if (third === undefined || head?.type !== "symbol") return undefined;
  if (head.name === "get") return fieldName(third);
  if (head.name !== "get-in" || third.type !== "vector") return undefined;
  const parts = third.items.map(fieldName);
  return parts.every((part) => part !== undefined) ? `[${parts.join(" ")}]` : undefined;
}

function fieldName(form: Form): string | undefined {
  if (form.type === "string") return JSON.stringify(form.value);
  if (form.type !== "keyword") return undefined;
  return `:${form.namespace === undefined ? "" : `${form.namespace}/`}${form.name}`;
}

/**
 * Returns the name as written. Names from rewritten forms and `#(…)` mean nothing to a reader, so
 * they are left out.
 */
function writtenName(form: SymbolForm): string | undefined {
  return /[%\s(]/.test(form.name) ? undefined : symbolText(form);
}
