// Runs programs one after the other, as in a REPL: definitions stay, and `*1 *2 *3` are the last
// results.

import type { Value } from "@ptc/core/values";
import { resolveMemory, type Memory } from "../persistence/memory.ts";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { runOptionNames } from "../options/option-names.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import { run } from "./start.ts";
import type { LispStep } from "../step/step.ts";

const historyLength = 3;

/** A sequence of programs that share memory. */
export interface Session {
  /** The definitions of the programs so far. */
  readonly memory: Memory;
  /** Results so far, newest first, at most three. */
  readonly history: readonly Value[];
  /** Runs the next program. A failed one leaves memory and history unchanged. */
  run<Return = unknown>(
    source: string,
    options?: SessionRunOptions<Return>,
  ): Promise<LispStep<Return>>;
}

/** The options of a program in a session. The session provides memory and history. */
export type SessionRunOptions<Return = unknown> = Omit<
  LispRunOptions<Return>,
  "memory" | "history" | "turn"
>;

/**
 * Starts a session. `options` apply to every program of it; `memory` and `history` apply to the
 * first.
 * @throws OptionError for an unknown option, or one that the session itself sets
 */
export function createSession(options: Omit<LispRunOptions, "turn" | "returns"> = {}): Session {
  const names = ["limits", "generate", ...runOptionNames].filter((name) => name !== "turn");
  const programNames = names.filter((name) => name !== "memory" && name !== "history");
  assertKnownOptions(
    options,
    names.filter((name) => name !== "returns"),
  );
  const { memory: given, history: givenHistory = [], ...shared } = options;
  let memory: Memory = resolveMemory(given);
  let history: readonly Value[] = givenHistory.slice(0, historyLength);
  let turn = 0;
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
      const step = await run<Return>(source, {
        lastValue: "show",
        ...shared,
        ...runOptions,
        memory,
        history,
        turn,
      });
      if (!step.ok) return step;
      memory = step.memory;
      history = [step.value, ...history].slice(0, historyLength);
      return step;
    },
  };
}
