// `@ptc/core/internal/random`: random numbers that follow from a seed and a name, for the other
// packages of PTC. Versioning does not cover it: any release may change or remove it.

export { randomStream } from "./random-stream.ts";
