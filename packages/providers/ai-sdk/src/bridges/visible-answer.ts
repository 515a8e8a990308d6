// What an agent returned, as JSON that models may see: without the values of firewalled fields.

import type { Firewall } from "@ptc/core/firewall";
import { firewalledMarker, recordOf } from "@ptc/core/internal/values";
import { formatResult } from "@ptc/subagent/text";

/** A copy of plain data; it is nested no deeper than data of the language can be. */
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

/** The answer as the model is shown it: a text, or JSON, up to so many characters. */
export function shownAnswer(answer: unknown, maximum: number): string {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  if (text.length <= maximum) return text;
  if (typeof answer === "string")
    return `${answer.slice(0, maximum)}… (${String(answer.length - maximum)} more characters)`;
  // Still JSON, which says itself what is left out.
  return formatResult(answer, { resultMaxChars: maximum, resultLimit: maximum }).text;
}
