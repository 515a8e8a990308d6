// How long a provider asks to wait, from its response headers.

import type { Clock } from "@ptc/core/contracts";
import type { ErrorFacts } from "./error-facts.ts";

/**
 * Milliseconds, or `undefined` when the provider does not say. Dates are counted from the clock's
 * now.
 */
export function retryAfterMs(facts: ErrorFacts, clock: Clock): number | undefined {
  const milliseconds = nonNegativeNumber(facts.header("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const text = facts.header("retry-after");
  const seconds = nonNegativeNumber(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now());
}

function nonNegativeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,9}(?:\.\d{1,9})?\s*$/.test(text)
    ? Number(text)
    : undefined;
}
