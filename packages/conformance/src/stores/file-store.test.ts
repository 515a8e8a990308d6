import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFileStore } from "@ptc/core/store/node";
import { testStore } from "./test-store.ts";

testStore({
  name: "file",
  isShared: false,
  isPersistent: true,
  create: () => {
    const folder = mkdtempSync(join(tmpdir(), "ptc-file-store-"));
    return Promise.resolve({
      open: (options) => openFileStore(join(folder, "runs.jsonl"), options),
      remove: () => {
        rmSync(folder, { recursive: true });
        return Promise.resolve();
      },
    });
  },
});
