// Shows the model the progress of a mission with a plan, as a list with checkboxes.

import { visibleLine } from "@ptc/core/printing";
import type { PlanItem } from "../agent/plan.ts";

const longestSummary = 200;

/**
 * One line for each plan item, such as `- [x] Charge card: Charged tx_abc`. Reported items that are
 * not in the plan come last. Empty without a plan.
 */
export function progressText(
  plan: readonly PlanItem[],
  summaries: ReadonlyMap<string, string>,
): string {
  if (plan.length === 0) return "";
  const planned = plan.map(({ id, description }) => line(description, summaries.get(id)));
  const known = new Set(plan.map(({ id }) => id));
  const further = [...summaries]
    .filter(([id]) => !known.has(id))
    .map(([id, summary]) => line(short(id), summary));
  return [...planned, ...(further.length === 0 ? [] : ["Besides the plan:", ...further])].join(
    "\n",
  );
}

function line(what: string, summary: string | undefined): string {
  return summary === undefined ? `- [ ] ${what}` : `- [x] ${what}: ${short(summary)}`;
}

function short(text: string): string {
  const shown = visibleLine(text.slice(0, longestSummary));
  return text.length > longestSummary ? `${shown}…` : shown;
}
