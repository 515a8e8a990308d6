// One process of the desk. It works on the run until the run waits for a person, or ends. Then it
// prints the state of the run.
//
// node src/invocation.ts <folder>

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { deskAgents } from "./desk.ts";
import { deskKey, openDesk } from "./open-desk.ts";
import { refundRequests } from "./requests.ts";

const [folder = ""] = process.argv.slice(2);
const agents = deskAgents((entry) => {
  appendFileSync(join(folder, "ledger.jsonl"), `${JSON.stringify(entry)}\n`);
});
const runs = await openDesk(folder, agents);
const { id } = await runs.start("desk", {
  key: deskKey(folder),
  context: { requests: refundRequests() },
});
for await (const { status } of runs.watch(id)) if (status === "waiting") break;
const { pending = [], step } = (await runs.get(id)) ?? {};
if (step === undefined) console.log(JSON.stringify({ id, pending }));
else {
  console.log(JSON.stringify(step.ok ? { id, result: step.return } : { id, fail: step.fail }));
  process.exitCode = step.ok ? 0 : 1;
}
await runs.close();
