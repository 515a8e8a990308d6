// The conformance suite of stores: every store passes the same cases.

import { describe, test } from "vitest";
import type { RunStore } from "@ptc/core/store";
import { hostileCases } from "./hostile-cases.ts";
import { leaseCases } from "./lease-cases.ts";
import { listCases } from "./list-cases.ts";
import { modelCases } from "./model-cases.ts";
import { recordCases } from "./record-cases.ts";
import type { StoreCase, StoreFactory, TestClock } from "./store-under-test.ts";
import { watchCases } from "./watch-cases.ts";
import { writerCases } from "./writer-cases.ts";

const storeCases: readonly StoreCase[] = [
  ...recordCases,
  ...leaseCases,
  ...listCases,
  ...watchCases,
  ...writerCases,
  ...hostileCases,
  ...modelCases,
];

/** Registers a test for each case that the store can run. */
export function testStore(factory: StoreFactory): void {
  describe(`the store ${factory.name}`, () => {
    for (const { title, needs, run } of storeCases) {
      if (needs !== undefined && !factory[needs]) continue;
      test(title, { timeout: 120_000 }, () => runCase(factory, run));
    }
  });
}

/** Runs a case with data of its own, and removes the data. */
async function runCase(factory: StoreFactory, run: StoreCase["run"]): Promise<void> {
  const clock = testClock();
  const data = await factory.create();
  const opened: RunStore[] = [];
  try {
    await run({
      clock,
      open: async (options = {}) => {
        const store = await data.open({ clock, ...options });
        opened.push(store);
        return store;
      },
    });
  } finally {
    for (const store of opened) await store.close();
    await data.remove();
  }
}

function testClock(): TestClock {
  return {
    time: 1_800_000_000_000,
    now() {
      return this.time;
    },
    monotonic() {
      return this.time;
    },
  };
}
