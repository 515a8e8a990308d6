// Lets walks over data report their work to a budget.

/** Receives work, so a budget can limit it. An error thrown here ends the walk. */
export interface WorkMeter {
  spend(elements: number): void;
  /**
   * Called occasionally during long work that was already charged. An error thrown here ends that
   * work.
   */
  checkTime?(): void;
}
