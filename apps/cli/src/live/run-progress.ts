// The progress of a run while it runs.

import type { TraceSink } from "@ptc/core/contracts";

export interface RunProgress extends TraceSink {
  /** Prints a line, also while the run is shown. */
  readonly print: (line: string) => void;
  /** Called when the run has ended or waits. */
  readonly rest: () => void;
}
