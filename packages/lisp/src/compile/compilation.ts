// What the compiler of a node is given: functions that compile its parts, and what is known of the
// program as a whole.

import type { Value } from "@ptc/core/values";
import type { Span } from "@ptc/parser";
import type { ArityNode, Binding, Node } from "../analysis/core-tree.ts";
import type { LazyForms } from "../analysis/analysis.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { EvaluationError } from "../evaluation/errors/errors.ts";
import type { Generation } from "../evaluation/evaluation-options.ts";
import type { ArityCode, Frame, Thunk } from "../functions/closure.ts";

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
  /** The program as it is compiled here. */
  readonly world: World;
  /**
   * The text of a part of the program, for functions that must be made again elsewhere. Names that
   * mean something by a `require` of the program stand in it in full.
   */
  textOf(start: number, end: number): string;
}

/** One compilation of one program; functions of the same program share it. */
export interface World {
  /** Lazily loaded code that the program may use. */
  readonly lazy: LazyParts;
}

/** Compiles one type of node. */
export type NodeCompiler<Type extends Node["type"]> = (
  node: Extract<Node, { type: Type }>,
  compilation: Compilation,
) => Thunk;

/** A compiler for every type of node. */
export type NodeCompilers = { readonly [Type in Node["type"]]: NodeCompiler<Type> };

/** The lazily loaded code that analysis and compiled programs use; loading/lazy-code.ts holds it. */
export interface LazyParts {
  readonly language: { readonly loaded: LazyLanguage | undefined };
  /** `ask` returns the generator, or starts to load it. */
  readonly generator: { ask(): Generator | undefined };
}

/** The handlers and compilers of forms that few programs use. */
export interface LazyLanguage {
  readonly lazyForms: LazyForms;
  readonly lazyCompilers: LazyCompilers;
}

/** Nodes that only lazily loaded forms make. */
export type LazyNodeType = "case" | "try" | "throw" | "letfn" | "sibling" | "task";

export interface LazyCompilers {
  readonly synchronous: Pick<NodeCompilers, LazyNodeType>;
  readonly awaiting: Pick<NodeCompilers, LazyNodeType>;
  /** The error of a `case` without a clause for `value`. */
  noClause(node: Extract<Node, { type: "case" }>, value: Value, branch: Branch): EvaluationError;
}

/** Makes code, or nothing, for functions and loops that run often. */
export interface Generator {
  /** Gives `code` another body where that pays, or says when to ask again. */
  heatFunction(heat: HotFunction, code: ArityCode, generation: Generation): void;
  /** The value of the loop, or `undefined` where closures take the next turn. */
  heatLoop(heat: HotLoop, frame: Frame, branch: Branch, generation: Generation): Value | undefined;
}

interface HotCode {
  readonly compilation: Compilation;
  /** The data that the generator stores for this code. */
  known: object | undefined;
}

export interface HotFunction extends HotCode {
  readonly arity: ArityNode;
  /** The position of the function in the source. */
  readonly span: Span;
}

export interface HotLoop extends HotCode {
  readonly body: Node;
  /** Turns until the generator is asked. */
  left: number;
}
