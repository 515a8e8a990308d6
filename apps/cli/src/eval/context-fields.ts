// What `data/…` is for a JSON text: the fields of an object; a list, or one value for each line, is
// `data/rows`.

import { parseJson, type ParsedJson } from "../files/parse-json.ts";

export type ContextFields =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

export function contextFields(text: string): ContextFields {
  const json = valuesByLine(text) ?? parseJson(text);
  if (!json.ok) return json;
  const { value } = json;
  if (Array.isArray(value)) return { ok: true, fields: { rows: value as unknown } };
  if (typeof value === "object" && value !== null)
    return { ok: true, fields: value as Readonly<Record<string, unknown>> };
  return {
    ok: false,
    message: `expected a JSON object whose fields become data/…, or a list, which becomes data/rows, got ${value === null ? "null" : `a ${typeof value}`}`,
  };
}

/** The values of a text whose first line is a whole one and has others below it. */
function valuesByLine(text: string): ParsedJson | undefined {
  const start = text.search(/\S/);
  const end = text.indexOf("\n", start);
  const isAlone = start === -1 || end === -1 || text.slice(end).trim() === "";
  if (isAlone || !parseJson(text.slice(start, end)).ok) return undefined;
  const values: unknown[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const json = parseJson(line);
    if (!json.ok)
      return { ok: false, message: `line ${String(index + 1)} is no value: ${json.message}` };
    values.push(json.value);
  }
  return { ok: true, value: values };
}
