// Companions of `task`: discards a task result, reports steps of a plan, and returns the remaining
// budget.

import { Keyword, fromHost, MapValue, type Value } from "@ptc/core/values";
import { MapBuilder } from "@ptc/core/internal/values";
import { counterNames, counterTable } from "../../evaluation/budget/counts.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { Result } from "../../evaluation/result.ts";
import { resetTask } from "../../effects/task.ts";
import { taskId } from "../../effects/task-id.ts";
import { textOf } from "../text/printed-text.ts";
import { row, type BuiltinRow } from "../row.ts";

function reset(branch: Branch, id: Value): Result {
  return resetTask(branch, taskId(branch, id, "task-reset"));
}

function reportStep(branch: Branch, id: Value, summary: Value): Value {
  const text = textOf(branch, summary, "step-done");
  branch.charge(64 + text.length * 2);
  branch.records.add("summaries", [taskId(branch, id, "step-done"), text]);
  return text;
}

/** Returns the run's own budget and the entries the host adds. */
function remaining(branch: Branch): Value {
  const left = branch.remaining;
  const builder = new MapBuilder();
  for (const counter of counterNames)
    builder.set(new Keyword(counterTable[counter]), left[counter]);
  const given = fromHost(branch.evaluation.budget ?? {});
  if (given instanceof MapValue)
    given.forEach((key: Value, value: Value) => {
      builder.set(typeof key === "string" ? new Keyword(key) : key, value);
    });
  return builder.build();
}

const keys = /* @__PURE__ */ counterNames.map((name) => `:${counterTable[name]}`).join(", ");

export const taskRows: readonly BuiltinRow[] = [
  row("task-reset", "(task-reset id)", {
    doc: "Removes the recorded result of a task from the journal, to run it again; nil.",
    example: ['(task-reset "fetch-users")', "nil"],
    clojure: false,
    arities: { 1: reset },
  }),
  row("step-done", "(step-done id summary)", {
    doc: "Reports a plan step as done and returns the summary.",
    example: ['(step-done "1" "fetched 42 users")', '"fetched 42 users"'],
    clojure: false,
    arities: { 2: reportStep },
  }),
  row("budget/remaining", "(budget/remaining)", {
    doc: `The remaining budget: ${keys}, and entries of the host: in a mission the remaining :turns, :work-turns, :retry-turns, :model-calls, :tokens, and :used, :depth.`,
    example: ["(pos? (:tool-calls (budget/remaining)))", "true"],
    clojure: false,
    arities: { 0: remaining },
  }),
];
