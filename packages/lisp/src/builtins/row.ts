// One row of the builtin tables: the names, description and implementation of a builtin. Everything
// that lists builtins (docs, `doc`, arity errors, suggestions) reads rows. The tables of the
// families are in the folders beside this file.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { LazySeq } from "../sequence/lazy-seq.ts";
import type { Result } from "../evaluation/result.ts";

/**
 * The implementations by number of arguments; `rest` takes `from` or more arguments as an array.
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

/** Every spelling of a builtin, the documented one first. */
export type Names = readonly [string, ...string[]];

/** A program and its printed value; a test runs it. */
export type Example = readonly [source: string, printed: string];

/** The content of a row besides its names and call forms. */
interface RowContent {
  readonly doc: string;
  readonly example: Example;
  /** The value of the name if it isn't called, for numbers such as `Math/PI`. */
  readonly constant?: Value;
  /**
   * True if the name without a call means the value of a call without arguments, made on each use.
   */
  readonly standsForCall?: true;
  /**
   * True if it calls functions among its arguments, which may reach an effect. Such a builtin
   * reads its collections before the first call, or iterates them with `eachItem`. It reads
   * results of functions with `withElements`.
   */
  readonly callsFunctions?: true;
  /**
   * True if its arguments may be unquoted names, as in `(doc map)`; "first" for its first argument
   * only.
   */
  readonly quotesNames?: true | "first";
  /**
   * True if its Clojure counterpart returns a sequence, which `vector?` and `seq?` distinguish
   * from a vector.
   */
  readonly yieldsSequence?: true;
  /**
   * True if its result contains elements of its last argument, or results for them, so that a
   * result made from a map of fields is marked. Implied by `yieldsSequence`.
   */
  readonly passesFields?: true;
  /**
   * Handles `apply` with a lazy sequence if it doesn't need to know all arguments. Doesn't read
   * any element immediately.
   */
  readonly applyLazily?: (branch: Branch, args: LazySeq) => Value;
  /**
   * False if it never reads elements of a sequence, whatever its arguments; a test checks that.
   * Any other builtin may meet an element that waits for a tool, so a call may return a promise in
   * a program with tools.
   */
  readonly readsElements?: false;
  /** True when a call may wait: it runs branches in parallel, or sleeps. */
  readonly awaits?: true;
  readonly arities: Arities;
}

/** One builtin, in the form that readers of the tables see. */
export interface BuiltinRow extends RowContent {
  readonly names: Names;
  /** Call forms, for docs and arity errors. */
  readonly forms: readonly string[];
  /** The corresponding Clojure function, if there is one. */
  readonly clojure?: string;
}

/** The part of a table row after the names and call forms. */
interface WrittenContent extends RowContent {
  /**
   * The corresponding Clojure function; false for none. Default: the spelling in a Clojure
   * namespace (`clojure.string/trim`), or else the documented name.
   */
  readonly clojure?: string | false;
}

/**
 * Makes a row of a table, as in `row("second", "(second coll)", { doc, example, arities })`. Pass
 * several names or call forms as an array.
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
