// All builtins: the families, gathered. To add a builtin, add a row to its family.

import { aggregateRows } from "./aggregates.ts";
import { arithmeticRows } from "./arithmetic.ts";
import { builtinTable, type BuiltinTable } from "./builtin.ts";
import { collectionRows } from "./collections.ts";
import { dateRows } from "./dates.ts";
import { functionRows } from "./functions.ts";
import { groupingRows } from "./grouping.ts";
import { jsonRows } from "./json.ts";
import { mapRows } from "./maps.ts";
import { mathRows } from "./math.ts";
import { orderingRows } from "./ordering.ts";
import { parallelRows } from "./parallel.ts";
import { predicateRows } from "./predicates.ts";
import { printingRows } from "./printing.ts";
import { regexRows } from "./regex.ts";
import { sequenceRows } from "./sequences.ts";
import { setRows } from "./sets.ts";
import { stringRows } from "./strings.ts";
import { transducerRows } from "./transducers.ts";
import { transformRows } from "./transforms.ts";
import { walkRows } from "./walking.ts";

/** The builtins of the language by every one of their names. */
export const builtins: BuiltinTable = builtinTable([
  ...arithmeticRows, ...orderingRows, ...mathRows, ...predicateRows, ...functionRows, ...collectionRows, ...sequenceRows, ...groupingRows,
  ...transformRows, ...transducerRows, ...aggregateRows, ...mapRows, ...setRows, ...walkRows, ...stringRows,
  ...regexRows, ...printingRows, ...jsonRows, ...dateRows, ...parallelRows,
]);
