// Names for the arguments of builtins: the field an argument is read from, or its name in the
// source. Errors about an argument include it.

import type { Form } from "@ptc/parser";
import { symbolText, type SymbolForm } from "./form-tools.ts";

/** Returns undefined if no argument has a name. */
export function operandNames(args: readonly Form[]): readonly (string | undefined)[] | undefined {
  const names = args.map(operandName);
  return names.some((name) => name !== undefined) ? names : undefined;
}

/**
 * Returns `:score` for `(:score row)`, `"a b"` for `(get row "a b")`, `parse-long of :score` for
 * `(parse-long (:score row))`, and `score` for a local.
 */
function operandName(form: Form): string | undefined {
  const name = form.type === "symbol" ? writtenName(form) : readField(form);
  return name === undefined || name.length > longestName ? undefined : name;
}

const longestName = 60;

function readField(form: Form): string | undefined {
  const [head, second, third] = form.type === "list" ? form.items : [];
  if (head?.type === "keyword") return fieldName(head);
  if (
    head?.type === "symbol" &&
    /^parse-(?:long|double)$/.test(head.name) &&
    second !== undefined
  ) {
    const parsed = operandName(second);
    return parsed === undefined ? undefined : `${head.name} of ${parsed}`;
  }
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
