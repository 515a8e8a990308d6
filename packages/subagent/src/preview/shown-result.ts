// Prepares the result of a native tool call for the model: JSON without the values of firewalled
// fields. The log of a mission applies it to every tool message, so that no mode can forget it.

import type { Firewall } from "@ptc/core/firewall";
import { fromHost, maximumDataDepth } from "@ptc/core/values";
import { firewalledMarker, recordOf } from "@ptc/core/internal/values";
import type { ToolResultPart } from "@ptc/llm";

const tooDeep = "#<nested too deep to show>";

export function shownResult(part: ToolResultPart, firewall: Firewall): ToolResultPart {
  // Hide fields first, because their values are then hidden in the rest of the result too.
  const hidden = new ResultOfTool(firewall).shown(part.output, 0);
  return { ...part, output: maskedResult(hidden, firewall) };
}

class ResultOfTool {
  private readonly firewall: Firewall;

  constructor(firewall: Firewall) {
    this.firewall = firewall;
  }

  shown(value: unknown, depth: number): unknown {
    if (typeof value === "string" || typeof value === "boolean" || typeof value === "number")
      return value;
    if (typeof value === "bigint") return String(value);
    if (typeof value !== "object" || value === null) return null;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (depth > maximumDataDepth) return tooDeep;
    return Array.isArray(value)
      ? this.items(value, depth)
      : recordOf(
          Object.entries(value).map(([name, item]): [string, unknown] => [
            name,
            this.firewall.hides(name) ? this.hidden(item) : this.shown(item, depth + 1),
          ]),
        );
  }

  private items(items: readonly unknown[], depth: number): unknown[] {
    const [name, item] = items;
    // An array of two may be a map entry, so its first element counts as a field name.
    return items.length === 2 && typeof name === "string" && this.firewall.hides(name)
      ? [name, this.hidden(item)]
      : items.map((each) => this.shown(each, depth + 1));
  }

  private hidden(value: unknown): string {
    this.firewall.note(fromHost(value), value);
    return firewalledMarker;
  }
}

/** Masks all texts in a JSON value, including field names. */
export function maskedResult(value: unknown, firewall: Firewall): unknown {
  if (typeof value === "string") return firewall.mask(value);
  if (typeof value === "number") return firewall.hidesNumber(value) ? firewalledMarker : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => maskedResult(item, firewall));
  return recordOf(
    Object.entries(value).map(([name, item]): [string, unknown] => [
      firewall.maskValues(name),
      maskedResult(item, firewall),
    ]),
  );
}
