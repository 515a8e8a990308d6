// Parts of runs as text. Texts of traces are escaped.

import { oneLine } from "@ptc/core/internal/errors";
import { countText, groupedNumber } from "@ptc/core/internal/json";
import type { ModelUse, TracedRun } from "@ptc/tracer";

const shownMessage = 300;

/** Returns `answered`, or `failed (max_turns): 8 turns without an answer`. */
export function outcomeText({ outcome, reason, message }: TracedRun): string {
  if (reason === undefined) return outcome;
  const text = `${outcome} (${oneLine(reason, 60)})`;
  return message === undefined ? text : `${text}: ${oneLine(message, shownMessage)}`;
}

/** Returns `4,898 tokens in (40 % cached), 1,122 out`, and the cost if there is one. */
export function usageText(use: Omit<ModelUse, "requests" | "failedRequests">): string {
  const { inputTokens, cachedInputTokens, outputTokens, cost } = use;
  const cached =
    cachedInputTokens === 0 || inputTokens === 0
      ? ""
      : ` (${percentText(cachedInputTokens / inputTokens)} cached)`;
  return [
    `${countText(inputTokens, "token")} in${cached}`,
    `${groupedNumber(outputTokens)} out`,
    ...(cost === undefined ? [] : [`cost ${costText(cost)}`]),
  ].join(", ");
}

/** Returns a share as `82 %`. */
export function percentText(share: number): string {
  return `${String(Math.round(100 * share))} %`;
}

export function costText(cost: number): string {
  return cost.toLocaleString("en-US", { maximumSignificantDigits: 4 });
}

export function timeText(milliseconds: number): string {
  return `${groupedNumber(Math.round(10 * milliseconds) / 10)} ms`;
}
