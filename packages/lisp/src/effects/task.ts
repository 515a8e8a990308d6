// Runs the body of a `task`: once for each id of the journal, also when two branches ask for it at
// the same time. A body that fails, or ends the program, records nothing.

import { Keyword, typeName, type Value } from "@ptc/core/values";
import { printBounded } from "@ptc/core/printing";
import { EvaluationError, endedError, waitRefused } from "../evaluation/errors.ts";
import type { Branch } from "../evaluation/branch.ts";
import { shownId, type Journal } from "../evaluation/journal.ts";
import { whollyRealised } from "../sequence/realised.ts";
import { after, type Result } from "../evaluation/result.ts";
import { waitForBranch } from "../evaluation/wait-for-branch.ts";

/** The text of a task's id: a string, or a keyword or number as its text. */
export function taskId(branch: Branch, value: Value, operation: string): string {
  if (typeof value === "string" && value !== "") return value;
  if (value instanceof Keyword) return value.text;
  if (typeof value === "number" || typeof value === "bigint")
    return printBounded(value, { meter: branch }).text;
  throw new EvaluationError(
    "type_error",
    `${operation}: expected an id, got ${value === "" ? "an empty string" : typeName(value)}`,
    { op: operation, hint: `write (${operation} "fetch-users" …)` },
  );
}

/** The value of the task `id`, from the journal or from `body`. */
export function runTask(branch: Branch, id: string, body: () => Result): Result {
  const { journal } = branch.evaluation;
  if (branch.isCleaningUp) throw endedError("task");
  if (journal === undefined) {
    branch.evaluation.hasForgottenTask = true;
    return body();
  }
  const known = journal.find(id);
  if (known !== undefined) return known;
  const around = branch.tasks;
  if (around.includes(id)) throw nestedInItself(id, "stands inside");
  const running = journal.runningTask(id);
  if (running !== undefined) {
    if (branch.cannotWait) throw waitRefused();
    return waitForBranch(
      branch,
      running.owner,
      () => running.result,
      () => nestedInItself(id, "waits for"),
    );
  }
  branch.tasks = [...around, id];
  const ended = (): void => {
    branch.tasks = around;
  };
  let result: Result;
  try {
    result = after(body(), (value) => whollyRealised(branch, value, "task"));
  } catch (error) {
    ended();
    throw error;
  }
  if (!(result instanceof Promise)) {
    ended();
    return record(branch, journal, id, result);
  }
  const recorded = result.finally(ended).then((value) => record(branch, journal, id, value));
  journal.begin(id, branch.path, recorded);
  return recorded;
}

function record(branch: Branch, journal: Journal, id: string, value: Value): Value {
  const meter = {
    spend: (count: number): void => {
      branch.charge(32 + count * 32);
      branch.spend(1 + (count >>> 1));
    },
  };
  return journal.record(id, value, meter);
}

function nestedInItself(id: string, how: string): EvaluationError {
  return new EvaluationError("unsupported", `task: ${shownId(id)} ${how} itself`, {
    op: "task",
    hint: "give tasks that are nested in each other different ids",
  });
}
