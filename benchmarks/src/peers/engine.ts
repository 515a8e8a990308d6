// What the comparison knows of an engine. Each lives in a process of its own, so that none warms or
// burdens another's code.
import type { EngineName, Workload } from "./workload.ts";

/** A workload that is ready to be called. */
export interface Ready {
  /** One run from where the workload starts. What is timed, so nothing else happens in it. */
  readonly call: () => unknown;
  /**
   * The answer in what `call` yielded, once awaited.
   * @throws where the run failed
   */
  readonly answer: (outcome: unknown) => unknown;
}

export interface Engine {
  /** Resolves to what to call, or to why the engine cannot do it. */
  ready(workload: Workload): Ready | string | Promise<Ready | string>;
}

/** What is written of an engine in tables, and how its first answer in a fresh process is got. */
export interface EngineEntry {
  readonly name: EngineName;
  readonly title: string;
  /** The package whose version is named. */
  readonly package: string | undefined;
  /** Why it cannot run on this Node. */
  readonly unavailable?: string;
  /** Loads its engine; nothing else of it is loaded before. */
  readonly load: () => Promise<Engine>;
  /** How it is used, for the notes under the table. */
  readonly usage: string;
  /**
   * A module for a fresh process that imports the engine and leaves the value of its first program
   * in `answer`.
   */
  readonly firstAnswer: string | undefined;
}

/** The answer that is the outcome itself. */
export function itself(outcome: unknown): unknown {
  return outcome;
}
