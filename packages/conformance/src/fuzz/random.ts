// Random choices determined by a seed alone, so that seed n gives the same program on every
// machine.

export { Random } from "@ptc/evals/internal/random";
