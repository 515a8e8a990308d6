// Sends hostile cases of every family through their entry points, and shows each one that violates
// a guarantee. Exits with code 1 if there is one.

import { parseArgs } from "node:util";
import { Random } from "../fuzz/random.ts";
import { Corpus } from "./corpus.ts";
import { families } from "./families.ts";
import { caseMaker } from "./family.ts";
import { hostileHost } from "./hostile-host.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "120" },
    seed: { type: "string", default: "1" },
    families: { type: "string" },
  },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
if (!(seconds > 0) || !Number.isInteger(seed))
  throw new Error("--seconds takes a number of seconds, --seed a whole number");
const names = families.map(({ name }) => name);
const wanted = values.families?.split(",") ?? names;
if (!wanted.every((name) => names.includes(name)))
  throw new Error(`--families takes names with commas between them, of ${names.join(", ")}`);

const batchSize = 20;
const shownFindings = 20;
const random = new Random(seed);
const host = hostileHost();
const next = caseMaker(
  random,
  await Corpus.read(random),
  families.filter(({ name }) => wanted.includes(name)),
);
const findings = new Map<string, string>();
const counts = new Map<string, number>();
const startedAt = performance.now();

while (performance.now() - startedAt < seconds * 1000 && findings.size < shownFindings) {
  const batch = Array.from({ length: batchSize }, next);
  const found = await host.judge(batch);
  for (const [name] of batch) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [given, finding] of found) {
    if (!findings.has(finding)) console.log(`\n${finding}\n  ${JSON.stringify(given)}`);
    findings.set(finding, given[0]);
  }
}
host.stop();

const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
console.log(
  `hostile cases: ${String(total)} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s, seed ${String(seed)}`,
);
console.log([...counts].map(([name, count]) => `  ${name}: ${String(count)}`).join("\n"));
process.exitCode = findings.size === 0 ? 0 : 1;
