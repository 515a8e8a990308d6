// What the compiler of a node is given: functions that compile its parts, and what is known of the
// program as a whole.

import type { Value } from "@ptc/core/values";
import type { Binding, Node } from "../analysis/core-tree.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Frame, Thunk } from "../functions/closure.ts";

/** Code that never yields a promise. */
export type SynchronousThunk = (frame: Frame, branch: Branch) => Value;

export interface Compilation {
  /** Compiles a node that is known never to yield a promise. */
  synchronous(node: Node): SynchronousThunk;
  /** Compiles any node. */
  any(node: Node): Thunk;
  /** The code of a binding; of one that stands in two places, always the same. */
  bound(binding: Binding): Thunk;
  /** Whether the code is for evaluations that may await. */
  readonly mayAwait: boolean;
  /** Whether evaluating the node may yield a promise in this program. */
  awaits(node: Node): boolean;
  /**
   * The same program compiled for evaluations that may await, or for those that cannot; for those
   * of other programs where `isElsewhere`: any call of a function may have to wait there.
   */
  inMode(mayAwait: boolean, isElsewhere?: boolean): Compilation;
  /** Stands for the program as it is compiled here. */
  readonly world: object;
  /**
   * The text of a part of the program, for functions that must be made again elsewhere. Names that
   * mean something by a `require` of the program stand in it in full.
   */
  textOf(start: number, end: number): string;
}

/** Compiles one type of node. */
export type NodeCompiler<Type extends Node["type"]> = (
  node: Extract<Node, { type: Type }>,
  compilation: Compilation,
) => Thunk;

/** A compiler for every type of node. */
export type NodeCompilers = { readonly [Type in Node["type"]]: NodeCompiler<Type> };
