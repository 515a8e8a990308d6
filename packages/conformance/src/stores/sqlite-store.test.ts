import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "@ptc/store-sqlite";
import { testStore } from "./test-store.ts";

testStore({
  name: "sqlite",
  isShared: true,
  isPersistent: true,
  create: () => {
    const folder = mkdtempSync(join(tmpdir(), "ptc-sqlite-"));
    return Promise.resolve({
      open: (options) => openSqliteStore(join(folder, "runs.db"), { ...options, pollMs: 20 }),
      remove: () => {
        rmSync(folder, { recursive: true });
        return Promise.resolve();
      },
    });
  },
});
