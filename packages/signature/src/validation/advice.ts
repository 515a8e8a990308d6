// Suggests how to fix a value. Call it only for findings that are listed, because the search takes
// time for each name.

import { nearestNames } from "@ptc/core/internal/errors";
import { visibleText } from "@ptc/core/printing";
import { quotedText } from "@ptc/core/internal/printing";
import type { EnumType, MapType, Type, UnionType } from "../model.ts";
import type { Crossing } from "./crossing.ts";
import type { PathSegment } from "./violation.ts";

const longestSought = 64;

/** Returns what to do about a key that a closed map doesn't have. */
export function nearestField({ fields }: MapType, key: string): string {
  const names = fields.map(({ name }) => name);
  const near = nearestNames(key.slice(0, longestSought), names, 1)[0];
  return near === undefined ? "remove it" : `did you mean ${near}?`;
}

interface AdviceOptions extends Crossing {
  readonly direction: "input" | "output";
  readonly coerces: boolean;
}

/** Returns how to fix a value that doesn't fit, if there is something to say. */
export function adviceFor(
  type: Type,
  value: unknown,
  path: readonly PathSegment[],
  { direction, coerces, timeTexts }: AdviceOptions,
): string | undefined {
  const name = path.at(-1);
  if (value === undefined && typeof name === "string") {
    if (direction === "input")
      return path.length === 1 ? `pass ${name}` : `add ${name} to this map`;
    return `add :${name} to ${path.length === 1 ? "the returned map" : "this map"}`;
  }
  if (typeof value === "bigint" && hasNumbers(type))
    return `integers beyond ±${String(Number.MAX_SAFE_INTEGER)} fit only :any: declare the type as :any, or as :string and ${direction === "input" ? "pass" : "return"} (str n)`;
  if (type.kind === "file") return "a file value from data, not just its fields";
  if (typeof value !== "string") return undefined;
  if (type.kind === "enum") return nearestValue(type, value);
  if (type.kind === "union") return nearestOfBranches(type, value);
  if (type.kind !== "datetime") return undefined;
  if (coerces || timeTexts !== undefined)
    return "write it with its offset, as in 2026-01-31T09:30:00Z";
  return direction === "input"
    ? "pass a Date"
    : '(java.time.Instant/parse "2026-01-31T09:30:00Z") makes a datetime';
}

function hasNumbers(type: Type): boolean {
  switch (type.kind) {
    case "nilable":
      return hasNumbers(type.type);
    case "union":
      return type.branches.some(hasNumbers);
    default:
      return type.kind === "int" || type.kind === "float";
  }
}

/** Returns the enum value that `text` probably means. */
function nearestValue({ values }: EnumType, text: string): string | undefined {
  const near = nearestNames(text.slice(0, longestSought), values, 1)[0];
  return near === undefined ? undefined : `did you mean ${visibleText(quotedText(near))}?`;
}

function nearestOfBranches({ branches }: UnionType, text: string): string | undefined {
  const found = branches.find((type) => type.kind === "enum");
  return found === undefined ? undefined : nearestValue(found, text);
}
