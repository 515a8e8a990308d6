// The names of the current data and tools, for completion.

import type { LocalNames } from "../editor/language-help.ts";
import type { PlaygroundState } from "../state/playground-state.ts";

const mostFields = 200;

export function localNamesOf({ data, tools }: PlaygroundState): LocalNames {
  return new Map([
    ...fieldsOf(data).map((field) => [`data/${field}`, "data"] as const),
    ...tools.map(({ name, signature }) => [`tool/${name}`, signature] as const),
  ]);
}

function fieldsOf(data: string): readonly string[] {
  const text = data.trim();
  if (text === "") return [];
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.keys(value).slice(0, mostFields)
      : ["rows"];
  } catch {
    return ["rows"];
  }
}
