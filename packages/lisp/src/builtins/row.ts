// One row of the tables that declare the builtins: what a builtin is called, how it is described,
// and what it computes. Everything that lists builtins (documents, `doc`, arity errors,
// suggestions) reads rows. Tables of families stand in the folders beside this file.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { LazySeq } from "../sequence/lazy-seq.ts";
import type { Result } from "../evaluation/result.ts";

/**
 * The implementation by number of arguments; `rest` takes `from` arguments or more, as an array.
 */
export interface Arities {
  readonly 0?: (branch: Branch) => Result;
  readonly 1?: (branch: Branch, first: Value) => Result;
  readonly 2?: (branch: Branch, first: Value, second: Value) => Result;
  readonly 3?: (branch: Branch, first: Value, second: Value, third: Value) => Result;
  readonly rest?: {
    readonly from: number;
    readonly apply: (branch: Branch, args: readonly Value[]) => Result;
  };
}

/** Every spelling under which a builtin is found, the documented one first. */
export type Names = readonly [string, ...string[]];

/** A program and what its value prints as; executed by a test. */
export type Example = readonly [source: string, printed: string];

/** What a row says besides its names and call forms. */
interface RowContent {
  readonly doc: string;
  readonly example: Example;
  /** What the name means where it is not called: for names of numbers such as `Math/PI`. */
  readonly constant?: Value;
  /** True when the name means the value of its call without arguments, made where it stands. */
  readonly standsForCall?: true;
  /**
   * True when it calls functions it is given, which may reach an effect. Such a builtin reads the
   * collections it is given before the first call, or goes through them with `eachItem`; what a
   * function answers it reads through `withElements`.
   */
  readonly callsFunctions?: true;
  /** True when a name given to it stands for itself, `(doc map)`; "first": its first argument. */
  readonly quotesNames?: true | "first";
  /**
   * True when its Clojure counterpart answers a sequence, which `vector?` and `seq?` tell from a
   * vector.
   */
  readonly yieldsSequence?: true;
  /**
   * What `apply` does with a lazy sequence of arguments, where they need not all be known. Reads no
   * element at once.
   */
  readonly applyLazily?: (branch: Branch, args: LazySeq) => Value;
  /**
   * False when it never looks at the elements of a sequence, whatever it is given; a test checks
   * that. Every other one may meet an element that waits for a tool, so in a program with tools a
   * call of it may yield a promise.
   */
  readonly readsElements?: false;
  /** True when it runs branches in parallel. */
  readonly forks?: true;
  readonly arities: Arities;
}

/** One builtin, as everything that reads the tables sees it. */
export interface BuiltinRow extends RowContent {
  readonly names: Names;
  /** Call forms, as documents and arity errors show them. */
  readonly forms: readonly string[];
  /** The Clojure function it mirrors, where there is one. */
  readonly clojure?: string;
}

/** What is written in a table behind the names and call forms. */
interface WrittenContent extends RowContent {
  /**
   * The Clojure function it mirrors, false when there is none. Where it is left out, that is the
   * spelling in a namespace of Clojure (`clojure.string/trim`), or else the documented name.
   */
  readonly clojure?: string | false;
}

/**
 * A row of a table, as `row("second", "(second coll)", { doc, example, arities })`. Several names
 * or call forms are given in an array.
 */
export function row(
  names: string | Names,
  forms: string | readonly string[],
  { clojure, ...content }: WrittenContent,
): BuiltinRow {
  const spellings: Names = typeof names === "string" ? [names] : names;
  const mirrored = clojure ?? spellings.find(isOfClojure) ?? spellings[0];
  return {
    ...content,
    names: spellings,
    forms: typeof forms === "string" ? [forms] : forms,
    ...(mirrored === false ? {} : { clojure: mirrored }),
  };
}

function isOfClojure(name: string): boolean {
  return name.startsWith("clojure.");
}
