// The plan of a mission: items that its author names. The model reports an item as done with
// `(step-done "id" "summary")` and sees which items are done. The plan doesn't change during a run.

import { OptionError } from "@ptc/core/errors";
import { oneLine } from "@ptc/core/internal/errors";
import { wrongOption } from "../options/option-checks.ts";

/**
 * A plan item. A description alone gets its position as its id. To give an id, use an object or a
 * pair. A planner agent may return a list of any of these. Descriptions are shown on one line.
 */
export type PlanEntry =
  | string
  | readonly [id: string, description: string]
  | { readonly id: string; readonly description: string };

/** An item of a plan: the id that `step-done` names, and the work to do. */
export interface PlanItem {
  readonly id: string;
  readonly description: string;
}

/** Checks the plan. @throws OptionError */
export function planItems(plan: readonly PlanEntry[] = []): readonly PlanItem[] {
  // JavaScript callers may pass anything.
  const given: unknown = plan;
  if (!Array.isArray(given))
    throw wrongOption(
      "plan",
      "expected a list of descriptions, of [id, description] or of { id, description }",
      given,
    );
  const steps = plan.map((entry, index) => planItem(entry, index));
  const known = new Set<string>();
  for (const { id } of steps) {
    if (known.has(id))
      throw new OptionError("plan", `the id ${JSON.stringify(oneLine(id, 60))} occurs twice`);
    known.add(id);
  }
  return steps;
}

function planItem(entry: PlanEntry, index: number): PlanItem {
  const option = `plan[${String(index)}]`;
  const given: unknown = entry;
  const { id, description } = partsOf(given, index);
  if (
    typeof id !== "string" ||
    id === "" ||
    typeof description !== "string" ||
    description.trim() === ""
  )
    throw wrongOption(
      option,
      "expected a string, [id, description] or { id, description } with strings in both",
      given,
    );
  return { id, description: onOneLine(description) };
}

function onOneLine(description: string): string {
  return description
    .split(/[\r\n\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}

function partsOf(given: unknown, index: number): Partial<PlanItem> {
  if (typeof given === "string") return { id: String(index + 1), description: given };
  if (!Array.isArray(given)) return given ?? {};
  const [id, description] = given as unknown[];
  return given.length === 2 ? ({ id, description } as Partial<PlanItem>) : {};
}
