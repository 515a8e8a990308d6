// The command: kills missions and prints the violated guarantees. With --deaths, runs one mission
// with these deaths.
//
//   node packages/conformance/src/crashes/main.ts [--kills 1000] [--seed 1]
//   node packages/conformance/src/crashes/main.ts --deaths "call:3 torn:1 25"

import { parseArgs } from "node:util";
import type { Death } from "./crash-run.ts";
import { crashRuns } from "./crash-runs.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    deaths: { type: "string" },
  },
});
const { runs, kills, killsAmid, problems } = await crashRuns(
  values.deaths === undefined
    ? { kills: Number(values.kills), seed: Number(values.seed) }
    : { kills: 0, seed: 0, missions: [values.deaths.split(" ").map(deathIn)] },
);
for (const problem of problems.slice(0, 50)) console.error(problem);
console.log(
  `${String(runs)} missions, ${String(kills)} kills, ${String(killsAmid)} of them amid the tasks, ${String(problems.length)} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

function deathIn(text: string): Death {
  if (/^(call|commit|torn):\d+$/.test(text)) return text as Death;
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`${text} is no death: call:3, commit:3, torn:3 or milliseconds`);
}
