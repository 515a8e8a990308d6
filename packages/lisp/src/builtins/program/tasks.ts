// What goes with `task`: taking a result back, and reporting steps of a plan. Also the question
// what may still be spent.

import { Keyword, MapBuilder, fromHost, MapValue, type Value } from "@ptc/core/values";
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

/** The run's own budget, and what the host adds to it. */
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
    doc: "Takes the recorded result of a task out of the journal, so that it runs again; nil.",
    example: ['(task-reset "fetch-users")', "nil"],
    clojure: false,
    arities: { 1: reset },
  }),
  row("step-done", "(step-done id summary)", {
    doc: "Reports a step of the plan as done, with a summary, and answers the summary.",
    example: ['(step-done "1" "fetched 42 users")', '"fetched 42 users"'],
    clojure: false,
    arities: { 2: reportStep },
  }),
  row("budget/remaining", "(budget/remaining)", {
    doc: `What may still be spent: ${keys}, and what the host tells: in a mission :turns, :work-turns, :retry-turns, :model-calls and :tokens that are left, :used, :depth.`,
    example: ["(pos? (:tool-calls (budget/remaining)))", "true"],
    clojure: false,
    arities: { 0: remaining },
  }),
];
