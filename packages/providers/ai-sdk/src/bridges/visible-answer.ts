// Converts an agent's answer to JSON for models, without the values of firewalled fields.

import { shortened } from "@ptc/core/internal/printing";
import type { Firewall } from "@ptc/core/firewall";
import { firewalledMarker, recordOf } from "@ptc/core/internal/values";
import { formatResult } from "@ptc/subagent/text";

/** Returns a copy of plain data. Its nesting is bounded by the language's limit. */
export function visibleAnswer(value: unknown, firewall: Firewall): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || value === null) return value ?? null;
  if (value instanceof Date) return value.toJSON();
  if (Array.isArray(value)) return value.map((item) => visibleAnswer(item, firewall));
  return recordOf(
    Object.entries(value).map(([name, field]) => [
      name,
      firewall.hides(name) ? firewalledMarker : visibleAnswer(field, firewall),
    ]),
  );
}

/** Returns the answer for the model, as text or JSON, with at most `maximum` characters. */
export function shownAnswer(answer: unknown, maximum: number): string {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  if (text.length <= maximum) return text;
  if (typeof answer === "string")
    return `${shortened(answer, maximum)} (${String(answer.length - maximum)} more characters)`;
  // Still JSON, which marks the omitted parts.
  return formatResult(answer, { resultMaxChars: maximum, resultLimit: maximum }).text;
}
