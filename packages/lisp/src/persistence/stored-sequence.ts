// A lazy sequence between two runs: the elements that it has, and the rest as data. It never
// changes. Each run that reads it opens a source of its own, so a failed run, and a run that starts
// from an older memory, leave it as it was.
//
//   StoredSequence { key, realized: [v0 v1], continuation: ["map", f, …] }
//     run 2 opens LazySource [v0 v1 v2 v3 …], and its memory has the next state under the same key

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { EffectScope } from "../evaluation/branches/effect-scope.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import type { StoredElements } from "../sequence/lazy-seq.ts";
import { LazySource } from "../sequence/lazy-source.ts";
import type { Continuation } from "../sequence/produced.ts";
import { continued } from "./sequence-makers.ts";

/** The identity of a sequence. All its states in a line of memories have the same key. */
export interface SequenceKey {
  /** Its number in this line of memories. Effects of its elements have it in their addresses. */
  readonly number: number;
}

export interface StoredContents {
  readonly realized: readonly Value[];
  readonly continuation: Continuation;
  readonly isUnbounded: boolean;
  readonly isOpenEnded: boolean;
  readonly isOfFields: boolean;
}

export class StoredSequence implements StoredElements {
  readonly evaluation = undefined;
  readonly key: SequenceKey;
  private contents: StoredContents;

  constructor(key: SequenceKey, contents: StoredContents = noContents) {
    this.key = key;
    this.contents = contents;
  }

  /** Sets the contents once, for sequences that contain each other. */
  fill(contents: StoredContents): void {
    this.contents = contents;
  }

  get realized(): readonly Value[] {
    return this.contents.realized;
  }

  get continuation(): Continuation {
    return this.contents.continuation;
  }

  get isComplete(): boolean {
    const { length, 0: maker } = this.continuation;
    return length === 1 && maker === "concat";
  }

  get isUnbounded(): boolean {
    return this.contents.isUnbounded;
  }

  get isOpenEnded(): boolean {
    return this.contents.isOpenEnded;
  }

  get isOfFields(): boolean {
    return this.contents.isOfFields;
  }

  openIn(branch: Branch): LazySource {
    const { evaluation } = branch;
    const opened = (evaluation.openedSequences ??= new Map<object, object>());
    const known = opened.get(this.key);
    if (known instanceof LazySource) return known;
    const current = evaluation.storedSequences?.get(this.key);
    const source = open(current instanceof StoredSequence ? current : this, branch);
    opened.set(this.key, source);
    return source;
  }
}

const noContents: StoredContents = {
  realized: [],
  continuation: ["concat"],
  isUnbounded: false,
  isOpenEnded: false,
  isOfFields: false,
};

/** @throws EvaluationError for a continuation that can't be read */
function open(
  { key, realized, continuation, isOpenEnded, isOfFields }: StoredSequence,
  branch: Branch,
): LazySource {
  let root = branch;
  while (root.outer !== undefined) root = root.outer;
  const maker = root.restorer(new EffectScope([{ restored: key.number }]));
  const { elements } = continued(maker, continuation) ?? {};
  if (!(elements instanceof LazySource)) throw unreadable();
  elements.resume(realized, continuation);
  elements.isOpenEnded = isOpenEnded;
  elements.isOfFields = isOfFields;
  elements.key = key;
  return elements;
}

function unreadable(): EvaluationError {
  return new EvaluationError(
    "argument_error",
    "the sequence cannot be continued: its stored form cannot be read",
    { hint: "define the sequence again" },
  );
}
