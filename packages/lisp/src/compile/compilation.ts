// The interface that the compiler of a node receives: functions that compile its parts, and facts
// about the whole program.

import type { Value } from "@ptc/core/values";
import type { Span } from "@ptc/parser";
import type { ArityNode, Binding, ForText, Node } from "../analysis/core-tree.ts";
import type { LazyForms } from "../analysis/analysis.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { EvaluationError } from "../evaluation/errors/errors.ts";
import type { Generation } from "../evaluation/evaluation-options.ts";
import type { ArityCode, Frame, Thunk, FunctionWorld } from "../functions/closure.ts";

/** Code that never yields a promise. */
export type SynchronousThunk = (frame: Frame, branch: Branch) => Value;

export interface Compilation {
  /** Compiles a node that is known never to yield a promise. */
  synchronous(node: Node): SynchronousThunk;
  /** Compiles any node. */
  any(node: Node): Thunk;
  /** Returns the code of a binding. A binding that occurs twice in the tree has one code. */
  bound(binding: Binding): Thunk;
  /** True if the code is for evaluations that may await. */
  readonly mayAwait: boolean;
  /** True if evaluating the node may yield a promise in this program. */
  awaits(node: Node): boolean;
  /**
   * Returns the same program compiled for evaluations that may await, or for those that can't.
   * With `isElsewhere` it is for evaluations of other programs, in which any call of a function
   * may have to wait.
   */
  inMode(mayAwait: boolean, isElsewhere?: boolean): Compilation;
  /** The program as it is compiled here. */
  readonly world: World;
  /**
   * Returns the text of a part of the program, for functions that must be recreated elsewhere.
   * Names whose meaning depends on a `require` of the program are written in full.
   */
  textOf(start: number, end: number): string;
}

/** One compilation of one program; functions of the same program share it. */
export interface World extends FunctionWorld {
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

/**
 * The lazily loaded code that analysis and compiled programs use. loading/lazy-code.ts provides
 * it.
 */
export interface LazyParts {
  readonly language: { readonly loaded: LazyLanguage | undefined };
  readonly storedSequences: { readonly loaded: SequenceStoring | undefined };
  /** `ask` returns the generator, or starts to load it. */
  readonly generator: { ask(): Generator | undefined };
}

/** Writes the code of sequences as functions. */
export interface SequenceStoring {
  readonly elementFunction: (
    text: ForText,
    frame: Frame,
    compilation: Compilation,
  ) => readonly Value[];
}

/** The handlers and compilers of forms that few programs use. */
export interface LazyLanguage {
  readonly lazyForms: LazyForms;
  readonly lazyCompilers: LazyCompilers;
}

/** Node types that only lazily loaded forms create. */
export type LazyNodeType = "case" | "try" | "throw" | "letfn" | "sibling" | "task";

export interface LazyCompilers {
  readonly synchronous: Pick<NodeCompilers, LazyNodeType>;
  readonly awaiting: Pick<NodeCompilers, LazyNodeType>;
  /** Returns the error of a `case` without a clause for `value`. */
  readonly noClause: (
    node: Extract<Node, { type: "case" }>,
    value: Value,
    branch: Branch,
  ) => EvaluationError;
}

/** Generates code for functions and loops that run often, if that pays. */
export interface Generator {
  /** Replaces the body of `code` if that pays, or sets when to ask again. */
  heatFunction(heat: HotFunction, code: ArityCode, generation: Generation): void;
  /** Returns the value of the loop, or `undefined` if closures run the next iteration. */
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
  /** Iterations until the generator is asked. */
  left: number;
}
