// Makes the id of a run whose caller gave none. The addresses of the run's effects begin with it.

import { randomHexId } from "@ptc/core/internal/contracts";
import { randomStream } from "@ptc/core/internal/random";

/** 16 hexadecimal digits, which follow from the seed of the run. */
export function runIdOf(seed: number): string {
  return randomHexId(randomStream(seed, "run"), 16);
}
