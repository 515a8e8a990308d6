import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "@ptc/store-sqlite";
import { storedRuns } from "./stored-runs.ts";
import { testRuns } from "./test-runs.ts";

testRuns({
  name: "runs in SQLite",
  create: async (clock) => {
    const folder = mkdtempSync(join(tmpdir(), "ptc-runs-"));
    const store = await openSqliteStore(join(folder, "runs.db"), { clock, pollMs: 20 });
    return storedRuns(store, () => {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    });
  },
});
