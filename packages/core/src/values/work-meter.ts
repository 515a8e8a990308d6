// How walks over data tell a budget what they have done.

/** Is told of work, so that a budget can bound it. What it throws ends the walk. */
export interface WorkMeter {
  spend(elements: number): void;
  /** Is called now and then in long work that was paid for before; what it throws ends that. */
  checkTime?(): void;
}
