// Reviews map entries as JSON writes them without a space: `{"total":5}` reads as the string
// "total" and the keyword :5, and `{:total:5}` as the keyword :total:5. Keywords in
// pairs, as in `{:a:1 :b:2}`, are a valid map, which only gets a warning.

import type { Form } from "@ptc/parser";
import type { Finding } from "./finding.ts";
import { isAdjacent, written } from "./written-forms.ts";

/** Keywords that JSON would read as a value after a colon. */
const jsonValue = /^(?:-?\d[\d.eE+-]*|true|false|null|nil)$/;

/** Reviews the parts of one form. `isName` is true for the names that the program uses. */
export function reviewEntries(
  source: string,
  parts: readonly Form[],
  isMap: boolean,
  add: (finding: Finding) => void,
  isName: (name: string) => boolean,
): void {
  const isValid = parts.length % 2 === 0 && !hasCommaAfterKey(source, parts);
  for (const [index, part] of parts.entries()) {
    const entry = entryAt(source, parts, index, isMap, isName);
    if (entry === undefined) continue;
    const { key, value, end } = entry;
    const span = { start: part.span.start, end };
    add({
      span,
      problem: `${written(source, { span })} is not a key and its value`,
      isWarning: isValid && part.type === "keyword",
      hint: `the keys of a map have no colon after them: write {${key} ${value === "null" ? "nil" : value}}`,
    });
  }
}

/** True for `{:a:1, :b:2}`, where the comma separates entries of JSON. */
function hasCommaAfterKey(source: string, parts: readonly Form[]): boolean {
  return parts.some((part, index) => {
    const value = index % 2 === 0 ? parts[index + 1] : undefined;
    return value !== undefined && source.slice(part.span.end, value.span.start).includes(",");
  });
}

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly end: number;
}

function entryAt(
  source: string,
  parts: readonly Form[],
  index: number,
  isMap: boolean,
  isName: (name: string) => boolean,
): Entry | undefined {
  const [part, next] = [parts[index], parts[index + 1]];
  if (part?.type === "string" && next?.type === "keyword" && isAdjacent(part, next)) {
    const value = written(source, next).slice(1);
    const isMeant = jsonValue.test(next.name) || next.namespace === "data" || isName(value);
    return isMeant ? { key: written(source, part), value, end: next.span.end } : undefined;
  }
  if (!isMap || part?.type !== "keyword") return undefined;
  const [, key = "", value = ""] = /^([^:]+):([^:]+)$/.exec(part.name) ?? [];
  return jsonValue.test(value) ? { key: `:${key}`, value, end: part.span.end } : undefined;
}
