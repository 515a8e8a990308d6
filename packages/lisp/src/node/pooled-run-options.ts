// The settings that a pool passes to its runs.

import type { MemoryEncodings } from "./encoded-memory.ts";
import type { Turns } from "./reading/turns.ts";
import type { RemoteEffects } from "./remote-effects.ts";

export interface PooledRunOptions {
  readonly encodings: MemoryEncodings;
  readonly turns: Turns;
  readonly memoryMb: number;
  /** Milliseconds that the process may take to read the request. */
  readonly transferMs: number;
  /** The effects of a run that can wait. */
  readonly effects?: RemoteEffects;
  /**
   * Called once, before the run resolves, when it no longer needs a process. The argument says
   * whether its process is reusable.
   */
  readonly left: (isReusable: boolean) => void;
}
