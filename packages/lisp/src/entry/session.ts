// Runs programs one after the other, as in a REPL: definitions stay, and `*1 *2 *3` are the last
// results.

import type { Value } from "@ptc/core/values";
import { resolveMemory, type Memory } from "../persistence/memory.ts";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import {
  checkpointOptionNames,
  checkpointedOptionNames,
  runOptionNames,
} from "../options/option-names.ts";
import type { CheckpointOptions, LispRunOptions } from "../options/run-options.ts";
import { without } from "../options/without.ts";
import { resume, run } from "./start.ts";
import type { LispStep } from "../step/step.ts";
import type { Checkpoint } from "../step/checkpoint.ts";
import type { ResumeOptions } from "../waiting/waiting-run.ts";

const historyLength = 3;

/** A sequence of programs that share memory. */
export interface Session {
  /** The definitions of the programs so far. */
  readonly memory: Memory;
  /** Results so far, newest first, at most three. */
  readonly history: readonly Value[];
  /** Runs the next program. One that fails or waits leaves memory and history unchanged. */
  run<Return = unknown>(
    source: string,
    options?: SessionRunOptions<Return>,
  ): Promise<LispStep<Return>>;
  /**
   * Continues a program that waits, before the session runs another one; see `resume`. Also in a
   * new session that was created with the memory of this one.
   */
  resume<Return = unknown>(
    source: string,
    checkpoint: Checkpoint,
    options?: SessionResumeOptions<Return>,
  ): Promise<LispStep<Return>>;
}

/** The options of a program in a session. The session provides memory and history. */
export type SessionRunOptions<Return = unknown> = Omit<
  LispRunOptions<Return> & CheckpointOptions,
  "memory" | "history" | "turn"
>;

/** The options of a resumed program in a session. */
export type SessionResumeOptions<Return = unknown> = Omit<
  ResumeOptions<Return>,
  "memory" | "history"
>;

/**
 * Starts a session. `options` apply to every program of it; `memory` and `history` apply to the
 * first.
 * @throws OptionError for an unknown option, or one that the session itself sets
 */
export function createSession(
  options: Omit<LispRunOptions & CheckpointOptions, "turn" | "returns"> = {},
): Session {
  const names = ["limits", "generate", ...runOptionNames, ...checkpointOptionNames].filter(
    (name) => name !== "turn",
  );
  const programNames = names.filter((name) => name !== "memory" && name !== "history");
  const determined: readonly string[] = checkpointedOptionNames;
  const resumeNames = ["decisions", ...programNames.filter((name) => !determined.includes(name))];
  assertKnownOptions(
    options,
    names.filter((name) => name !== "returns"),
  );
  const { memory: given, history: givenHistory = [], ...shared } = options;
  let memory: Memory = resolveMemory(given);
  let history: readonly Value[] = givenHistory.slice(0, historyLength);
  let turn = 0;
  const after = <Return>(step: LispStep<Return>): LispStep<Return> => {
    if (!step.ok) return step;
    memory = step.memory;
    history = [step.value, ...history].slice(0, historyLength);
    return step;
  };
  return {
    get memory() {
      return memory;
    },
    get history() {
      return history;
    },
    async run<Return = unknown>(
      source: string,
      runOptions: SessionRunOptions<Return> = {},
    ): Promise<LispStep<Return>> {
      assertKnownOptions(runOptions, programNames);
      turn++;
      return after(
        await run<Return>(source, {
          lastValue: "show",
          ...shared,
          ...runOptions,
          memory,
          history,
          turn,
        }),
      );
    },
    async resume<Return = unknown>(
      source: string,
      checkpoint: Checkpoint,
      resumeOptions: SessionResumeOptions<Return> = {},
    ): Promise<LispStep<Return>> {
      assertKnownOptions(resumeOptions, resumeNames);
      const others = without(shared, ["journal", "runId", "random"]);
      return after(
        await resume<Return>(source, checkpoint, {
          lastValue: "show",
          ...others,
          ...resumeOptions,
          memory,
          history,
        }),
      );
    },
  };
}
