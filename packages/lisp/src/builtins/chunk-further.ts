// What fewer programs use: mathematics, transducers, sets, effects. One of the chunks in which builtins are loaded.

import type { BuiltinFamily } from "./builtin-family.ts";
import { exceptionRows } from "./exceptions.ts";
import { builtinTable, type BuiltinTable } from "./make-builtins.ts";
import { mathRows } from "./math.ts";
import { parallelRows } from "./parallel.ts";
import { setRows } from "./sets.ts";
import { sortedRows } from "./sorted-collections.ts";
import { stateRows } from "./state.ts";
import { taskRows } from "./tasks.ts";
import { transducerRows } from "./transducers.ts";
import { walkRows } from "./walking.ts";

export const furtherFamilies: readonly BuiltinFamily[] = [
  { name: "math", title: "Mathematics", rows: mathRows },
  { name: "transducers", title: "Transducers", rows: transducerRows },
  { name: "sets", title: "Sets", rows: setRows },
  { name: "sorted-collections", title: "Sorted maps and sets", rows: sortedRows },
  { name: "walking", title: "Walking nested data", rows: walkRows },
  { name: "parallel", title: "Parallel branches", rows: parallelRows },
  { name: "state", title: "Atoms", rows: stateRows },
  { name: "exceptions", title: "Exceptions", rows: exceptionRows },
  { name: "tasks", title: "Tasks, plans and budget", rows: taskRows },
];

export function furtherBuiltins(): BuiltinTable {
  return builtinTable(furtherFamilies.flatMap(({ rows }) => rows));
}
