// Runs programs one after the other, as in a REPL: definitions stay, and `*1 *2 *3` are the last
// results.

import type { Value } from "@ptc/core/values";
import { resolveMemory } from "../persistence/memory.ts";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { checkpointOptionNames, sharedOptionNames } from "../options/option-names.ts";
import type { Checkpoint } from "../step/checkpoint.ts";
import type { LispStep } from "../step/step.ts";
import type {
  Session,
  SessionOptions,
  SessionResumeOptions,
  SessionRunOptions,
} from "../waiting/session.ts";
import { lazyWaiting, resume, run } from "./start.ts";

const historyLength = 3;

/**
 * Starts a session. `options` apply to every program of it; `memory` and `history` apply to the
 * first.
 * @throws OptionError for an unknown option, or one that the session itself sets
 */
export function createSession(options: SessionOptions = {}): Session {
  return sessionAfter(0, options);
}

/** Starts a session after `turn` programs. @throws OptionError */
export function sessionAfter(turn: number, options: SessionOptions): Session {
  const names = ["limits", "generate", "libraries", ...sharedOptionNames, ...checkpointOptionNames];
  const programNames = [...names, "returns"];
  assertKnownOptions(options, [...names, "memory", "history"]);
  const { memory: given, history: last = [], ...others } = options;
  const shared = { lastValue: "show", ...others } as const;
  let memory = resolveMemory(given);
  let history: readonly Value[] = last.slice(0, historyLength);
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
      const { resumeOptionsOf } = await lazyWaiting.load();
      const session = { shared: { turn, ...shared }, programNames, memory, history };
      return after(
        await resume<Return>(source, checkpoint, resumeOptionsOf(resumeOptions, session)),
      );
    },
  };
}
