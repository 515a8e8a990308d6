// Runs hostile programs through the reader, the analyser and the evaluator, and shows each one that
// breaks a promise of judge.ts. Exit code 1 when there is one.

import { parseArgs } from "node:util";
import { Random } from "../fuzz/random.ts";
import { Corpus } from "./corpus.ts";
import { hostileHost } from "./hostile-host.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "120" }, seed: { type: "string", default: "1" } },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
if (!(seconds > 0) || !Number.isInteger(seed))
  throw new Error("--seconds takes a number of seconds, --seed a whole number");

const batchSize = 40;
const shownFindings = 20;
const random = new Random(seed);
const host = hostileHost();
const corpus = await Corpus.read(random);
const findings = new Map<string, string>();
const startedAt = performance.now();
let programs = 0;

while (performance.now() - startedAt < seconds * 1000 && findings.size < shownFindings) {
  const batch = Array.from({ length: batchSize }, () => corpus.next());
  const found = await host.judge(batch);
  programs += batch.length;
  for (const [program, finding] of found) findings.set(finding, program);
}
host.stop();

console.log(
  `hostile programs: ${String(programs)} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s, seed ${String(seed)}`,
);
for (const [finding, program] of findings)
  console.log(`\n${finding}\n  ${JSON.stringify(program)}`);
process.exitCode = findings.size === 0 ? 0 : 1;
