// The compilation of code for a followed run, and the compilers of its nodes.

import type { Node } from "../analysis/core-tree.ts";
import type { Compilation } from "../compile/compilation.ts";
import type { Thunk } from "../functions/closure.ts";
import type { Following } from "./following.ts";

/** A compilation of code for one followed run. */
export interface FollowedCompilation extends Compilation {
  readonly following: Following;
}

export type FollowedCompiler<Type extends Node["type"]> = (
  node: Extract<Node, { type: Type }>,
  compilation: FollowedCompilation,
) => Thunk;
