// Turns JSON text into the context: the fields of an object become `data/…`. A list, or JSON lines,
// becomes `data/rows`.

import { isObject } from "@ptc/core/internal/host";
import { parseJson, type ParsedJson } from "./parse-json.ts";

/** The fields of the context, or the reason why the text is invalid. */
export type ContextFields =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

/** Returns the fields of the context, or a message that says what is wrong with the text. */
export function contextFields(text: string): ContextFields {
  const json = contextValue(text);
  if (!json.ok) return json;
  const { value } = json;
  if (Array.isArray(value)) return { ok: true, fields: { rows: value as unknown } };
  if (isObject(value)) return { ok: true, fields: value };
  return {
    ok: false,
    message: `expected a JSON object (its fields become data/…) or a list (it becomes data/rows), got ${value === null ? "null" : `a ${typeof value}`}`,
  };
}

/** Returns the value of JSON text, or the list of values of JSON lines. */
export function contextValue(text: string): ParsedJson {
  return valuesByLine(text) ?? parseJson(text);
}

/**
 * Returns the values of JSON lines: text with a complete value on its first line, and more lines.
 */
function valuesByLine(text: string): ParsedJson | undefined {
  const start = text.search(/\S/);
  const end = text.indexOf("\n", start);
  const isOneLine = start === -1 || end === -1 || text.slice(end).trim() === "";
  if (isOneLine || !parseJson(text.slice(start, end)).ok) return undefined;
  const values: unknown[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const json = parseJson(line);
    if (!json.ok) return { ok: false, message: `line ${String(index + 1)}: ${json.message}` };
    values.push(json.value);
  }
  return { ok: true, value: values };
}
