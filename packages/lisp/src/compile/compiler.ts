// Compiles the core tree to closures. Each node is compiled once, to the cheapest closure that is
// right for it: synchronous where it cannot reach an effect, awaiting where it may. The first table
// has one line for every type of node, the second one for each type that is compiled differently
// where it may have to wait.

import type { Binding, Node, Rename } from "../analysis/core-tree.ts";
import { renamedText } from "./renamed-text.ts";
import type { Thunk } from "../functions/closure.ts";
import type { Compilation, NodeCompiler, NodeCompilers, SynchronousThunk } from "./compilation.ts";
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
import { onNeed } from "./further-compilers.ts";
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
  case: onNeed("case", "synchronous"),
  for: synchronousFor,
  element: compileElement,
  rest: compileRest,
  pick: synchronousPick,
  signal: synchronousSignal,
  try: onNeed("try", "synchronous"),
  throw: onNeed("throw", "synchronous"),
  letfn: onNeed("letfn", "synchronous"),
  sibling: onNeed("sibling", "synchronous"),
  task: onNeed("task", "synchronous"),
};

const awaitingCompilers: NodeCompilers = {
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
  case: onNeed("case", "awaiting"),
  for: awaitingFor,
  pick: awaitingPick,
  signal: awaitingSignal,
  try: onNeed("try", "awaiting"),
  throw: onNeed("throw", "awaiting"),
  letfn: onNeed("letfn", "awaiting"),
};

/** A compilation of one program. Where `mayAwait` is false everything is compiled synchronously. */
export function createCompilation(
  source: string,
  mayAwait: boolean,
  renames: readonly Rename[] = [],
  world: object = {},
  isElsewhere = false,
): Compilation {
  let sharedCode: Map<Binding, Thunk> | undefined = undefined;
  const compilation: Compilation = {
    textOf: (start, end) => renamedText(source, renames, start, end),
    bound(binding) {
      if (binding.isShared !== true) return compilation.any(binding.init);
      sharedCode ??= new Map();
      let code = sharedCode.get(binding);
      if (code === undefined) sharedCode.set(binding, (code = compilation.any(binding.init)));
      return code;
    },
    inMode: (mode) =>
      mode === mayAwait ? compilation : createCompilation(source, mode, renames, world),
    elsewhere: () => createCompilation(source, true, renames, world, true),
    world,
    mayAwait,
    awaits: (node) => mayAwait && (isElsewhere || node.awaits),
    // A node that does not await never yields a promise: the analyser has made sure of that.
    synchronous: (node) => compileWith(synchronousCompilers, node, compilation) as SynchronousThunk,
    any: (node) =>
      compileWith(
        compilation.awaits(node) ? awaitingCompilers : synchronousCompilers,
        node,
        compilation,
      ),
  };
  return compilation;
}

function compileWith(compilers: NodeCompilers, node: Node, compilation: Compilation): Thunk {
  // The table has the right compiler for each type of node. TypeScript cannot see that the key and
  // the node belong together.
  return (compilers[node.type] as NodeCompiler<Node["type"]>)(node, compilation);
}
