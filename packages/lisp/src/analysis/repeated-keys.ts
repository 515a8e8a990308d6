// Finds a repeated key in a map literal, or a repeated member in a set literal. Clojure's reader
// refuses them, because one of the two would be lost silently. Only keys that are plain in the
// source are compared. Keys that turn out to be equal at run time are merged, and the last one
// wins.

import type { Form } from "@ptc/parser";
import { symbolText } from "./form-tools.ts";

/** Returns the first key that equals an earlier one. */
export function repeatedKey(keys: readonly Form[]): Form | undefined {
  const seen = new Set<string>();
  return keys.find((key) => {
    const text = plainText(key);
    if (text === undefined) return false;
    if (seen.has(text)) return true;
    seen.add(text);
    return false;
  });
}

/**
 * Returns the same text for equal plain forms and different texts for different ones, or undefined
 * for other kinds of forms.
 */
function plainText(form: Form): string | undefined {
  switch (form.type) {
    case "keyword":
      return `:${form.namespace ?? ""}/${form.name}`;
    case "string":
      return `"${form.value}`;
    case "number":
      return `#${String(form.value)}`;
    case "symbol":
      return `'${symbolText(form)}`;
    case "boolean":
      return String(form.value);
    case "nil":
      return "nil";
    default:
      return undefined;
  }
}
