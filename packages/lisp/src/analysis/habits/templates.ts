// Writes a string with placeholders, such as `Total: ${x}`, as a call of `str`.

import { longestExample } from "./written-forms.ts";

/** The most placeholders of one string that are written out. */
const mostParts = 8;

/** The placeholders of template strings, and of strings with a prefix. */
export const dollarPlaceholder = /\$\{([a-zA-Z_(%][^{}"]*)\}/;
const placeholder = /\{([a-zA-Z_(%][^{}"]*)\}/;

/** Returns `(str "Total: " x)`. */
export function templateText(text: string, pattern = placeholder): string {
  const parts = text.split(pattern, 2 * mostParts);
  const texts = parts.flatMap((part, index) => {
    if (index % 2 === 1) return [valueText(part)];
    return part === "" ? [] : [JSON.stringify(part)];
  });
  const call = `(str ${texts.join(" ")})`;
  const isLong = call.length > longestExample || parts.length >= 2 * mostParts - 1;
  return isLong ? '(str "text " x)' : call;
}

/** `x` for `x`, `(:total order)` for `order.total`, and `…` for anything else. */
function valueText(text: string): string {
  if (text.startsWith("(")) return text;
  const fields = text.trim().split(".");
  const [value = "", ...others] = fields;
  if (!fields.every((field) => /^[\w/%-]+$/.test(field))) return "…";
  if (others.length === 0) return value;
  return others.length === 1
    ? `(:${others.join("")} ${value})`
    : `(get-in ${value} [:${others.join(" :")}])`;
}
