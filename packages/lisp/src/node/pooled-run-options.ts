// What a run in a pool is given by the pool.

import type { MemoryEncodings } from "./encoded-memory.ts";
import type { Turns } from "./reading/turns.ts";

export interface PooledRunOptions {
  readonly encodings: MemoryEncodings;
  readonly turns: Turns;
  readonly memoryMb: number;
  /** How long the process may take to read the request. */
  readonly transferMs: number;
  /**
   * Called once, before the run is answered, when the run needs no process any more. Says whether
   * the process that it had can be used for another run.
   */
  readonly left: (isReusable: boolean) => void;
}
