// Cases of cancelling runs.

import { approve } from "@ptc/subagent";
import { expect } from "vitest";
import { eventually, waitingCall, withStatus } from "./case-helpers.ts";
import { agentOf } from "./pay-agents.ts";
import type { RunsCase } from "./runs-under-test.ts";

export const cancelCases: readonly RunsCase[] = [
  {
    title: "a run is cancelled before it begins, and while it waits",
    run: async ({ open, paid, clock }) => {
      const idle = await open({ worker: false });
      const queued = await idle.start("payer");
      expect(await idle.cancel(queued.id, "not needed")).toMatchObject({
        status: "cancelled",
        reason: "not needed",
      });
      const later = await idle.start("payer", { startAt: clock.now() + 3_600_000 });
      expect((await idle.cancel(later.id)).status).toBe("cancelled");
      const runs = await open();
      const { id } = await runs.start("refunds");
      const call = await waitingCall(runs, id);
      expect(await idle.cancel(id)).toMatchObject({ status: "cancelled", pending: [] });
      await expect(idle.decide(id, { [call.id]: approve() })).rejects.toMatchObject({
        problem: "ended",
      });
      // A second time is the same.
      expect((await idle.cancel(id)).status).toBe("cancelled");
      clock.pass(7_200_000);
      const other = await runs.start("payer");
      await withStatus(runs, other.id, "done");
      expect(paid).toHaveLength(2);
      expect((await runs.get(later.id))?.status).toBe("cancelled");
    },
  },
  {
    title: "a run is cancelled while a worker has it, which aborts its call",
    run: async ({ open }) => {
      const aborted: boolean[] = [];
      let begun = 0;
      const slow = agentOf("(return (tool/slow {}))", {
        slow: (_: unknown, { signal }: { readonly signal: AbortSignal }) =>
          new Promise((_resolve, reject) => {
            begun += 1;
            signal.addEventListener("abort", () => {
              aborted.push(true);
              reject(new Error("aborted"));
            });
          }),
      });
      const runs = await open({ agents: { slow } });
      const idle = await open({ worker: false, agents: {} });
      // More than a worker has at once, so a cancelled run must free its place.
      for (let index = 0; index < 24; index += 8) {
        const all = await Promise.all(Array.from({ length: 8 }, () => runs.start("slow")));
        await eventually(() => (begun >= index + 8 ? true : undefined));
        for (const { id } of all) await idle.cancel(id, "too slow");
        for (const { id } of all)
          expect(await withStatus(runs, id, "cancelled")).toMatchObject({ reason: "too slow" });
      }
      await eventually(() => (aborted.length === 24 ? true : undefined));
      await expect(runs.cancel("none")).rejects.toMatchObject({ problem: "unknown_run" });
    },
  },
  {
    title: "a run is cancelled by the signal of its application",
    run: async ({ open }) => {
      const controller = new AbortController();
      let begin = (): void => undefined;
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const agent = agentOf("(return (tool/slow {}))", {
        slow: (_: unknown, { signal }: { readonly signal: AbortSignal }) =>
          new Promise((resolve) => {
            begin();
            signal.addEventListener("abort", () => {
              resolve("late");
            });
          }),
      });
      const runs = await open({
        agents: { agent: () => ({ agent, options: { signal: controller.signal } }) },
      });
      const { id } = await runs.start("agent");
      await begun;
      controller.abort();
      const ended = await withStatus(runs, id, "cancelled", "failed", "done");
      expect(ended).toMatchObject({
        status: "cancelled",
        step: { ok: false, fail: { reason: "cancelled" } },
      });
    },
  },
  {
    title: "a run that is done is neither cancelled nor resumed",
    run: async ({ open }) => {
      const runs = await open();
      const { id } = await runs.start("payer");
      await withStatus(runs, id, "done");
      await expect(runs.cancel(id)).rejects.toThrow("has ended (done): it can't be cancelled");
      await expect(runs.resume(id)).rejects.toThrow("has ended (done): start a new one");
    },
  },
];
