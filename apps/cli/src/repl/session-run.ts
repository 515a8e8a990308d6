// Runs the programs of a session one after the other. Later programs see earlier definitions, `*1
// *2 *3` are the last values, and `*e` is the last error.

import type { Value } from "@ptc/core/values";
import { Memory, run, type Fail, type LispStep, type LispRunOptions } from "@ptc/lisp";
import { errorMap, lastErrorName } from "./last-error.ts";

const historyLength = 3;

export interface SessionState {
  readonly values: ReadonlyMap<string, Value>;
  /** Newest first. */
  readonly history: readonly Value[];
}

export class SessionRun {
  private readonly options: Pick<LispRunOptions, "context" | "limits" | "tools" | "libraries">;
  private history: readonly Value[];
  private turn = 0;
  memory: Memory;

  constructor(
    { values, history }: SessionState,
    options: Pick<LispRunOptions, "context" | "limits" | "tools" | "libraries">,
  ) {
    this.options = options;
    this.history = history;
    this.memory = Memory.ofValues(new Map([[lastErrorName, null], ...values]), true);
  }

  /** Returns the effects of a program as text, or its first mistake. */
  async effects(source: string): Promise<string | Fail> {
    const { analyze, effectTable } = await import("@ptc/lisp/effects");
    const { memory, history, options } = this;
    const analysis = await analyze(source, { ...options, memory, history });
    if (analysis.ok) return effectTable(analysis.effects).join("\n");
    return analysis.errors[0] ?? { reason: "analysis_error", message: "the program is wrong" };
  }

  /** Runs the next program. If it fails, only `*e` changes. */
  async run(source: string): Promise<LispStep> {
    const { memory, history } = this;
    const turn = ++this.turn;
    const step = await run(source, {
      ...this.options,
      memory,
      history,
      turn,
      collections: "language",
    });
    if (step.ok) {
      this.memory = step.memory;
      this.history = [step.value, ...history].slice(0, historyLength);
    } else {
      const values = new Map(memory.entries());
      values.set(lastErrorName, errorMap(step.fail));
      this.memory = Memory.ofValues(values, true, memory.sequences);
      this.memory.unkept = memory.unkept;
    }
    return step;
  }
}
