// The interface of an engine. Each engine runs in a separate process, so that none warms or slows
// the code of another.
import type { EngineName, Workload } from "./workload.ts";

/** A workload that is ready to be called. */
export interface Ready {
  /**
   * Runs the workload once, from its start. Only this call is measured, so it does nothing else.
   */
  readonly call: () => unknown;
  /**
   * Returns the result in the awaited outcome of `call`.
   * @throws when the run failed
   */
  readonly answer: (outcome: unknown) => unknown;
}

export interface Engine {
  /** Resolves to the prepared call, or to the reason why the engine can't run this workload. */
  ready(workload: Workload): Ready | string | Promise<Ready | string>;
}

/**
 * Describes an engine: its title in tables, how it is loaded, and how it is started for its first
 * result in a new process.
 */
export interface EngineEntry {
  readonly name: EngineName;
  readonly title: string;
  /** The package whose version the document shows. */
  readonly package: string | undefined;
  /** Why the engine can't run on this version of Node. */
  readonly unavailable?: string;
  /** Loads the engine. Nothing of it is loaded before. */
  readonly load: () => Promise<Engine>;
  /** How the comparison uses the engine, for the notes below the table. */
  readonly usage: string;
  /**
   * The text of a module that imports the engine and stores the value of its first program in
   * `answer`.
   */
  readonly firstAnswer: string | undefined;
}

/** Returns its argument, for engines whose outcome is the result. */
export function itself(outcome: unknown): unknown {
  return outcome;
}
