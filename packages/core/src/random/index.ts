// `@ptc/core/random`: random numbers that follow from a seed and a place.

export { randomStream } from "./random-stream.ts";
