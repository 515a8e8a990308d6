// Creates an id for a run whose caller set none. The run's effect addresses begin with it.

import { randomHexId } from "@ptc/core/internal/contracts";
import { randomStream } from "@ptc/core/internal/random";

/** Returns 16 hexadecimal digits, derived from the seed of the run. */
export function runIdOf(seed: number): string {
  return randomHexId(randomStream(seed, "run"), 16);
}
