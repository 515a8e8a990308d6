// Shows the model the progress of a mission with a plan, as a list with checkboxes.

import { oneLine } from "@ptc/core/internal/errors";
import type { Firewall } from "@ptc/core/firewall";
import type { PlanItem } from "../agent/plan.ts";
import { maskedEnvelope } from "../preview/data-envelope.ts";
import { shownName } from "../shape/shown-name.ts";

const longestSummary = 200;
/** The maximum number of listed items that were reported but are not in the plan. */
const listedUnplanned = 50;

/**
 * Returns one line for each plan item, with the id that reports it, such as
 * `- [x] charge: Charge card — Charged tx_abc`. Reported items outside the plan come last. Empty
 * without a plan.
 */
export function progressText(
  plan: readonly PlanItem[],
  summaries: ReadonlyMap<string, string>,
  masked: (line: string, id: string) => string = (line) => line,
): string {
  if (plan.length === 0) return "";
  const planned = plan.map(({ id, description }) =>
    masked(planLine(`${shownName(id)}: ${description}`, summaries.get(id)), id),
  );
  const known = new Set(plan.map(({ id }) => id));
  const unplanned = [...summaries].filter(([id]) => !known.has(id));
  const listed = unplanned
    .slice(0, listedUnplanned)
    .map(([id, summary]) => masked(`- [x] ${oneLine(id, longestSummary)}: ${shown(summary)}`, id));
  const omitted = unplanned.length - listed.length;
  return [
    ...planned,
    ...(listed.length === 0 ? [] : ["Out-of-plan steps:", ...listed]),
    ...(omitted === 0 ? [] : [`and ${String(omitted)} more`]),
  ].join("\n");
}

/**
 * Returns the same with a title, in an envelope. Masks the summaries before shortening them. An id
 * is taken for the name of a firewalled field only if it begins with `_`.
 */
export function progressSection(
  plan: readonly PlanItem[],
  summaries: ReadonlyMap<string, string>,
  firewall: Firewall,
): string {
  const masked = new Map([...summaries].map(([id, summary]) => [id, firewall.mask(summary)]));
  const shownPlan = plan.map((item) => ({
    ...item,
    description: firewall.mask(item.description),
  }));
  const progress = progressText(shownPlan, masked, (line, id) =>
    id.startsWith("_") ? firewall.mask(line) : firewall.maskValues(line),
  );
  return progress === "" ? "" : `Progress:\n${maskedEnvelope("progress", progress)}`;
}

function planLine(what: string, summary: string | undefined): string {
  return summary === undefined ? `- [ ] ${what}` : `- [x] ${what} — ${shown(summary)}`;
}

function shown(summary: string): string {
  return oneLine(summary, longestSummary);
}
