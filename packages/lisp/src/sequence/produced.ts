// The contract between a lazy sequence and the function that produces its elements. `LazySource`
// loads later, with the first builtin that makes a lazy sequence.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";

/** The result of a producer that has no more elements. */
export const endOfSequence: unique symbol = Symbol("end of sequence");

/** The result of a producer that made progress but has no element yet, and must be called again. */
export const askAgain: unique symbol = Symbol("ask again");

export type Made = Value | typeof endOfSequence | typeof askAgain;

/**
 * Computes the next element. A producer is called again from its start when a sequence it reads
 * has to wait, and when a function it calls fails. So it must read other sequences before it calls
 * a function, and call the function before it changes its own state.
 */
export type Produce = (branch: Branch) => Made | Promise<Made>;

/**
 * The rest of a sequence as data: the name of a maker and its arguments; see
 * `persistence/sequence-makers.ts`.
 */
export type Continuation = readonly [maker: string, ...args: (Value | undefined)[]];

/**
 * Returns the continuation of a sequence in its current state, or `undefined` if that has no form
 * as data.
 */
export type Describe = () => Continuation | undefined;
