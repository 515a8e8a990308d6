// Sends every vector to the oracles: nbb always, JVM Clojure if installed. Exits with code 1 if a
// vector's claim about an oracle is false.

import { clojureOracle, nbbOracle, type Oracle } from "./oracles/oracle.ts";
import type { Answer } from "./oracles/answer.ts";
import { problemsOfVector } from "./vectors/check-vector.ts";
import { readVectorFiles } from "./vectors/vector-files.ts";

const vectors = readVectorFiles().flatMap((file) => file.vectors);
const clojure = clojureOracle();
if (clojure === undefined) console.log("vectors: JVM Clojure is not installed: only nbb is asked");
const oracles: readonly Oracle[] = [nbbOracle(), ...(clojure === undefined ? [] : [clojure])];

// A vector with input calls tools or reads data, which oracles don't have.
const asked = vectors.filter(({ input }) => input === undefined);
const answers = new Map<Oracle["name"], readonly Answer[]>();
await Promise.all(
  oracles.map(async (oracle) => {
    const given: Answer[] = [];
    for (const { program } of asked) given.push(await oracle.answer(program));
    answers.set(oracle.name, given);
    oracle.stop();
  }),
);

const problems = asked.flatMap((vector, index) =>
  problemsOfVector(
    vector,
    new Map(
      [...answers].flatMap(([name, given]) =>
        given[index] === undefined ? [] : [[name, given[index]] as const],
      ),
    ),
  ),
);
const count = `${String(vectors.length)} vectors, ${String(asked.length)} of them asked of ${[...answers.keys()].join(" and ")}`;
console.log(
  problems.length === 0
    ? `vectors: ${count}: all as they say`
    : [`vectors: ${count}: ${String(problems.length)} FAILED`, ...problems].join("\n  "),
);
process.exitCode = problems.length === 0 ? 0 : 1;
