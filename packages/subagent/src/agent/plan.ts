// The plan of a mission: items that its author names. The model reports an item as done with
// `(step-done "id" "summary")` and is shown which items are done. The plan does not change while an
// agent runs.

import { OptionError } from "@ptc/core/errors";
import { oneLine } from "@ptc/core/internal/errors";
import { wrongOption } from "../options/option-checks.ts";

/**
 * A plan item: its description alone, and then its number is its id; or a description with an id,
 * as an object or as a pair. A planner agent may answer with a list of any of them. A description
 * is shown on one line.
 */
export type PlanEntry =
  | string
  | readonly [id: string, description: string]
  | { readonly id: string; readonly description: string };

/** One step of a plan: the id that `step-done` names, and what is to be done. */
export interface PlanItem {
  readonly id: string;
  readonly description: string;
}

/** @throws OptionError */
export function planItems(plan: readonly PlanEntry[] = []): readonly PlanItem[] {
  // A caller written in JavaScript may pass anything.
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
      throw new OptionError("plan", `the id ${JSON.stringify(oneLine(id, 60))} stands there twice`);
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
      "expected a text, [id, description] or { id, description } with texts in both",
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
