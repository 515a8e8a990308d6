// How walks over data tell a budget what they did.

/** Receives the work done so that a budget can bound it; what it throws ends the walk. */
export interface WorkMeter {
  spend(elements: number): void;
}
