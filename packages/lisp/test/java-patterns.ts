// The results of JVM Clojure 1.11 (Java 17) for patterns of every kind: all matches in a text as
// [start, end, match, group…] in UTF-16 units, the match of the whole text if there is one, and the
// pieces from clojure.string/split. java-patterns.txt has one JSON array per line.

import { readFileSync } from "node:fs";

type Match = readonly [start: number, end: number, ...groups: (string | null)[]];
type Row = readonly [
  pattern: string,
  text: string,
  matches: readonly Match[],
  whole: Match | null,
  pieces: readonly string[],
];

export const javaPatterns: readonly Row[] = readFileSync(
  new URL("./java-patterns.txt", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);
