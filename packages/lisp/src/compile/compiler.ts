// Compiles the core tree to closures. Each node is compiled once, to the cheapest correct closure:
// synchronous if it can't reach an effect, awaiting otherwise. The first table has a line for every
// type of node, the second one for each type that is compiled differently if it may have to wait.

import type { Binding, Node, Rename } from "../analysis/core-tree.ts";
import type { UsedLibraries } from "../evaluation/library.ts";
import { renamedText } from "./renamed-text.ts";
import type { Thunk } from "../functions/closure.ts";
import type {
  Compilation,
  LazyParts,
  NodeCompiler,
  NodeCompilers,
  SynchronousThunk,
  World,
} from "./compilation.ts";
import {
  awaitingAnd,
  awaitingIf,
  awaitingOr,
  synchronousAnd,
  synchronousIf,
  synchronousOr,
} from "./conditionals.ts";
import {
  awaitingDo,
  awaitingLet,
  awaitingLoop,
  awaitingRecur,
  synchronousDo,
  synchronousLet,
  synchronousLoop,
  synchronousRecur,
} from "./let-and-loop.ts";
import {
  awaitingBuiltinCall,
  awaitingCall,
  awaitingField,
  compileTool,
  synchronousBuiltinCall,
  synchronousCall,
  synchronousField,
} from "./calls.ts";
import {
  awaitingMap,
  awaitingSet,
  awaitingVector,
  synchronousMap,
  synchronousSet,
  synchronousVector,
} from "./collections.ts";
import {
  awaitingDef,
  awaitingSignal,
  compileFunction,
  synchronousDef,
  synchronousSignal,
} from "./definitions.ts";
import { lazily } from "./lazy-compiler.ts";
import { awaitingFor, synchronousFor } from "./iteration.ts";
import {
  awaitingPick,
  compileCaptured,
  compileConstant,
  compileData,
  compileElement,
  compileGlobal,
  compileHistory,
  compileLocal,
  compileRest,
  compileSelf,
  synchronousPick,
} from "./reading.ts";

const synchronousCompilers: NodeCompilers = {
  constant: compileConstant,
  local: compileLocal,
  captured: compileCaptured,
  self: compileSelf,
  global: compileGlobal,
  data: compileData,
  history: compileHistory,
  if: synchronousIf,
  do: synchronousDo,
  and: synchronousAnd,
  or: synchronousOr,
  let: synchronousLet,
  loop: synchronousLoop,
  recur: synchronousRecur,
  def: synchronousDef,
  vector: synchronousVector,
  set: synchronousSet,
  map: synchronousMap,
  function: compileFunction,
  call: synchronousCall,
  "builtin-call": synchronousBuiltinCall,
  field: synchronousField,
  tool: compileTool,
  case: lazily("case", "synchronous"),
  for: synchronousFor,
  element: compileElement,
  rest: compileRest,
  pick: synchronousPick,
  signal: synchronousSignal,
  try: lazily("try", "synchronous"),
  throw: lazily("throw", "synchronous"),
  letfn: lazily("letfn", "synchronous"),
  sibling: lazily("sibling", "synchronous"),
  task: lazily("task", "synchronous"),
};

/** The compilers of nodes that may have to wait. */
export const awaitingCompilers: NodeCompilers = {
  ...synchronousCompilers,
  if: awaitingIf,
  do: awaitingDo,
  and: awaitingAnd,
  or: awaitingOr,
  let: awaitingLet,
  loop: awaitingLoop,
  recur: awaitingRecur,
  def: awaitingDef,
  vector: awaitingVector,
  set: awaitingSet,
  map: awaitingMap,
  call: awaitingCall,
  "builtin-call": awaitingBuiltinCall,
  field: awaitingField,
  case: lazily("case", "awaiting"),
  for: awaitingFor,
  pick: awaitingPick,
  signal: awaitingSignal,
  try: lazily("try", "awaiting"),
  throw: lazily("throw", "awaiting"),
  letfn: lazily("letfn", "awaiting"),
};

/**
 * Creates a compilation of one program. If `mayAwait` is false, everything is compiled
 * synchronously.
 */
export function createCompilation(
  source: string,
  mayAwait: boolean,
  lazy: LazyParts,
  renames: readonly Rename[] = [],
  libraries?: UsedLibraries,
): Compilation {
  return new ProgramCompilation({ source, renames, lazy, libraries }, mayAwait, false);
}

interface ProgramWorld extends World {
  readonly source: string;
  readonly renames: readonly Rename[];
}

/**
 * A class, because functions in memory retain their compilation, and an object literal would have
 * functions of its own.
 */
class ProgramCompilation implements Compilation {
  readonly world: ProgramWorld;
  readonly mayAwait: boolean;
  private readonly isElsewhere: boolean;
  private shared: Map<Binding, Thunk> | undefined = undefined;

  constructor(world: ProgramWorld, mayAwait: boolean, isElsewhere: boolean) {
    this.world = world;
    this.mayAwait = mayAwait;
    this.isElsewhere = isElsewhere;
  }

  textOf(start: number, end: number): string {
    return renamedText(this.world, start, end);
  }

  bound(binding: Binding): Thunk {
    if (binding.isShared !== true) return this.any(binding.init);
    this.shared ??= new Map();
    let code = this.shared.get(binding);
    if (code === undefined) this.shared.set(binding, (code = this.any(binding.init)));
    return code;
  }

  inMode(mayAwait: boolean, isElsewhere = false): Compilation {
    return mayAwait === this.mayAwait && !isElsewhere
      ? this
      : new ProgramCompilation(this.world, mayAwait, isElsewhere);
  }

  awaits(node: Node): boolean {
    return this.mayAwait && (this.isElsewhere || node.awaits);
  }

  /** The analyzer guarantees that a node that doesn't await never yields a promise. */
  synchronous(node: Node): SynchronousThunk {
    return compileWith(synchronousCompilers, node, this) as SynchronousThunk;
  }

  any(node: Node): Thunk {
    return compileWith(this.awaits(node) ? awaitingCompilers : synchronousCompilers, node, this);
  }
}

function compileWith(compilers: NodeCompilers, node: Node, compilation: Compilation): Thunk {
  // The table has the right compiler for each type of node. TypeScript can't see that the key and
  // the node belong together.
  return (compilers[node.type] as NodeCompiler<Node["type"]>)(node, compilation);
}
