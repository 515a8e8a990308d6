// Makes the answer to a native tool call one that a model may read: JSON without the values of
// firewalled fields. The log of a mission applies it to every tool message, so that no mode can
// forget it.

import { hideFirewalledJson } from "@ptc/core/printing";
import { firewalledMarker, isFirewalledName, maximumDataDepth, recordOf } from "@ptc/core/values";
import type { ToolResultPart } from "@ptc/llm";

const tooDeep = "#<nested too deep to be shown>";

export function shownResult(part: ToolResultPart): ToolResultPart {
  return { ...part, output: shown(part.output, 0) };
}

function shown(value: unknown, depth: number): unknown {
  if (typeof value === "string") return hideFirewalledJson(value);
  if (typeof value === "boolean" || typeof value === "number") return value;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (depth > maximumDataDepth) return tooDeep;
  return Array.isArray(value)
    ? shownItems(value, depth)
    : recordOf(
        Object.entries(value).map(([name, item]): [string, unknown] => [
          name,
          isFirewalledName(name) ? firewalledMarker : shown(item, depth + 1),
        ]),
      );
}

function shownItems(items: readonly unknown[], depth: number): unknown[] {
  const [name] = items;
  // An array of two may be the entry of a map, so its first element counts as a field's name.
  return items.length === 2 && typeof name === "string" && isFirewalledName(name)
    ? [name, firewalledMarker]
    : items.map((item) => shown(item, depth + 1));
}
