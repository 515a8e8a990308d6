// The command: disturbs durable runs, and prints what they did. It needs a Postgres server whose
// user may create databases; without `PTC_POSTGRES` it does nothing.
//
//   PTC_POSTGRES=postgres://… node packages/conformance/src/durable/main.ts [--missions 200]
//     [--only killed,frozen,restarted,waiting,overhead,throughput]
//
// `restarted` also needs the command that stops the server and the one that starts it, in
// PTC_POSTGRES_STOP and PTC_POSTGRES_START: `packages/conformance/src/postgres/main.ts` provides
// them.

import { execFile } from "node:child_process";
import { parseArgs, promisify } from "node:util";
import { bundledWorker } from "./cluster.ts";
import { overhead, throughput } from "./measured.ts";
import {
  frozen,
  killed,
  restarted,
  waiting,
  type Outcome,
  type ScenarioOptions,
} from "./scenarios.ts";

const { values } = parseArgs({
  options: {
    missions: { type: "string", default: "200" },
    only: { type: "string", default: "killed,frozen,restarted,waiting,overhead,throughput" },
  },
});
const serverUrl = process.env["PTC_POSTGRES"];
if (serverUrl === undefined)
  console.log("skipped: set PTC_POSTGRES to the address of a Postgres server");
else await main(serverUrl);

async function main(url: string): Promise<void> {
  const missions = Number(values.missions);
  const options: ScenarioOptions = { serverUrl: url, file: await bundledWorker(), missions };
  const scenarios: Readonly<Record<string, () => Promise<Outcome>>> = {
    killed: () => killed(options),
    frozen: () => frozen(options),
    restarted: async () => {
      const { PTC_POSTGRES_STOP: stop, PTC_POSTGRES_START: start } = process.env;
      if (stop === undefined || start === undefined)
        return {
          line: "restarts skipped: set PTC_POSTGRES_STOP and PTC_POSTGRES_START",
          problems: [],
        };
      return await restarted(options, { stop: () => shell(stop), start: () => shell(start) });
    },
    waiting: () => waiting({ ...options, missions: missions * 5 }),
    overhead: () => overhead(options),
    throughput: () => throughput(options),
  };
  for (const name of values.only.split(",")) {
    const outcome = await scenarios[name]?.();
    if (outcome === undefined) throw new Error(`there is no test ${name}`);
    console.log(outcome.line);
    for (const problem of outcome.problems) {
      console.error(`  ${problem}`);
      process.exitCode = 1;
    }
  }
}

async function shell(command: string): Promise<void> {
  await promisify(execFile)("sh", ["-c", command]);
}
