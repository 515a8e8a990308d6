// Compiles a program so that its values are followed. Nodes that neither look at values nor make
// them are compiled as usual; they pass labeled values through.

import type { Binding, Node, Rename } from "../analysis/core-tree.ts";
import type { UsedLibraries } from "../evaluation/library.ts";
import { renamedText } from "../compile/renamed-text.ts";
import type { Compilation, LazyParts, SynchronousThunk, World } from "../compile/compilation.ts";
import { awaitingCompilers } from "../compile/compiler.ts";
import type { Thunk } from "../functions/closure.ts";
import type { FollowedCompilation, FollowedCompiler } from "./followed-compilation.ts";
import type { Following } from "./following.ts";
import { followCase, followIf, followJunction, followRecur } from "./follow-decisions.ts";
import { followMap, followSet, followVector } from "./follow-collections.ts";
import { followBuiltinCall, followCall, followField, followTool } from "./follow-calls.ts";
import { followFunction, followLetfn, followSibling } from "./follow-functions.ts";
import { followDef, followGlobal } from "./follow-names.ts";
import { followFor } from "./follow-iteration.ts";
import {
  followConstant,
  followData,
  followElement,
  followHistory,
  followPick,
  followRest,
} from "./follow-reading.ts";
import { followSignal, followTask, followThrow, followTry } from "./follow-ends.ts";

type FollowedCompilers = { readonly [Type in Node["type"]]: FollowedCompiler<Type> };

const compilers: FollowedCompilers = {
  constant: followConstant,
  local: awaitingCompilers.local,
  captured: awaitingCompilers.captured,
  self: awaitingCompilers.self,
  global: followGlobal,
  data: followData,
  history: followHistory,
  if: followIf,
  do: awaitingCompilers.do,
  and: followJunction(false),
  or: followJunction(true),
  let: awaitingCompilers.let,
  loop: awaitingCompilers.loop,
  recur: followRecur,
  def: followDef,
  vector: followVector,
  set: followSet,
  map: followMap,
  function: followFunction,
  call: followCall,
  "builtin-call": followBuiltinCall,
  field: followField,
  tool: followTool,
  case: followCase,
  for: followFor,
  element: followElement,
  rest: followRest,
  pick: followPick,
  signal: followSignal,
  throw: followThrow,
  try: followTry,
  letfn: followLetfn,
  sibling: followSibling,
  task: followTask,
};

export interface FollowedSource {
  readonly source: string;
  readonly renames: readonly Rename[];
  readonly libraries: UsedLibraries | undefined;
  readonly lazy: LazyParts;
}

interface FollowedWorld extends World {
  readonly source: string;
  readonly renames: readonly Rename[];
}

/** Every part may yield a promise. */
export class FollowedProgram implements FollowedCompilation {
  readonly world: FollowedWorld;
  readonly mayAwait = true;
  readonly following: Following;
  private readonly shared = new Map<Binding, Thunk>();

  constructor(source: FollowedSource, following: Following) {
    this.world = source;
    this.following = following;
  }

  textOf(start: number, end: number): string {
    return renamedText(this.world, start, end);
  }

  bound(binding: Binding): Thunk {
    if (binding.isShared !== true) return this.any(binding.init);
    let code = this.shared.get(binding);
    if (code === undefined) this.shared.set(binding, (code = this.any(binding.init)));
    return code;
  }

  inMode(): Compilation {
    return this;
  }

  awaits(): boolean {
    return true;
  }

  /** Followed code for a part that yields no promise. */
  synchronous(node: Node): SynchronousThunk {
    return this.any(node) as SynchronousThunk;
  }

  any(node: Node): Thunk {
    return compileFollowed(node, this);
  }
}

/** Compiles a node with parts that `compilation` compiles. */
function compileFollowed(node: Node, compilation: FollowedCompilation): Thunk {
  // As in the compiler: TypeScript can't see that the key and the node belong together.
  return (compilers[node.type] as FollowedCompiler<Node["type"]>)(node, compilation);
}
