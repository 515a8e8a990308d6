// Records the runs that the mission explains, in the folder `runs`: two that were answered, and one
// after accounts were merged. Run it with
// `npm run exec -- node --conditions=@ptc/source examples/failed-run/src/record-runs.ts`.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { createScriptedModel } from "@ptc/llm";
import { run } from "@ptc/subagent";
import { createTraceFolder } from "@ptc/tracer/node";
import { context, revenueReport } from "./shop.ts";
import { answers } from "./answers.ts";

const folder = join(import.meta.dirname, "../runs");
rmSync(folder, { recursive: true, force: true });
for (const [hasMerged, script] of [
  [false, answers.direct],
  [false, answers.inTwoTurns],
  [true, answers.afterMerge],
] as const) {
  const trace = createTraceFolder(folder);
  const step = await run(revenueReport(hasMerged), {
    llm: createScriptedModel(script),
    context,
    trace,
  });
  trace.close();
  console.log(step.ok ? "answered" : `failed: ${step.fail.reason}`);
}
