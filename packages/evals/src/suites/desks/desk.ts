// A desk is a small world with a few tools, and tasks that one to four calls solve.

import { defineAgent, type AgentTools } from "@ptc/subagent";
import { differenceOf } from "../../score/compare-values.ts";
import { exact } from "../../score/answer-scorers.ts";
import type { EvalCase } from "../../suite/eval-case.ts";

/** A task at a desk. */
export interface DeskTask {
  readonly name: string;
  readonly prompt: string;
  readonly signature: string;
  readonly expected: unknown;
  /** The log of changes that the task must cause, in this order. Default: none. */
  readonly changes?: readonly string[];
}

/** The state of one run: its tools, and the log of changes that they made. */
export interface DeskState {
  readonly tools: AgentTools;
  readonly changes: readonly string[];
}

/** A desk: a state for each run, and its tasks. */
export interface Desk {
  readonly name: string;
  readonly open: () => DeskState;
  readonly tasks: readonly DeskTask[];
}

const maxTurns = 6;
const strict = { numbers: () => false, isUnordered: false };

/** Returns the cases of a desk. A case passes if the answer and the changes are right. */
export function deskCases({ name, open, tasks }: Desk): readonly EvalCase[] {
  return tasks.map((task) => ({
    name: `${name}: ${task.name}`,
    tags: [name, task.changes === undefined ? "read" : "write"],
    expected: task.expected,
    score: exact(),
    world: () => {
      const { tools, changes } = open();
      return {
        agent: defineAgent({
          prompt: task.prompt,
          signature: task.signature,
          tools,
          maxTurns,
        }),
        check: () => {
          const problem = differenceOf(changes, task.changes ?? [], strict, "changes");
          return problem === undefined ? [] : [problem];
        },
      };
    },
  }));
}
