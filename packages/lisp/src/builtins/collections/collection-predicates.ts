// Predicates about collections: their kind, and the operations they support.

import { LazySequence, MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { isSorted } from "../../sequence/sorted-source.ts";
import { predicate } from "./predicate.ts";
import { row, type BuiltinRow } from "../row.ts";

function isCollection(value: Value): boolean {
  return (
    value instanceof Vector ||
    value instanceof MapValue ||
    value instanceof SetValue ||
    value instanceof LazySequence
  );
}

function isVector(value: Value): boolean {
  return value instanceof Vector && !value.isSequence;
}

function isSequential(value: Value): boolean {
  return value instanceof Vector || value instanceof LazySequence;
}

export const collectionPredicateRows: readonly BuiltinRow[] = [
  row("coll?", "(coll? x)", {
    doc: "True if x is a vector, map or set.",
    example: ["(coll? {})", "true"],
    readsElements: false,
    arities: predicate(isCollection),
  }),
  row("vector?", "(vector? x)", {
    doc: "True for vectors; results of sequence functions are not.",
    example: ["[(vector? [1]) (vector? (map inc [1]))]", "[true false]"],
    readsElements: false,
    arities: predicate(isVector),
  }),
  row("map?", "(map? x)", {
    doc: "True if x is a map.",
    example: ["(map? {})", "true"],
    readsElements: false,
    arities: predicate((value) => value instanceof MapValue),
  }),
  row("set?", "(set? x)", {
    doc: "True if x is a set.",
    example: ["(set? #{})", "true"],
    readsElements: false,
    arities: predicate((value) => value instanceof SetValue),
  }),
  row("list?", "(list? x)", {
    doc: "True for lists; most sequence functions return sequences, see seq?.",
    example: ["[(list? '(1)) (list? (map inc [1]))]", "[true false]"],
    readsElements: false,
    arities: predicate(
      (value) => value instanceof Vector && (value.kind === "list" || value.kind === "queue"),
    ),
  }),
  row("seq?", "(seq? x)", {
    doc: "True for sequences, as sequence functions return; false for vectors.",
    example: ["[(seq? [1]) (seq? (map inc [1]))]", "[false true]"],
    readsElements: false,
    arities: predicate(
      (value) =>
        value instanceof LazySequence ||
        (value instanceof Vector && value.isSequence && value.kind !== "queue"),
    ),
  }),
  row("sequential?", "(sequential? x)", {
    doc: "True if x is a vector or a sequence.",
    example: ["(sequential? [1])", "true"],
    readsElements: false,
    arities: predicate(isSequential),
  }),
  row("seqable?", "(seqable? x)", {
    doc: "True if x has elements: a collection, a string or nil.",
    example: ['(seqable? "abc")', "true"],
    arities: predicate(
      (value) => value === null || typeof value === "string" || isCollection(value),
    ),
  }),
  row("associative?", "(associative? x)", {
    doc: "True if assoc accepts x: a map or vector.",
    example: ["(associative? {})", "true"],
    arities: predicate((value) => isVector(value) || value instanceof MapValue),
  }),
  row("counted?", "(counted? x)", {
    doc: "True if x is a collection that knows its count.",
    example: ["(counted? [1])", "true"],
    arities: predicate((value) => isCollection(value) && !(value instanceof LazySequence)),
  }),
  row("indexed?", "(indexed? x)", {
    doc: "True if x is a vector.",
    example: ["(indexed? [1])", "true"],
    arities: predicate(isVector),
  }),
  row("reversible?", "(reversible? x)", {
    doc: "True if rseq accepts x: a vector or a sorted map or set.",
    example: ["(reversible? [1])", "true"],
    arities: predicate((value) => isVector(value) || isSorted(value)),
  }),
  row("sorted?", "(sorted? x)", {
    doc: "True if x is a sorted map or set.",
    example: ["(sorted? (sorted-map))", "true"],
    arities: predicate(isSorted),
  }),
  row("map-entry?", "(map-entry? x)", {
    doc: "True if x is an entry of a map; it is a vector too.",
    example: ["(map-entry? (first {:a 1}))", "true"],
    arities: predicate((value) => value instanceof Vector && value.kind === "entry"),
  }),
];
