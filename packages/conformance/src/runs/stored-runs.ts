// `createRuns` on a store, for the suite.

import type { RunStore } from "@ptc/core/store";
import { createRuns } from "@ptc/subagent/runs";
import type { RunsData } from "./runs-under-test.ts";

/** Returns the data of a case on a store, which `remove` closes. */
export function storedRuns(store: RunStore, remove: () => Promise<void>): RunsData {
  return {
    open: (options) => {
      const runs = createRuns({ ...options, store });
      return Promise.resolve({
        start: (agent, given) => runs.start(agent, given),
        get: (id) => runs.get(id),
        list: (query, page) => runs.list(query, page),
        decide: (id, decisions) => runs.decide(id, decisions),
        resume: (id) => runs.resume(id),
        cancel: (id, reason) => runs.cancel(id, reason),
        watch: (which, given) => runs.watch(which, given),
        close: () => runs.close({ graceMs: 10 }),
      });
    },
    stored: async () => {
      const texts: string[] = [];
      for (const kind of ["run", "inbox", "journal"] as const)
        for (const { id } of (await store.list({ kind }, { limit: 1_000 })).records)
          texts.push(JSON.stringify(await store.load({ kind, id })));
      return texts.join("\n");
    },
    damage: async (id, text) => {
      const key = { kind: "run", id } as const;
      const { version = 0, snapshot = "{}" } = (await store.load(key)) ?? {};
      await store.append([{ key, version, snapshot: edited(snapshot, text) }]);
    },
    remove: async () => {
      await store.close();
      await remove();
    },
  };
}

/** Puts the text in place of the input of a run, or of all if it isn't JSON. */
function edited(snapshot: string, text: string): string {
  const { input, ...rest } = JSON.parse(snapshot) as Readonly<Record<string, unknown>>;
  if (input === undefined) throw new Error("the snapshot has no input");
  return `${JSON.stringify(rest).slice(0, -1)},"input":${text}}`;
}
