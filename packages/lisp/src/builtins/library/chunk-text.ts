// Builtins that read and write text: strings, patterns, printing, JSON, CSV.

import { builtinChunk, type BuiltinChunk } from "./builtin-chunk.ts";
import { commonChunk } from "./chunk-common.ts";
import { csvRows } from "../csv/csv.ts";
import { jsonRows } from "../json/json.ts";
import { printingRows } from "../text/printing.ts";
import { readingRows } from "../text/reading.ts";
import { regexRows } from "../text/regex.ts";
import { stringRows } from "../text/strings.ts";

export const textChunk: BuiltinChunk = builtinChunk(
  "text",
  [
    { name: "strings", title: "Strings", rows: stringRows },
    { name: "regex", title: "Regular expressions", rows: regexRows },
    { name: "printing", title: "Printing", rows: printingRows },
    { name: "json", title: "JSON and EDN", rows: [...jsonRows, ...readingRows] },
    { name: "csv", title: "Comma-separated text", rows: csvRows },
  ],
  commonChunk,
);
