// Records vectors. Reads lines of programs (see vectors/recording.ts) and runs them in this
// language and the oracles. Appends the agreed results to vectors/<family>.repl, where the family
// is the name of the file. Prints disagreements for a person to judge. Skips programs that some
// file already has.
//   node --conditions=@ptc/source packages/conformance/src/record-vectors.ts <file of programs> [--dry]

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { clojureOracle, nbbOracle, type Oracle } from "./oracles/oracle.ts";
import type { Answer } from "./oracles/answer.ts";
import { ourAnswer } from "./vectors/our-answer.ts";
import { printVector } from "./vectors/print-vector.ts";
import { draftOf, record } from "./vectors/recording.ts";
import { readVectorFiles, vectorFolder } from "./vectors/vector-files.ts";

const [file, mode] = process.argv.slice(2);
if (file === undefined) throw new Error("usage: record-vectors.ts <file of programs> [--dry]");
const drafts = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
  .map(draftOf);
const target = join(vectorFolder, `${basename(file, extname(file))}.repl`);

const known = readVectorFiles().flatMap(({ vectors }) => vectors);
const programs = new Set(known.map(({ program, input }) => JSON.stringify([program, input])));
const ids = new Set(known.map(({ id }) => id));
const clojure = clojureOracle();
const oracles: readonly Oracle[] = [nbbOracle(), ...(clojure === undefined ? [] : [clojure])];

let recorded = 0;
let repeated = 0;
const disagreements: string[] = [];
for (const draft of drafts) {
  const key = JSON.stringify([draft.program, draft.input]);
  if (programs.has(key)) {
    repeated++;
    continue;
  }
  programs.add(key);
  const ours = await ourAnswer(draft.program, draft.input);
  const answers = new Map<Oracle["name"], Answer>();
  if (draft.input === undefined)
    for (const oracle of oracles) answers.set(oracle.name, await oracle.answer(draft.program));
  const id = freeId(draft.covers[0] ?? "program");
  const result = record(draft, id, ours, answers);
  if (result.kind === "disagreement") {
    disagreements.push(result.text);
    continue;
  }
  ids.add(id);
  recorded++;
  if (mode !== "--dry")
    appendFileSync(target, `${existsSync(target) ? "\n" : ""}${printVector(result.vector)}\n`);
}
for (const oracle of oracles) oracle.stop();
const counts = [
  `${String(recorded)} recorded`,
  `${String(disagreements.length)} to judge`,
  ...(repeated === 0 ? [] : [`${String(repeated)} left out, because a vector has the program`]),
];
console.log([...disagreements, counts.join(", ")].join("\n"));

function freeId(name: string): string {
  for (let ordinal = 1; ; ordinal++) {
    const id = `${name}-${String(ordinal).padStart(2, "0")}`;
    if (!ids.has(id)) return id;
  }
}
