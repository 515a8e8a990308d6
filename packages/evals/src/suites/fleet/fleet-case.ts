// Makes the cases of the fleet suite.

import { numeric, unordered } from "../../score/answer-scorers.ts";
import type { PromptCase } from "../../suite/eval-case.ts";
import type { Fleet } from "./fleet-data.ts";

/** The types of the tables in signatures. */
const tables = {
  bikes:
    "[{id :string, model :string, kind :string, station :string, electric :bool, hourly :float, weight_kg :float, bought_on :string}]",
  riders: "[{id :string, name :string, city :string, plan :string, joined_on :string}]",
  rentals:
    "[{id :string, bike_id :string, rider_id :string, day :string, minutes :int, paid :float, status :string, channel :string}]",
  repairs:
    "[{id :string, bike_id :string, mechanic :string, reason :string, cost :float, day :string, decision :string}]",
} as const satisfies Readonly<Record<keyof Fleet, string>>;

/** A task over some tables. */
export interface FleetTask {
  readonly name: string;
  readonly tag: string;
  readonly prompt: string;
  readonly tables: readonly (keyof Fleet)[];
  /** The type of the answer. */
  readonly answer: string;
  readonly expected: unknown;
  readonly maxTurns: number;
  /** True if the order of lists in the answer doesn't matter. */
  readonly isUnordered?: true;
  readonly tools?: PromptCase["tools"];
}

/** Amounts are rounded in different ways, so they may differ by a cent. */
const tolerance = { absolute: 0.0101 };

/** Returns the case of a task. */
export function fleetCase(fleet: Fleet, task: FleetTask): PromptCase {
  const inputs = task.tables.map((name) => `${name} ${tables[name]}`).join(", ");
  return {
    name: task.name,
    tags: [task.tag],
    prompt: task.prompt,
    signature: `(${inputs}) -> ${task.answer}`,
    context: Object.fromEntries(task.tables.map((name) => [name, fleet[name]])),
    expected: task.expected,
    score: task.isUnordered === true ? unordered(tolerance) : numeric(tolerance),
    options: { maxTurns: task.maxTurns },
    ...(task.tools === undefined ? {} : { tools: task.tools }),
  };
}

/** Returns the tasks with a shared tag and number of turns. */
export function tasksOf(
  tag: string,
  maxTurns: number,
  tasks: readonly Omit<FleetTask, "tag" | "maxTurns">[],
): readonly FleetTask[] {
  return tasks.map((task) => ({ ...task, tag, maxTurns }));
}
