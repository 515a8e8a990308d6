// The builtins with Java names: dates and times, and methods of numbers and collections.

import { builtinChunk, type BuiltinChunk } from "./builtin-chunk.ts";
import { commonChunk } from "./chunk-common.ts";
import { moreMathRows } from "../numbers/more-math.ts";
import { javaNumberRows } from "../numbers/java-numbers.ts";
import { sleepingRows } from "../program/sleeping.ts";
import { uuidRows } from "../numbers/uuids.ts";
import { numberTextRows } from "../text/java-number-texts.ts";
import { javaCollectionRows } from "../text/java-containers.ts";
import { javaAccessRows } from "../time/java-compare.ts";
import { dateRows } from "../time/dates.ts";

export const javaChunk: BuiltinChunk = builtinChunk(
  "java",
  [
    { name: "dates", title: "Dates and durations", rows: dateRows },
    { name: "java-numbers", title: "Java's numbers", rows: [...javaNumberRows, ...numberTextRows] },
    { name: "more-math", title: "More of clojure.math", rows: moreMathRows },
    { name: "java-collections", title: "Java's collections", rows: javaCollectionRows },
    { name: "java-access", title: "Comparing and reading by method", rows: javaAccessRows },
    { name: "uuids", title: "Identifiers", rows: uuidRows },
    { name: "sleeping", title: "Waiting", rows: sleepingRows },
  ],
  commonChunk,
);
