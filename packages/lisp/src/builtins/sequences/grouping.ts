// Builtins that group elements, count equal ones and remove duplicates.

import { MapValue, Vector, type Value } from "@ptc/core/values";
import { MapBuilder, isTruthy } from "@ptc/core/internal/values";
import { call1 } from "../../functions/callable.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { after, type Result } from "../../evaluation/result.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { notedKeys } from "../../evaluation/firewalled-parts.ts";
import { row, type BuiltinRow } from "../row.ts";
import { atMost, elementCount, wrongType } from "../../evaluation/arguments/expectations.ts";
import { judgedElements, keysOf } from "../../sequence/key-reader.ts";
import { lazyThrough, takeFirst, through } from "./lazy-transforms.ts";
import { collectionFor } from "../../sequence/collection-for.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import {
  dropElements,
  eachItem,
  sequenceOf,
  type Sequence,
} from "../../sequence/sequence-source.ts";
import {
  dedupeStage,
  distinctStage,
  dropWhileStage,
  partitionAllStage,
  partitionByStage,
  takeWhileStage,
} from "../../sequence/stages.ts";
import { transducer } from "./transducer.ts";
import { groupSize, partition, partitionAll } from "./windows.ts";
import { stepEndsTurn } from "../../sequence/turn-checks.ts";

function splitAt(branch: Branch, count: Value, collection: Value): Value {
  const sequence = sequenceOf(branch, collection, "split-at");
  const head = takeFirst(branch, count, sequence, "split-at");
  const dropped = head instanceof Vector ? head.count : elementCount(count, "split-at");
  return parts(sequence, head, dropElements(branch, sequence, dropped));
}

function splitWith(branch: Branch, predicate: Value, collection: Value): Result {
  const sequence = collectionFor(branch, collection, "split-with");
  if (sequence instanceof LazySeq)
    return parts(
      sequence,
      lazyThrough(branch, sequence, takeWhileStage(predicate), false, ["take-while", predicate]),
      lazyThrough(branch, sequence, dropWhileStage(predicate), sequence.isUnbounded, [
        "drop-while",
        predicate,
      ]),
    );
  let count = 0;
  return eachItem(branch, sequence, {
    compute: (element) => call1(branch, predicate, element),
    take: (holds) => isTruthy(holds) && ++count > 0,
    finish: () => splitAt(branch, count, sequence),
  });
}

/** Returns the parts of `sequence`, marked if it was made from a map of fields. */
function parts(sequence: Sequence, head: Sequence, tail: Sequence): Value {
  return Vector.of<Value>(sequence.isOfFields ? [head.ofFields(), tail.ofFields()] : [head, tail]);
}

function partitionRest(branch: Branch, args: readonly Value[]): Result {
  atMost(args, 4, "partition", "(partition n step pad coll)");
  const [size = null, step = null, pad = null, collection = null] = args;
  return partition(branch, size, step, pad, collection);
}

function distinct(branch: Branch, collection: Value): Result {
  // The entries of a map are always distinct, and Clojure rejects a map too.
  if (collection instanceof MapValue)
    throw wrongType(
      "distinct",
      "a sequence",
      collection,
      "map entries are always distinct; to compare the values, use (distinct (vals m))",
    );
  return through(branch, sequenceOf(branch, collection, "distinct"), distinctStage(), "distinct");
}

function areDistinct(branch: Branch, args: readonly Value[]): boolean {
  const seen = new MapBuilder(branch);
  branch.charge(args.length * 48);
  return args.every((value) => {
    const isNew = !seen.has(value);
    seen.set(value, true);
    return isNew;
  });
}

function frequencies(branch: Branch, collection: Value): Result {
  const elements = elementsOf(branch, collection, "frequencies");
  branch.charge(64);
  return counted(branch, elements, new MapBuilder(branch), 0);
}

function counted(
  branch: Branch,
  elements: Vector<Value>,
  counts: MapBuilder,
  start: number,
): Result {
  for (let index = start; index < elements.count; index++) {
    const element = elements.at(index);
    const count = counts.get(element) as number | undefined;
    if (count === undefined) branch.charge(48);
    counts.set(element, (count ?? 0) + 1);
    // Count a step per element inside the loop, as all code that builds maps and sets does. A
    // million keys take too long to leave the clock unchecked.
    if (stepEndsTurn(branch))
      return branch.inNextTurn(counted, branch, elements, counts, index + 1);
  }
  return counts.build();
}

function groupBy(branch: Branch, key: Value, collection: Value): Result {
  const elements = judgedElements(branch, key, collection, "group-by");
  return after(keysOf(branch, key, elements, "group-by"), (keys) => {
    branch.charge(64 + elements.count * 8);
    const map = grouped(branch, keys as Vector<Value>, elements, new MapBuilder(branch), [], 0);
    return after(map, (groups) => notedKeys(branch, key, groups));
  });
}

interface Group {
  readonly key: Value;
  readonly indexes: number[];
}

/** Groups the elements by their keys, in the order in which the keys first appear. */
function grouped(
  branch: Branch,
  keys: Vector<Value>,
  elements: Vector<Value>,
  places: MapBuilder,
  groups: Group[],
  start: number,
): Result {
  for (let index = start; index < elements.count; index++) {
    const key = keys.at(index);
    const place = places.get(key) as number | undefined;
    if (place === undefined) {
      branch.charge(192);
      places.set(key, groups.length);
      groups.push({ key, indexes: [index] });
    } else groups[place]?.indexes.push(index);
    if (stepEndsTurn(branch))
      return branch.inNextTurn(grouped, branch, keys, elements, places, groups, index + 1);
  }
  return mapOfGroups(branch, elements, groups, new MapBuilder(branch), 0);
}

function mapOfGroups(
  branch: Branch,
  elements: Vector<Value>,
  groups: readonly Group[],
  map: MapBuilder,
  start: number,
): Result {
  for (let index = start; index < groups.length; index++) {
    const { key, indexes } = groups[index] as Group;
    map.set(key, elements.pick(indexes));
    if (stepEndsTurn(branch))
      return branch.inNextTurn(mapOfGroups, branch, elements, groups, map, index + 1);
  }
  return map.build();
}

export const groupingRows: readonly BuiltinRow[] = [
  row(
    "partition",
    ["(partition n coll)", "(partition n step coll)", "(partition n step pad coll)"],
    {
      doc: "Makes groups of n elements at every step; drops a last group that is not full, or fills it from pad.",
      example: ["(partition 2 [1 2 3 4 5])", "((1 2) (3 4))"],
      yieldsSequence: true,
      arities: {
        2: (branch, size, collection) => partition(branch, size, size, undefined, collection),
        3: (branch, size, step, collection) => partition(branch, size, step, undefined, collection),
        rest: { from: 4, apply: partitionRest },
      },
    },
  ),
  row("partition-all", ["(partition-all n coll)", "(partition-all n step coll)"], {
    doc: "Groups n elements; keeps a short last group.",
    example: ["(partition-all 2 [1 2 3])", "((1 2) (3))"],
    yieldsSequence: true,
    arities: {
      1: (branch, size) => {
        const count = groupSize(size, "partition-all");
        const form = ["partition-all", count] as const;
        return transducer(branch, "partition-all", [size], partitionAllStage(count), form);
      },
      2: (branch, size, collection) => partitionAll(branch, size, size, collection),
      3: partitionAll,
    },
  }),
  row("partition-by", "(partition-by f coll)", {
    doc: "Splits where the result of f changes.",
    example: ["(partition-by odd? [1 1 2 3])", "((1 1) (2) (3))"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: {
      1: (branch, f) =>
        transducer(branch, "partition-by", [f], partitionByStage(f), ["partition-by", f, "vector"]),
      2: (branch, f, collection) =>
        through(
          branch,
          collectionFor(branch, collection, "partition-by"),
          partitionByStage(f, "sequence"),
          "partition-by",
          f,
        ),
    },
  }),
  row("split-at", "(split-at n coll)", {
    doc: "Splits after the first n elements.",
    example: ["(split-at 2 [1 2 3])", "[(1 2) (3)]"],
    arities: { 2: splitAt },
  }),
  row("split-with", "(split-with pred coll)", {
    doc: "Splits before the first element for which pred is false.",
    example: ["(split-with pos? [1 2 -1 3])", "[(1 2) (-1 3)]"],
    callsFunctions: true,
    arities: { 2: splitWith },
  }),
  row("distinct", "(distinct coll)", {
    doc: "Removes duplicates.",
    example: ["(distinct [1 2 1 3])", "(1 2 3)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: { 0: (branch) => transducer(branch, "distinct", [], distinctStage()), 1: distinct },
  }),
  row("distinct?", "(distinct? x y ...)", {
    doc: "True if no two arguments are equal.",
    example: ["(distinct? 1 2 1)", "false"],
    arities: { 1: () => true, rest: { from: 2, apply: areDistinct } },
  }),
  row("dedupe", "(dedupe coll)", {
    doc: "Removes repeated neighboring elements.",
    example: ["(dedupe [1 1 2 1])", "(1 2 1)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: {
      0: (branch) => transducer(branch, "dedupe", [], dedupeStage()),
      1: (branch, collection) =>
        through(branch, sequenceOf(branch, collection, "dedupe"), dedupeStage(), "dedupe"),
    },
  }),
  row("frequencies", "(frequencies coll)", {
    doc: "Counts each distinct element.",
    example: ["(frequencies [:a :b :a])", "{:a 2, :b 1}"],
    arities: { 1: frequencies },
  }),
  row("group-by", "(group-by key coll)", {
    doc: "Groups the elements by what key reads of them, into vectors.",
    example: ["(group-by odd? [1 2 3])", "{true [1 3], false [2]}"],
    callsFunctions: true,
    arities: { 2: groupBy },
  }),
];
