// `mapcat`: joins the results of `f` for the elements. If all results are complete, so is the
// joined one. From the first result that is or may be infinite, the joined result is lazy: `f` is
// called for a later element when a reader gets there.

import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { ComputedSeq, lazyConcatenation, lazyJoin } from "../../sequence/layered-sequence.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { endOfSequence } from "../../sequence/produced.ts";
import { collectionFor } from "../../sequence/collection-for.ts";
import { restOf, sequenceOf, type Sequence } from "../../sequence/sequence-source.ts";
import {
  catStage,
  collectingSink,
  mapStage,
  takeAll,
  type Flow,
  type Stage,
} from "../../sequence/stages.ts";
import { isOfFields } from "../../sequence/fields.ts";
import { lazyThrough, type StageForm } from "./lazy-transforms.ts";
import { mapMany } from "./map-and-filter.ts";

export function mapcat(branch: Branch, f: Value, collection: Value): Result {
  return joined(branch, collectionFor(branch, collection, "mapcat"), mapStage(f), ["map", f]);
}

/** `(mapcat f coll1 coll2 …)`. */
export function mapcatMany(branch: Branch, args: readonly Value[]): Result {
  return after(mapMany(branch, args, "mapcat"), (mapped) =>
    joined(branch, sequenceOf(branch, mapped, "mapcat"), (next) => next, ["identity"]),
  );
}

/** Joins the results of `stage` for each element. */
function joined(branch: Branch, source: Sequence, stage: Stage, form: StageForm): Result {
  if (source instanceof LazySeq) return lazilyJoined(branch, source, stage, form);
  branch.charge(48);
  const items: Value[] = [];
  const collect = catStage("mapcat")(collectingSink(items));
  let count = 0;
  // The elements of rows are entries, even if `source` has only the rows.
  let isMarked = false;
  let endless: LazySeq | undefined;
  const sink = stage({
    take: (inner, collection): Flow => {
      count++;
      isMarked ||= isOfFields(collection);
      if (!mayBeEndless(collection)) return collect.take(inner, collection);
      endless = collection;
      return false;
    },
    finish: () => true,
  });
  const joinedUp = (): Value => {
    const collected = isMarked ? Vector.ofGrown(items).ofFields() : Vector.ofGrown(items);
    if (endless === undefined) return collected;
    if (endless.isUnbounded) return lazyConcatenation(branch, [collected, endless]);
    const others = lazilyJoined(branch, elementsFrom(branch, source, count), stage, form);
    return lazyConcatenation(branch, [collected, endless, others]);
  };
  const taken = takeAll(branch, source, sink);
  return taken instanceof Promise ? taken.then(joinedUp) : joinedUp();
}

function mayBeEndless(collection: Value): collection is LazySeq {
  return collection instanceof LazySeq && (collection.isUnbounded || collection.isOpenEnded);
}

function lazilyJoined(branch: Branch, source: LazySeq, stage: Stage, form: StageForm): LazySeq {
  return lazyJoin(branch, lazyThrough(branch, source, stage, source.isUnbounded, form), "mapcat");
}

/**
 * Returns the elements from `start` as a lazy sequence, so that results made from them are lazy
 * too.
 */
function elementsFrom(branch: Branch, elements: Vector<Value>, start: number): LazySeq {
  let index = start;
  return ComputedSeq.of(
    branch,
    () => (index < elements.count ? elements.at(index++) : endOfSequence),
    false,
    () => ["rest", restOf(elements, index)],
  );
}
