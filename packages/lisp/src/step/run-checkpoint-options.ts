// The options of a run for its checkpoint.

import type { CheckpointOptions } from "../options/run-options.ts";
import type { CheckpointStore } from "./checkpoint-entry.ts";

/** The options of a run for its checkpoint, also for one that a crash makes necessary. */
export interface RunCheckpointOptions extends CheckpointOptions {
  /**
   * Stores the state of the run while it runs, so that `checkpointOf` and `resume` can continue it
   * after a crash. Called with an entry for each effect, before the next one begins; the run waits
   * for a returned promise. If it throws or rejects, the run ends with `checkpoint_failed`.
   */
  readonly onCheckpoint?: CheckpointStore;
}
