// Digests of the parts of a tool that decide how it is used, to notice that it changed.

import { createHash } from "node:crypto";
import { isObject } from "@ptc/core/internal/host";

/** The parts of a tool that its digest covers, as its server lists them. */
export interface ToolParts {
  readonly description: unknown;
  readonly input: unknown;
  readonly output: unknown;
  /** Hints about reading and writing, or the method and path of an operation. */
  readonly hints: unknown;
}

/** The digest of each part of a tool. */
export type ToolDigest = Readonly<Record<keyof ToolParts, string>>;

/** The parts, with their names in messages. */
const partNames: Readonly<Record<keyof ToolParts, string>> = {
  description: "description",
  input: "input schema",
  output: "output schema",
  hints: "hints",
};

/** Returns the digests of a tool's parts. The order of keys doesn't matter. */
export function toolDigest(parts: ToolParts): ToolDigest {
  return {
    description: digestOf(parts.description),
    input: digestOf(parts.input),
    output: digestOf(parts.output),
    hints: digestOf(parts.hints),
  };
}

/** Returns the names of the parts that differ. */
export function changedParts(before: ToolDigest, now: ToolDigest): readonly string[] {
  return (Object.keys(partNames) as (keyof ToolParts)[])
    .filter((part) => before[part] !== now[part])
    .map((part) => partNames[part]);
}

function digestOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([ordered(value)]))
    .digest("base64url");
}

/** Bounded: lists of tools are refused above 100 levels. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  return Object.keys(value)
    .sort()
    .map((key) => [key, ordered(value[key])]);
}
