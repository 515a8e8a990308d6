// An argument of code that is written out: read where it stands when that is a slot of the frame, or a number in the source.

import type { Node } from "../analysis/core-tree.ts";
import type { Compilation, SynchronousThunk } from "./compilation.ts";

export interface Operand {
  /** The slot of a local; -1 where it has to be computed. */
  readonly slot: number;
  /** A number that stands in the source. */
  readonly number: number | undefined;
  readonly compute: SynchronousThunk;
}

export function operand(node: Node, compilation: Compilation): Operand {
  return {
    slot: node.type === "local" ? node.slot : -1,
    number: node.type === "constant" && typeof node.value === "number" ? node.value : undefined,
    compute: compilation.synchronous(node),
  };
}
