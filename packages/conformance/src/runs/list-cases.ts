// Cases of listing and watching runs.

import { approve } from "@ptc/subagent";
import type { RunQuery, RunSummary } from "@ptc/subagent/runs";
import { expect } from "vitest";
import { waitingCall, withStatus } from "./case-helpers.ts";
import type { RunsCase } from "./runs-under-test.ts";

export const listCases: readonly RunsCase[] = [
  {
    title: "runs are listed by status, agent, version, tag and time, page by page",
    run: async ({ open, clock }) => {
      const first = await open({ worker: false, appVersion: "1" });
      for (const key of ["a", "b"]) {
        await first.start("payer", { key, tags: ["eu"] });
        clock.pass(1_000);
      }
      const between = clock.now();
      const runs = await open({ appVersion: "2" });
      for (const key of ["c", "d"]) {
        clock.pass(1_000);
        await runs.start("refunds", { key, tags: ["eu", "large"] });
      }
      for (const id of ["a", "b"]) await withStatus(runs, id, "done");
      for (const id of ["c", "d"]) await withStatus(runs, id, "waiting");
      const ids = async (query: RunQuery, order?: "newest" | "oldest"): Promise<string> => {
        const found: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await runs.list(query, {
            limit: 1,
            ...(order === undefined ? {} : { order }),
            ...(cursor === undefined ? {} : { cursor }),
          });
          expect(page.runs.length).toBeLessThanOrEqual(1);
          found.push(...page.runs.map(({ id }) => id));
          cursor = page.cursor;
        } while (cursor !== undefined);
        return found.join("");
      };
      expect(await ids({})).toBe("dcba");
      expect(await ids({}, "oldest")).toBe("abcd");
      expect(await ids({ status: "waiting" })).toBe("dc");
      expect(await ids({ status: ["waiting", "done"], tag: "large" })).toBe("dc");
      expect(await ids({ agent: "payer" })).toBe("ba");
      expect(await ids({ agent: ["payer", "refunds"], tag: "eu" })).toBe("dcba");
      expect(await ids({ createdBefore: between })).toBe("ba");
      expect(await ids({ createdAfter: between })).toBe("dc");
      expect(await ids({ updatedAfter: between })).toBe("dcba");
      expect(await ids({ updatedBefore: between })).toBe("");
      expect(await ids({ tag: "us" })).toBe("");
      expect(await ids({ appVersion: "2", status: "waiting" })).toBe("dc");
      await expect(runs.list({ state: "done" } as never)).rejects.toThrow("state");
      await expect(runs.list({}, { limit: 0 })).rejects.toThrow("limit");
      await expect(runs.list({}, { cursor: "x" })).rejects.toThrow("cursor");
      expect(await runs.get("none")).toBeUndefined();
    },
  },
  {
    title: "a run is watched in another process, until it ends",
    run: async ({ open }) => {
      const idle = await open({ worker: false });
      const { id } = await idle.start("refunds");
      const watcher = await open({ worker: false });
      const seen: string[] = [];
      const watched = (async () => {
        for await (const { status } of watcher.watch(id)) seen.push(status);
      })();
      const worker = await open();
      let last: string | undefined;
      for (let calls = 0; calls < 2; calls += 1) {
        const call = await waitingCall(worker, id, last);
        last = call.id;
        await worker.decide(id, { [call.id]: approve() });
      }
      await watched;
      expect(seen[0]).toBe("queued");
      expect(seen.at(-1)).toBe("done");
    },
  },
  {
    title: "a run that waits a second time is reported a second time",
    run: async ({ open }) => {
      const runs = await open();
      const { id } = await runs.start("refunds");
      const decided: string[] = [];
      // A person decides whenever the run waits.
      for await (const { status } of runs.watch(id)) {
        if (status !== "waiting") continue;
        for (const call of (await runs.get(id))?.pending ?? []) {
          decided.push(call.id);
          await runs.decide(id, { [call.id]: approve() });
        }
      }
      expect(decided).toHaveLength(2);
      expect((await runs.get(id))?.status).toBe("done");
    },
  },
  {
    title: "runs of a query are watched until the signal aborts",
    run: async ({ open }) => {
      const runs = await open();
      const controller = new AbortController();
      const seen: RunSummary[] = [];
      let begun = (): void => undefined;
      const isWatching = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const watched = (async () => {
        begun();
        for await (const run of runs.watch({ tag: "x" }, { signal: controller.signal })) {
          if (run.status === "done") seen.push(run);
          if (seen.length === 3) controller.abort();
        }
      })();
      await isWatching;
      for (let index = 0; index < 3; index += 1) await runs.start("payer", { tags: ["x"] });
      await runs.start("payer");
      await watched;
      expect(new Set(seen.map(({ id }) => id)).size).toBe(3);
      const unknown = runs.watch("none")[Symbol.asyncIterator]();
      await expect(unknown.next()).rejects.toMatchObject({ problem: "unknown_run" });
    },
  },
];
