// Random numbers from a seed, for runs that must draw the same ones.

import { randomStream } from "@ptc/core/internal/random";

export function seededRandom(seed: number): () => number {
  return randomStream(seed, "test");
}
