// A worker process of `createRuns` on a SQLite file, with one mission of twelve calls.
//
//   node runs-process.ts <file> <name> <log> <write> [waits]
//
// It dies with SIGKILL before or after the commit of that number. With `waits`, it only writes to a
// record of its own until its input ends. Each call adds a line to the log, which is the effect.

import { appendFileSync } from "node:fs";
import { openSqliteStore } from "@ptc/store-sqlite";
import { approve, defineAgent, tool } from "@ptc/subagent";
import { createRuns } from "@ptc/subagent/runs";
import { mortalDriver, Points, report, writeMeanwhile } from "./mortal-database.ts";

const [path = "", name = "", log = "", deadly = "0", mode = ""] = process.argv.slice(2);
const points = new Points(Number(deadly));

const pay = tool({
  signature: "(n :int) -> :int",
  execute: ({ n }, { callId }) => {
    appendFileSync(log, `${String(n)} ${callId} ${name}\n`);
    return n;
  },
});
const payer = defineAgent({
  prompt: "Pay.",
  tools: { pay },
  llm: () => Promise.resolve("(return (mapv #(tool/pay {:n %}) (range 12)))"),
});

const driver = mortalDriver(points, "writes");
const store = await openSqliteStore(path, { driver, timeoutMs: 30_000, pollMs: 20 });
await writeMeanwhile(store, name, mode);
const runs = createRuns({ store, agents: { payer }, worker: { owner: name, leaseMs: 1_000 } });
const { id } = await runs.start("payer", { key: "mission" });
for await (const { status } of runs.watch(id)) {
  if (status === "done" || status === "failed") break;
  if (status !== "waiting") continue;
  // Only a call that may have been made when the other process died.
  const { pending = [] } = (await runs.get(id)) ?? {};
  for (const call of pending) {
    if (call.uncertain === true) report(`uncertain ${call.id}`);
    await runs.decide(id, { [call.id]: approve() });
  }
}
await runs.close();
await store.close();
report(`points ${String(points.count)}`);
process.exit(0);
