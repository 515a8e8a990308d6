// Stores the lazy sequences of a memory when a program ends: their elements so far and the rest as
// data. Computes nothing. Shared sequences stay shared, and
// sequences that contain themselves are stored once, because the sequences are visited one by one
// and not inside each other.

import { Vector, type LazySequence, type Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import { ComputedSeq } from "../sequence/layered-sequence.ts";
import { LazySource } from "../sequence/lazy-source.ts";
import type { Continuation } from "../sequence/produced.ts";
import type { FunctionMaker } from "./function-decoder.ts";
import type { FoundSequences, LeftValues } from "./final-memory.ts";
import { sequencesIn } from "./sequences-in.ts";
import type { FoundSequence } from "./storable-value.ts";
import { Memory } from "./memory.ts";
import { StoredSequence, type SequenceKey } from "./stored-sequence.ts";
import { StoredSequences } from "./stored-sequences.ts";

/** The maximum number of last values that a later program can read. */
const mostShown = 3;

/**
 * Returns a memory of the values that a program leaves. Omits the names of sequences that end with
 * their program.
 * @throws LimitError if the elements of a definition exceed the memory limit
 */
export function storeSequences(
  make: FunctionMaker,
  branch: Branch,
  { values, found, shown, newMeasure }: LeftValues,
  before: Memory["sequences"],
  mayAwait: boolean,
): Memory {
  const sequences = new SequenceStore(make, branch, before?.next ?? 0);
  for (const each of found) {
    if (sequences.add(each)) continue;
    values.delete(each.name);
    (branch.evaluation.skippedNames ??= new Map()).set(each.name, undefined);
  }
  const last = [
    ...(shown === undefined ? [] : [sequencesIn(shown, branch)]),
    ...(before?.shown ?? []),
  ].slice(0, mostShown);
  for (const each of last.flat())
    if (each instanceof LazySeq)
      sequences.add({ measure: newMeasure(), sequences: [{ sequence: each, isCaptured: true }] });
  return Memory.ofValues(values, mayAwait, sequences.stored(last));
}

class SequenceStore {
  private readonly make: FunctionMaker;
  private readonly branch: Branch;
  private next: number;
  private readonly states = new Map<SequenceKey, StoredSequence>();

  constructor(make: FunctionMaker, branch: Branch, next: number) {
    this.make = make;
    this.branch = branch;
    this.next = next;
  }

  /** Returns the sequences, which include those of the last values. */
  stored(last: StoredSequences["shown"]): StoredSequences | undefined {
    if (this.states.size === 0) return undefined;
    const isStored = ({ elements }: LazySequence): boolean =>
      elements instanceof StoredSequence && this.states.has(elements.key);
    const shown = last.map((sequences) => sequences.filter(isStored));
    return new StoredSequences(this.states, this.next, shown);
  }

  /**
   * Stores the sequences of one definition, and those that they read. Returns false, and stores
   * none, if one of them ends with its program.
   */
  add({ measure, sequences }: Omit<FoundSequences, "name">): boolean {
    const added: SequenceKey[] = [];
    const queue: FoundSequence[] = sequences.slice();
    for (const { sequence, isCaptured } of queue) {
      this.branch.spend(1);
      const state = this.stateOf(sequence);
      if (state === undefined) {
        // A function keeps what it captured, as it keeps an atom.
        if (isCaptured) continue;
        for (const key of added) this.states.delete(key);
        return false;
      }
      sequence.elements = state;
      if (this.states.has(state.key)) continue;
      this.states.set(state.key, state);
      added.push(state.key);
      const inside = measure.sequence(state.realized, state.continuation);
      for (const each of inside)
        queue.push(isCaptured ? { sequence: each.sequence, isCaptured } : each);
    }
    return true;
  }

  /** Returns the current state, or `undefined` if the sequence has no form that can be stored. */
  private stateOf({ elements }: LazySeq): StoredSequence | undefined {
    const { openedSequences, storedSequences } = this.branch.evaluation;
    const { key } = elements;
    if (key !== undefined) {
      const known = this.states.get(key as SequenceKey);
      if (known !== undefined) return known;
      const opened = openedSequences?.get(key);
      if (opened instanceof LazySource) return this.closed(opened);
      const stored = storedSequences?.get(key);
      if (stored instanceof StoredSequence) return stored;
    }
    if (elements instanceof LazySource) return this.closed(elements);
    return elements instanceof StoredSequence ? elements : undefined;
  }

  /** Returns the state of a source in which this run has read or that it created. */
  private closed(source: LazySource): StoredSequence | undefined {
    const { key, isUnbounded, isOpenEnded, isOfFields } = source;
    const continuation = this.storable(source.continuation);
    if (continuation === undefined) return undefined;
    const ownKey = (key as SequenceKey | undefined) ?? { number: this.next++ };
    source.key = ownKey;
    // The program may still read the sequence, for example to print the result.
    (this.branch.evaluation.openedSequences ??= new Map()).set(ownKey, source);
    const realized = source.realized.slice();
    return new StoredSequence(ownKey, {
      realized,
      continuation,
      isUnbounded,
      isOpenEnded,
      isOfFields,
    });
  }

  /**
   * Replaces the rest of a `for`, which has no function, by a join of the results of a function
   * for each element.
   */
  private storable(continuation: Continuation | undefined): Continuation | undefined {
    if (continuation?.[0] !== "for") return continuation;
    const [, text, ends, names, values, shadowed, source, rest, endless] = continuation;
    if (
      typeof text !== "string" ||
      typeof ends !== "number" ||
      !(names instanceof Vector && values instanceof Vector && shadowed instanceof Vector)
    )
      return undefined;
    const fn = this.make.closure(
      text,
      {
        name: undefined,
        captured: textsIn(names).map((name, index) => [name, values.get(index, null)]),
        shadowed: textsIn(shadowed),
      },
      this.branch,
    );
    if (fn === undefined) return undefined;
    const results = new StoredSequence(
      { number: this.next++ },
      {
        realized: [],
        continuation: [
          "stage",
          Vector.of<Value>(ends === 0 ? ["map", fn] : ["ending", fn, ends]),
          source,
          0,
          "taking",
          Vector.of([]),
          endless,
        ],
        isUnbounded: endless === true,
        isOpenEnded: source instanceof LazySeq && source.isOpenEnded,
        isOfFields: source instanceof LazySeq && source.isOfFields,
      },
    );
    return ["join", "for", new ComputedSeq(results, 0), rest];
  }
}

function textsIn(names: Vector<Value>): string[] {
  return names.toArray().filter((name) => typeof name === "string");
}
