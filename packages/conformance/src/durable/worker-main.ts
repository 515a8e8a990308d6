// The entry of a worker process: its argument is JSON of the options of `createDurableRuns`.

import type { DurableRunsOptions } from "@ptc/dbos";
import { work } from "./worker-process.ts";

await work(JSON.parse(process.argv[2] ?? "{}") as Partial<DurableRunsOptions>);
