// Builtins that apply a function to a collection: map, filter, reduce and others.

import type { Value } from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import { call1 } from "../../functions/callable.ts";
import { eachElement } from "../../sequence/each-element.ts";
import type { Result } from "../../evaluation/result.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { reducingRows } from "./reducing.ts";
import {
  filter,
  filterToVector,
  map,
  mapMany,
  mapManyToVector,
  mapToVector,
} from "./map-and-filter.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { lazyThrough, through, vectorThrough } from "./lazy-transforms.ts";
import { collectionFor } from "../../sequence/collection-for.ts";
import { dropElements } from "../../sequence/sequence-source.ts";
import {
  dropWhileStage,
  filterStage,
  keepIndexedStage,
  keepStage,
  mapIndexedStage,
  mapStage,
  mapcatStage,
  takeWhileStage,
  type Stage,
} from "../../sequence/stages.ts";
import { mapcat, mapcatMany } from "./mapcat.ts";
import { transducer } from "./transducer.ts";

function takeWhile(branch: Branch, predicate: Value, collection: Value): Result {
  const source = collectionFor(branch, collection, "take-while");
  return source instanceof LazySeq
    ? lazyThrough(branch, source, takeWhileStage(predicate), false, ["take-while", predicate])
    : vectorThrough(branch, source, takeWhileStage(predicate));
}

function dropWhile(branch: Branch, predicate: Value, collection: Value): Result {
  const source = collectionFor(branch, collection, "drop-while");
  if (source instanceof LazySeq)
    return lazyThrough(branch, source, dropWhileStage(predicate), source.isUnbounded, [
      "drop-while",
      predicate,
    ]);
  let count = 0;
  return eachElement(branch, source, {
    compute: (element) => call1(branch, predicate, element),
    take: (holds) => isTruthy(holds) && ++count > 0,
    finish: () => dropElements(branch, source, count),
  });
}

/** Makes `(name f coll)` and its transducer `(name f)` from one stage. */
function staged(name: string, stage: (f: Value) => Stage): Arities {
  return {
    1: (branch, f) => transducer(branch, name, [f], stage(f)),
    2: (branch, f, collection) =>
      through(branch, collectionFor(branch, collection, name), stage(f), name, f),
  };
}

export const transformRows: readonly BuiltinRow[] = [
  row("map", ["(map f coll)", "(map f coll1 coll2 ...)"], {
    doc: "Applies f to every element, or to elements at the same index of collections.",
    example: ["(map + [1 2] [10 20])", "(11 22)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: {
      1: (branch, f) => transducer(branch, "map", [f], mapStage(f)),
      2: (branch, f, collection) => map(branch, f, collection),
      rest: { from: 3, apply: (branch, args) => mapMany(branch, args, "map") },
    },
  }),
  row("mapv", ["(mapv f coll)", "(mapv f coll1 coll2 ...)"], {
    doc: "Like map, but a vector.",
    example: ["(mapv inc [1 2])", "[2 3]"],
    passesFields: true,
    callsFunctions: true,
    arities: {
      2: mapToVector,
      rest: { from: 3, apply: mapManyToVector },
    },
  }),
  row("filter", "(filter pred coll)", {
    doc: "Keeps elements if pred is true.",
    example: ["(filter odd? [1 2 3])", "(1 3)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: {
      1: (branch, f) => transducer(branch, "filter", [f], filterStage(f, true)),
      2: (branch, f, collection) => filter(branch, f, collection, true, "filter"),
    },
  }),
  row("filterv", "(filterv pred coll)", {
    doc: "Like filter, but a vector.",
    example: ["(filterv odd? [1 2 3])", "[1 3]"],
    passesFields: true,
    callsFunctions: true,
    arities: {
      2: filterToVector,
    },
  }),
  row("remove", "(remove pred coll)", {
    doc: "Removes elements if pred is true.",
    example: ["(remove odd? [1 2 3])", "(2)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: {
      1: (branch, f) => transducer(branch, "remove", [f], filterStage(f, false)),
      2: (branch, f, collection) => filter(branch, f, collection, false, "remove"),
    },
  }),
  row("keep", "(keep f coll)", {
    doc: "Applies f to elements; drops nils.",
    example: ["(keep :a [{:a 1} {:b 2}])", "(1)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: staged("keep", keepStage),
  }),
  row("map-indexed", "(map-indexed f coll)", {
    doc: "Calls f on index and element.",
    example: ["(map-indexed vector [:a :b])", "([0 :a] [1 :b])"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: staged("map-indexed", mapIndexedStage),
  }),
  row("keep-indexed", "(keep-indexed f coll)", {
    doc: "Calls f on index and element; drops nils.",
    example: ["(keep-indexed (fn [i x] (if (odd? i) x)) [:a :b :c])", "(:b)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: staged("keep-indexed", keepIndexedStage),
  }),
  row("mapcat", ["(mapcat f coll)", "(mapcat f coll1 coll2 ...)"], {
    doc: "Joins the results of f for the elements.",
    example: ["(mapcat (fn [x] [x (* 10 x)]) [1 2])", "(1 10 2 20)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: {
      1: (branch, f) => transducer(branch, "mapcat", [f], mapcatStage(f)),
      2: mapcat,
      rest: { from: 3, apply: mapcatMany },
    },
  }),
  row("take-while", "(take-while pred coll)", {
    doc: "Takes elements until pred is false.",
    example: ["(take-while pos? [1 2 -1 3])", "(1 2)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: {
      1: (branch, f) => transducer(branch, "take-while", [f], takeWhileStage(f)),
      2: takeWhile,
    },
  }),
  row("drop-while", "(drop-while pred coll)", {
    doc: "Drops elements until pred is false.",
    example: ["(drop-while pos? [1 2 -1 3])", "(-1 3)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: {
      1: (branch, f) => transducer(branch, "drop-while", [f], dropWhileStage(f)),
      2: dropWhile,
    },
  }),
  ...reducingRows,
];
