import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "@ptc/store-sqlite";
import { journalIn, run } from "@ptc/subagent";
import { expect, test } from "vitest";

test("a journal in SQLite passes the results of tasks to the next run of another process", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ptc-journal-in-"));
  let charged = 0;
  const tools = { charge: () => `tx_${String((charged += 1))}` };
  const llm = () => '(return (task "charge_42" (tool/charge)))';
  for (let process = 0; process < 2; process++) {
    const store = await openSqliteStore(join(folder, "runs.db"));
    const step = await run("Charge it.", { llm, tools, ...(await journalIn(store, "order-42")) });
    expect(step.ok && step.return).toBe("tx_1");
    await store.close();
  }
  rmSync(folder, { recursive: true });
});
