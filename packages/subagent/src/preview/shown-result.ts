// Makes the answer to a native tool call one that a model may read: JSON without the values of
// firewalled fields. The log of a mission applies it to every tool message, so that no mode can
// forget it.

import type { Firewall } from "@ptc/core/firewall";
import { fromHost, maximumDataDepth } from "@ptc/core/values";
import { firewalledMarker, recordOf } from "@ptc/core/internal/values";
import type { ToolResultPart } from "@ptc/llm";

const tooDeep = "#<nested too deep to be shown>";

export function shownResult(part: ToolResultPart, firewall: Firewall): ToolResultPart {
  // The fields are hidden first: what stands in them is hidden in the rest of the answer too.
  const hidden = new ResultOfTool(firewall).shown(part.output, 0);
  return { ...part, output: masked(hidden, firewall) };
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
    // An array of two may be the entry of a map, so its first element counts as a field's name.
    return items.length === 2 && typeof name === "string" && this.firewall.hides(name)
      ? [name, this.hidden(item)]
      : items.map((each) => this.shown(each, depth + 1));
  }

  private hidden(value: unknown): string {
    this.firewall.note(fromHost(value), value);
    return firewalledMarker;
  }
}

/** JSON with its texts masked, those of names too. */
function masked(value: unknown, firewall: Firewall): unknown {
  if (typeof value === "string") return firewall.mask(value);
  if (typeof value === "number") return firewall.hidesNumber(value) ? firewalledMarker : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => masked(item, firewall));
  return recordOf(
    Object.entries(value).map(([name, item]): [string, unknown] => [
      firewall.maskValues(name),
      masked(item, firewall),
    ]),
  );
}
