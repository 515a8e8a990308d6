// Compiles a node as the ordinary compiler does, with changed code for its parts.

import type { Value } from "@ptc/core/values";
import type { Node } from "../analysis/core-tree.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Frame, Thunk } from "../functions/closure.ts";
import type { FollowedCompilation } from "./followed-compilation.ts";

/** Returns a compilation whose parts are changed by `change`. */
export function changed(
  compilation: FollowedCompilation,
  change: (code: Thunk, node: Node) => Thunk,
): FollowedCompilation {
  const any = (node: Node): Thunk => change(compilation.any(node), node);
  return {
    world: compilation.world,
    mayAwait: true,
    following: compilation.following,
    textOf: (start, end) => compilation.textOf(start, end),
    bound: (binding) => compilation.bound(binding),
    inMode: () => compilation,
    awaits: () => true,
    any,
    synchronous: (node) => any(node) as (frame: Frame, branch: Branch) => Value,
  };
}
