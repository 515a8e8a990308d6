// Reads the data of the playground: a JSON object gives a field for each key, and JSON of another
// kind or CSV gives `data/rows`.

import { run } from "@ptc/lisp";

export type DataContext =
  | { readonly ok: true; readonly context: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

export async function dataContext(text: string): Promise<DataContext> {
  const trimmed = text.trim();
  if (trimmed === "") return { ok: true, context: {} };
  if (/^[[{"\d-]|^(true|false|null)$/.test(trimmed)) {
    const json = parsed(trimmed);
    if (json !== undefined) return { ok: true, context: fieldsOf(json.value) };
    if (/^[[{]/.test(trimmed))
      return { ok: false, message: `The data is not valid JSON: ${jsonMistake(trimmed)}` };
  }
  return await csvContext(text);
}

async function csvContext(text: string): Promise<DataContext> {
  const step = await run("(csv/read-rows data/text)", {
    context: { text },
    limits: { timeoutMs: 2_000 },
  });
  return step.ok
    ? { ok: true, context: { rows: step.return } }
    : { ok: false, message: `The data is not valid CSV: ${step.fail.message}` };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : { rows: value };
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function jsonMistake(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
