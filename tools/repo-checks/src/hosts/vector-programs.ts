// Programs of the conformance vectors: every few of them, always the same ones, and all that have
// inputs.

import { readVectorFiles } from "../../../../packages/conformance/src/vectors/vector-files.ts";
import type { Vector } from "../../../../packages/conformance/src/vectors/vector.ts";
import type { HostProgram } from "./host-program.ts";

/** Every how many vectors one is taken, counted through the files in the order of their names. */
const every = 8;

export function vectorPrograms(): readonly HostProgram[] {
  const vectors = readVectorFiles().flatMap((file) => file.vectors);
  return vectors
    .filter(
      ({ input, program }, index) =>
        (input !== undefined || index % every === 0) && !drawsLots.test(program),
    )
    .map(programOf);
}

/** Programs that use random numbers or the clock; they differ from run to run even on one host. */
const drawsLots = /shuffle|\brand|random|currentTimeMillis|Date\.\)/;

function programOf({ id, program, input = {} }: Vector): HostProgram {
  return { ...input, name: `vector ${id}`, sources: [program] };
}
