// Planner and executor: one mission writes the plan, our own rule checks it, and another mission
// executes it and reports each step as done. Nothing happens before the plan is accepted.

import { chain, defineAgent, run, type MissionStep } from "@ptc/subagent";
import type { LanguageModel } from "@ptc/llm";
import type { Log } from "./logs.ts";

const planner = defineAgent({
  name: "planner",
  prompt:
    "Plan the check of the meter readings: which plants are above data/limit, and by how much is the worst? Two to four steps, each with an id of one word and what is to be done in it.",
  signature:
    "(readings [{plant :string, entry :int, litres :int}], limit :int) -> {steps [{id :string, task :string}]}",
  maxTurns: 2,
});

const executor = defineAgent({
  name: "executor",
  prompt:
    "Check the meter readings by the plan, and report each step as it is done: which plants are above data/limit, and by how much is the worst?",
  signature:
    "(readings [{plant :string, entry :int, litres :int}], limit :int) -> {above [:string], worst :int}",
  maxTurns: 4,
});

export interface Audit {
  readonly above: readonly string[];
  readonly worst: number;
}

export type Planned =
  /** The plan was rejected and nothing was done. */
  | { readonly kind: "refused"; readonly why: string; readonly plan: MissionStep<Plan> }
  /** `audit` fails with `chained_failure` if there is no plan. */
  | {
      readonly kind: "handed-on";
      readonly plan: MissionStep<Plan>;
      readonly audit: MissionStep<Audit>;
    };

export interface Plan {
  readonly steps: readonly { readonly id: string; readonly task: string }[];
}

export interface Reading {
  readonly plant: string;
  readonly entry: number;
  readonly litres: number;
}

export async function plannerAndExecutor(
  readings: readonly Reading[],
  limit: number,
  llm: LanguageModel,
): Promise<Planned> {
  const context = { readings: readings.map((reading) => ({ ...reading })), limit };
  const plan = await run(planner, { llm, context });
  const steps = plan.ok ? plan.return.steps : [];
  const why = plan.ok ? problemOf(plan.return) : undefined;
  if (why !== undefined) return { kind: "refused", why, plan };
  const audit = await chain(plan, executor, {
    llm,
    context,
    plan: steps.map(({ id, task }) => ({ id, description: task })),
  });
  return { kind: "handed-on", plan, audit };
}

/**
 * Returns the problem with a plan. For two steps with one id, `chain` throws because that is the
 * caller's mistake.
 */
function problemOf({ steps }: Plan): string | undefined {
  if (steps.length < 2 || steps.length > 4) return `it has ${String(steps.length)} steps`;
  if (new Set(steps.map(({ id }) => id)).size < steps.length) return "two steps have the same id";
  const isEmpty = steps.some(({ id, task }) => id === "" || task.trim() === "");
  return isEmpty ? "a step says nothing" : undefined;
}

/** Returns the meter readings of the plants; some were sent twice. */
export function readingsOf(logs: readonly Log[]): readonly Reading[] {
  return logs.flatMap(({ plant, leaks }) =>
    leaks.flatMap(({ entry, litres }) =>
      Array.from({ length: entry % 7 === 0 ? 2 : 1 }, () => ({ plant, entry, litres })),
    ),
  );
}
