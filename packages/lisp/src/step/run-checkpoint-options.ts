// The options of a run whose code loads with that for calls that wait.

import type { CheckpointOptions } from "../options/run-options.ts";
import type { Provenance } from "../options/provenance.ts";
import type { CheckpointStore } from "./checkpoint-entry.ts";

/**
 * The options of a run for its checkpoint, also for one that a crash makes necessary, and for the
 * origins of its values.
 */
export interface RunCheckpointOptions extends CheckpointOptions {
  /**
   * Stores the state of the run while it runs, so that `checkpointOf` and `resume` can continue it
   * after a crash. Called with an entry for each effect, before the next one begins; the run waits
   * for a returned promise. If it throws or rejects, the run ends with `checkpoint_failed`.
   */
  readonly onCheckpoint?: CheckpointStore;
  /**
   * Follows where values come from, for rules of the policy with `origin` or `private`. `"strict"`
   * follows decisions and lengths too. Costs nothing until the run has met an origin that a rule
   * forbids; then the program is repeated beside the run, without its effects. Pass it to `resume`
   * again. Default: false.
   */
  readonly provenance?: Provenance;
}
