// The builtins fewer programs use: rounding, transducers, sets, effects.

import { builtinChunk, type BuiltinChunk } from "./builtin-chunk.ts";
import { commonChunk } from "./chunk-common.ts";
import { classRows } from "../collections/classes.ts";
import { describeRows } from "../collections/describe.ts";
import { differenceRows } from "../collections/differences.ts";
import { queueRows } from "../collections/queues.ts";
import { exceptionRows } from "../program/exceptions.ts";
import { mathRows } from "../numbers/math.ts";
import { parallelRows } from "../program/parallel.ts";
import { setRows } from "../collections/sets.ts";
import { sortedRows } from "../collections/sorted-collections.ts";
import { stateRows } from "../program/state.ts";
import { taskRows } from "../program/tasks.ts";
import { transientRows } from "../collections/transients.ts";
import { transducerRows } from "../sequences/transducers.ts";
import { walkRows } from "../collections/walking.ts";

export const extraChunk: BuiltinChunk = builtinChunk(
  "extra",
  [
    { name: "math", title: "Rounding, bits and constants", rows: mathRows },
    { name: "transducers", title: "Transducers", rows: transducerRows },
    { name: "sets", title: "Sets", rows: setRows },
    { name: "sorted-collections", title: "Sorted maps and sets", rows: sortedRows },
    { name: "classes", title: "Classes and queues", rows: [...classRows, ...queueRows] },
    {
      name: "differences",
      title: "Differences and shapes",
      rows: [...differenceRows, ...describeRows],
    },
    { name: "walking", title: "Walking nested data", rows: walkRows },
    { name: "parallel", title: "Parallel branches", rows: parallelRows },
    { name: "state", title: "Atoms", rows: stateRows },
    { name: "transients", title: "Collections changed in place", rows: transientRows },
    { name: "exceptions", title: "Exceptions", rows: exceptionRows },
    { name: "tasks", title: "Tasks, plans and budget", rows: taskRows },
  ],
  commonChunk,
);
