// The builtins most programs use: predicates, collections, sequences, maps. The other chunks build
// on this one. To add a family, add a line to the chunk it is used with.

import { aggregateRows } from "../sequences/aggregates.ts";
import { builtinChunk, type BuiltinChunk } from "./builtin-chunk.ts";
import { collectionRows } from "../collections/collections.ts";
import { functionRows } from "../functions/functions.ts";
import { groupingRows } from "../sequences/grouping.ts";
import { mapRows } from "../collections/maps.ts";
import { predicateRows } from "../collections/predicates.ts";
import { sequenceRows } from "../sequences/sequences.ts";
import { transformRows } from "../sequences/transforms.ts";

export const commonChunk: BuiltinChunk = builtinChunk("common", [
  { name: "predicates", title: "Predicates and types", rows: predicateRows },
  { name: "functions", title: "Functions of functions", rows: functionRows },
  { name: "collections", title: "Collections", rows: collectionRows },
  { name: "sequences", title: "Making and ordering sequences", rows: sequenceRows },
  { name: "transforms", title: "Transforming and reducing", rows: transformRows },
  { name: "grouping", title: "Grouping", rows: groupingRows },
  { name: "aggregates", title: "Aggregates", rows: aggregateRows },
  { name: "maps", title: "Maps", rows: mapRows },
]);
