// The name of a run that is given none, under which its effects are addressed.

import { randomHexId } from "@ptc/core/contracts";
import { randomStream } from "./random-stream.ts";

/** 16 hexadecimal digits, which follow from the seed of the run. */
export function runIdOf(seed: number): string {
  return randomHexId(randomStream(seed, "run"), 16);
}
