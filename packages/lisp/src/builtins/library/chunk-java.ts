// What programs call by the names of Java: dates and times. One of the chunks in which builtins are
// loaded.

import { builtinChunk, type BuiltinChunk } from "./builtin-chunk.ts";
import { commonChunk } from "./chunk-common.ts";
import { dateRows } from "../time/dates.ts";

export const javaChunk: BuiltinChunk = builtinChunk(
  "java",
  [{ name: "dates", title: "Dates and durations", rows: dateRows }],
  commonChunk,
);
