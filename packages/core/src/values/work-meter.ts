// How walks over data tell a budget what they have done.

/** Is told of work, so that a budget can bound it. What it throws ends the walk. */
export interface WorkMeter {
  spend(elements: number): void;
}
