// The per-element logic of sequence functions, independent of where the elements come from and
// where they go. It is the one definition behind `(distinct coll)`, its lazy form and the
// transducer `(distinct)`. A stage passes on zero, one or many elements for each that it takes.
//
//   elements -> stage -> stage -> sink

import { Vector, equals, type Value, type VectorKind } from "@ptc/core/values";
import { MapBuilder, isTruthy } from "@ptc/core/internal/values";
import { call1, call2, callMany } from "../functions/callable.ts";
import { elementsOf } from "./elements.ts";
import { LazySeq } from "./lazy-seq.ts";
import { eachItem } from "./sequence-source.ts";
import { atElementOf } from "../evaluation/arguments/operand-error.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Result } from "../evaluation/result.ts";
import { bytesOfGroup, bytesOfKey, bytesOfVector } from "../evaluation/budget/byte-costs.ts";

/** True if more elements are wanted. */
export type Flow = boolean | Promise<boolean>;

/** Takes elements until it returns false. `finish` is called once at the end, in either case. */
export interface Sink {
  take(branch: Branch, element: Value): Flow;
  /** Takes the elements at the same index of several collections, for stages that use them. */
  takeMany?(branch: Branch, elements: readonly Value[]): Flow;
  finish(branch: Branch): Flow;
  /** Returns its state, which its stage receives as `saved` to continue in another run. */
  save?(): Value;
  /** True if it has a state that `save` can't return. */
  isUnsaved?(): boolean;
}

/**
 * Creates a sink that works in front of `next`. Its state belongs to one pass, which may continue
 * from a state that an earlier sink saved.
 */
export type Stage = (next: Sink, saved?: Value) => Sink;

function flow(result: Result, next: (value: Value) => Flow): Flow {
  return result instanceof Promise ? result.then(next) : next(result);
}

function afterFlow(before: Flow, next: (wanted: boolean) => Flow): Flow {
  return before instanceof Promise ? before.then(next) : next(before);
}

/** Creates a stage that has nothing left to pass on at the end. */
function simple(take: (next: Sink) => Sink["take"]): Stage {
  return (next) => ({ take: take(next), finish: (branch) => next.finish(branch) });
}

/** Like `simple`, for a stage with a state. */
function stateful(
  make: (next: Sink, saved: Value | undefined) => Required<Pick<Sink, "take" | "save">>,
): Stage {
  return (next, saved) => ({ ...make(next, saved), finish: (branch) => next.finish(branch) });
}

export const mapStage =
  (f: Value): Stage =>
  (next) => ({
    take: (branch, element) => flow(call1(branch, f, element), (value) => next.take(branch, value)),
    takeMany: (branch, elements) =>
      flow(callMany(branch, f, elements), (value) => next.take(branch, value)),
    finish: (branch) => next.finish(branch),
  });

/**
 * Passes on the results of the function that handles the elements of a `for` with `levels` clauses
 * `:while`. Each level is in a sequence of one element, or an empty one if a `:when` skips it. Nil
 * means that the clause has ended the iteration.
 */
export const endingStage = (f: Value, levels: number): Stage =>
  simple(
    (next) => (branch, element) =>
      flow(call1(branch, f, element), (result) => {
        let value = result;
        for (let level = 0; level < levels; level++) {
          if (!(value instanceof Vector) || value.count === 0) return true;
          value = value.at(0);
          if (value === null) return false;
        }
        return next.take(branch, value);
      }),
  );

/** Keeps the elements for which the truth of `predicate` equals `wanted`. */
export const filterStage = (predicate: Value, wanted: boolean): Stage =>
  simple(
    (next) => (branch, element) =>
      flow(call1(branch, predicate, element), (holds) =>
        isTruthy(holds) === wanted ? next.take(branch, element) : true,
      ),
  );

export const keepStage = (f: Value): Stage =>
  simple(
    (next) => (branch, element) =>
      flow(call1(branch, f, element), (value) =>
        value === null ? true : next.take(branch, value),
      ),
  );

export const mapIndexedStage = (f: Value): Stage =>
  indexed(f, (next, branch, value) => next.take(branch, value));

export const keepIndexedStage = (f: Value): Stage =>
  indexed(f, (next, branch, value) => (value === null ? true : next.take(branch, value)));

/**
 * Passes on the result of `f` for index and element. The index is incremented only after `f`
 * returns, because an element for which `f` failed may come again.
 */
function indexed(f: Value, handOn: (next: Sink, branch: Branch, value: Value) => Flow): Stage {
  return stateful((next, saved) => {
    let index = typeof saved === "number" ? saved : 0;
    return {
      take: (branch, element) =>
        flow(call2(branch, f, index, element), (value) => {
          index++;
          return handOn(next, branch, value);
        }),
      save: () => index,
    };
  });
}

export const takeStage = (count: number): Stage =>
  stateful((next, saved) => {
    let left = typeof saved === "number" ? saved : count;
    return {
      take: (branch, element) => {
        if (left <= 0) return false;
        left--;
        return afterFlow(next.take(branch, element), (wanted) => wanted && left > 0);
      },
      save: () => left,
    };
  });

export const dropStage = (count: number): Stage =>
  stateful((next, saved) => {
    let left = typeof saved === "number" ? saved : count;
    return {
      take: (branch, element) => (left-- > 0 ? true : next.take(branch, element)),
      save: () => Math.max(0, left),
    };
  });

/** Passes on each element once `count` more were taken. */
export const dropLastStage = (count: number): Stage =>
  stateful((next, saved) => {
    const waiting = saved instanceof Vector ? saved.toArray().slice() : [];
    // The first waiting element, because removing it from the array would take as long as `count`.
    let start = 0;
    return {
      take: (branch, element) => {
        branch.charge(8);
        waiting.push(element);
        if (waiting.length - start <= count) return true;
        const ready = waiting[start++] ?? null;
        if (start > count) {
          waiting.splice(0, start);
          start = 0;
        }
        return next.take(branch, ready);
      },
      save: () => Vector.of(waiting.slice(start)),
    };
  });

export const takeWhileStage = (predicate: Value): Stage =>
  simple(
    (next) => (branch, element) =>
      flow(call1(branch, predicate, element), (holds) =>
        isTruthy(holds) ? next.take(branch, element) : false,
      ),
  );

export const dropWhileStage = (predicate: Value): Stage =>
  stateful((next, saved) => {
    let dropping = saved !== false;
    return {
      take: (branch, element) => {
        if (!dropping) return next.take(branch, element);
        return flow(call1(branch, predicate, element), (holds) => {
          dropping = isTruthy(holds);
          return dropping ? true : next.take(branch, element);
        });
      },
      save: () => dropping,
    };
  });

export const takeNthStage = (step: number): Stage =>
  stateful((next, saved) => {
    let index = typeof saved === "number" ? saved : 0;
    return {
      take: (branch, element) => (index++ % step === 0 ? next.take(branch, element) : true),
      save: () => index,
    };
  });

/** Keeps each element with the given probability, using the reading branch's random numbers. */
export const randomSampleStage = (probability: number): Stage =>
  simple(
    (next) => (branch, element) =>
      branch.random() < probability ? next.take(branch, element) : true,
  );

/** Passes on the elements of every element. For a lazy one, only as many as are wanted. */
export const catStage = (operation: string): Stage =>
  simple(
    (next) => (branch, element) =>
      element instanceof LazySeq
        ? takeLazily(branch, element, next)
        : takeAll(branch, elementsOf(branch, element, operation), next),
  );

function takeLazily(branch: Branch, elements: LazySeq, sink: Sink): Flow {
  let isWanted = true;
  const taken = eachItem(branch, elements, {
    compute: (element) => sink.take(branch, element),
    take: (wanted) => (isWanted = wanted === true),
    finish: () => isWanted,
  });
  return flow(taken, (wanted) => wanted === true);
}

export const mapcatStage =
  (f: Value): Stage =>
  (next) =>
    mapStage(f)(catStage("mapcat")(next));

export const distinctStage = (): Stage =>
  stateful((next, saved) => {
    const seen = new MapBuilder();
    if (saved instanceof Vector) for (const element of saved.toArray()) seen.set(element, true);
    return {
      take: (branch, element) => {
        if (seen.has(element, branch)) return true;
        branch.charge(bytesOfKey);
        seen.set(element, true, branch);
        return next.take(branch, element);
      },
      save: () => {
        const elements: Value[] = [];
        seen.build().forEach((element) => elements.push(element));
        return Vector.of(elements);
      },
    };
  });

export const dedupeStage = (): Stage =>
  stateful((next, saved) => {
    let last = saved instanceof Vector ? saved.toArray()[0] : undefined;
    return {
      take: (branch, element) => {
        const isRepeated = last !== undefined && equals(last, element, branch);
        last = element;
        return isRepeated ? true : next.take(branch, element);
      },
      save: () => Vector.of(last === undefined ? [] : [last]),
    };
  });

export const interposeStage = (separator: Value): Stage =>
  stateful((next, saved) => {
    let isFirst = saved !== false;
    return {
      take: (branch, element) => {
        if (!isFirst)
          return afterFlow(
            next.take(branch, separator),
            (wanted) => wanted && next.take(branch, element),
          );
        isFirst = false;
        return next.take(branch, element);
      },
      save: () => isFirst,
    };
  });

/** Passes on groups of `size` elements. The last group may be smaller. */
export const partitionAllStage =
  (size: number): Stage =>
  (next, saved) => {
    let group: Value[] = saved instanceof Vector ? saved.toArray().slice() : [];
    const handOn = (branch: Branch): Flow => {
      const full = group;
      group = [];
      branch.charge(bytesOfGroup + full.length * 8);
      return next.take(branch, Vector.ofGrown(full));
    };
    return {
      take: (branch, element) => (group.push(element) < size ? true : handOn(branch)),
      finish: (branch) =>
        group.length === 0
          ? next.finish(branch)
          : afterFlow(handOn(branch), () => next.finish(branch)),
      save: () => Vector.of(group.slice()),
    };
  };

/** Passes on vectors of `kind` with neighboring elements for which `f` returns equal values. */
export const partitionByStage =
  (f: Value, kind: VectorKind = "vector"): Stage =>
  (next, saved) => {
    const [stored, lastKey = null] = saved instanceof Vector ? saved.toArray() : [];
    let group = stored instanceof Vector ? stored.toArray().slice() : [];
    let last = lastKey;
    let isOver = false;
    const handOn = (branch: Branch, following: Value[]): Flow => {
      const full = group;
      group = following;
      // Each group was an array of one element first, which grew.
      branch.charge(bytesOfVector + 16);
      return afterFlow(next.take(branch, Vector.ofGrown(full, kind)), (wanted) => {
        isOver = !wanted;
        return wanted;
      });
    };
    return {
      take: (branch, element) =>
        flow(call1(branch, f, element), (key) => {
          branch.charge(16);
          const isSame = group.length === 0 || equals(last, key, branch);
          last = key;
          if (!isSame) return handOn(branch, [element]);
          group.push(element);
          return true;
        }),
      // If a group ended the sequence, the element after it belongs to no group.
      finish: (branch) =>
        isOver || group.length === 0
          ? next.finish(branch)
          : afterFlow(handOn(branch, []), () => next.finish(branch)),
      save: () => Vector.of([Vector.of(group.slice()), last]),
    };
  };

/** Passes all of `elements` to `sink`, counts a step for each, and waits if necessary. */
export function takeAll(branch: Branch, elements: Vector<Value>, sink: Sink): Flow {
  let index = 0;
  try {
    for (; index < elements.count; index++) {
      if (--branch.ticks < 0) branch.refill();
      let wanted = sink.take(branch, elements.at(index));
      if (wanted === true && branch.mayAwait && branch.turnIsOver)
        wanted = branch.inNextTurn(() => true);
      if (wanted instanceof Promise) return takeAllAwaiting(branch, elements, index, wanted, sink);
      if (!wanted) return false;
    }
  } catch (error) {
    throw atElementOf(error, branch, elements, index);
  }
  return true;
}

async function takeAllAwaiting(
  branch: Branch,
  elements: Vector<Value>,
  start: number,
  pending: Promise<boolean>,
  sink: Sink,
): Promise<boolean> {
  let index = start;
  try {
    let wanted = await pending;
    while (wanted && ++index < elements.count) {
      if (--branch.ticks < 0) branch.refill();
      if (branch.turnIsOver) await branch.evaluation.nextTurn();
      const next = sink.take(branch, elements.at(index));
      wanted = next instanceof Promise ? await next : next;
    }
    return wanted;
  } catch (error) {
    throw atElementOf(error, branch, elements, index);
  }
}

/** Returns a sink that appends to `items`. */
export function collectingSink(items: Value[]): Sink {
  return {
    take: (branch, element) => {
      branch.charge(8);
      items.push(element);
      return true;
    },
    finish: () => true,
  };
}
