// The interface of an engine. Each engine has a process of its own, so that none warms or slows the
// code of another.
import type { EngineName, Workload } from "./workload.ts";

/** A workload that is ready to be called. */
export interface Ready {
  /**
   * Runs the workload once, from where it starts. This is what is measured, so it does nothing
   * else.
   */
  readonly call: () => unknown;
  /**
   * The answer in the awaited result of `call`.
   * @throws when the run failed
   */
  readonly answer: (outcome: unknown) => unknown;
}

export interface Engine {
  /** Resolves to what can be called, or to the reason why the engine cannot do this workload. */
  ready(workload: Workload): Ready | string | Promise<Ready | string>;
}

/** How an engine is named in tables, loaded, and started for its first answer in a new process. */
export interface EngineEntry {
  readonly name: EngineName;
  readonly title: string;
  /** The package whose version is given. */
  readonly package: string | undefined;
  /** The reason why it cannot run on this version of Node. */
  readonly unavailable?: string;
  /** Loads the engine, of which nothing is loaded before. */
  readonly load: () => Promise<Engine>;
  /** How the engine is used, for the notes below the table. */
  readonly usage: string;
  /**
   * The text of a module that imports the engine and keeps the value of its first program in
   * `answer`.
   */
  readonly firstAnswer: string | undefined;
}

/** For engines whose result is the answer. */
export function itself(outcome: unknown): unknown {
  return outcome;
}
