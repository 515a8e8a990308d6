// The command: kills missions and says what did not hold.
// node packages/conformance/src/crashes/main.ts [--kills 1000] [--seed 1]

import { parseArgs } from "node:util";
import { crashRuns } from "./crash-runs.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
});
const { runs, kills, problems } = await crashRuns({
  kills: Number(values.kills),
  seed: Number(values.seed),
});
for (const problem of problems.slice(0, 50)) console.error(problem);
console.log(
  `${String(runs)} missions, ${String(kills)} kills, ${String(problems.length)} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
