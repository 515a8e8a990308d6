// The options of runs that can wait, and of `resume`: their names, and the checks that a checkpoint
// needs before the run does them.

import { OptionError } from "@ptc/core/errors";
import { Firewall } from "@ptc/core/firewall";
import type { FieldFirewall } from "@ptc/core/values";
import { checkpointOptionNames, runOptionNames } from "../options/option-names.ts";
import { prepareOptionNames } from "../options/prepare-option-names.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import type { RunCheckpointOptions } from "../step/run-checkpoint-options.ts";
import { checkpointedOptionNames } from "./checkpointed-option-names.ts";
import type { Decisions } from "./decisions.ts";

/** The options of `run` with those of its checkpoint. */
export type WaitingRunOptions<Return = unknown> = LispRunOptions<Return> & RunCheckpointOptions;

/** The options of `resume`. The checkpoint determines the others. */
export interface ResumeOptions<Return = unknown> extends Omit<
  WaitingRunOptions<Return>,
  "journal" | "runId" | "turn" | "random"
> {
  /**
   * Decisions by the ids of pending calls: `approve()`, `deny("…")` or `answer(…)`. Calls without a
   * decision wait for longer.
   */
  readonly decisions?: Decisions;
}

const determined: readonly string[] = checkpointedOptionNames;
/** The names of the options of `resume`. */
export const resumeOptionNames: readonly string[] = [
  ...prepareOptionNames.filter((name) => name !== "memoryNames"),
  ...runOptionNames.filter((name) => !determined.includes(name)),
  ...checkpointOptionNames,
];

/** Checks options that the checkpoint needs before the run does. @throws OptionError */
export function checkWaitingOptions(options: object): void {
  const { random, runId, turn, history } = options as Readonly<Record<string, unknown>>;
  const check = (name: string, given: unknown, isRight: boolean, expected: string): void => {
    if (given !== undefined && !isRight) throw new OptionError(name, `expected ${expected}`);
  };
  check("random", random, typeof random === "function", "a function");
  check("runId", runId, typeof runId === "string" && runId !== "", "text that isn't empty");
  check("turn", turn, Number.isSafeInteger(turn) && Number(turn) >= 0, "an integer from 0");
  check("history", history, Array.isArray(history), "an array of values");
}

/** Returns the firewall of a run. Its options may have one of another kind, or none. */
export function firewallOf(given: FieldFirewall | undefined): Firewall {
  return given instanceof Firewall ? given : new Firewall();
}
