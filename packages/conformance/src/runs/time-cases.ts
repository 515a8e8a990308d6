// Cases of runs whose time comes.

import { approve, suspend, tool } from "@ptc/subagent";
import { expect } from "vitest";
import { eventually, waitingCall, withStatus } from "./case-helpers.ts";
import { agentOf, payAgents } from "./pay-agents.ts";
import type { RunsCase } from "./runs-under-test.ts";

const hour = 3_600_000;
const day = 24 * hour;

export const timeCases: readonly RunsCase[] = [
  {
    title: "a run continues when an approval expires, and a late one is refused",
    run: async ({ open, clock, paid }) => {
      const pay = tool({
        signature: "(id :int) -> :string",
        needsApproval: true,
        approvalTimeoutMs: hour,
        execute: (_, { callId }) => {
          paid.push(callId);
          return "paid";
        },
      });
      const program = "(return (try (tool/pay {:id 1}) (catch Exception e (ex-message e))))";
      const runs = await open({ agents: { agent: agentOf(program, { pay }) } });
      const { id } = await runs.start("agent");
      const { dueAt, pending } = await withStatus(runs, id, "waiting");
      expect(dueAt).toBe(pending[0]?.expiresAt);
      await runs.close();
      clock.pass(hour);
      const idle = await open({ worker: false, agents: {} });
      const late = idle.decide(id, { [pending[0]?.id ?? ""]: approve() });
      await expect(late).rejects.toThrow("has expired");
      const worker = await open({ agents: { agent: agentOf(program, { pay }) } });
      const info = await withStatus(worker, id, "done");
      expect(info.step).toMatchObject({ return: "the call was not approved in time" });
      expect(paid).toEqual([]);
    },
  },
  {
    title: "a run continues at the times for which its tool waits",
    run: async ({ open, clock }) => {
      let calls = 0;
      const job = tool({
        suspends: true,
        signature: "() -> :string",
        execute: () => {
          calls += 1;
          if (calls < 3) throw suspend({ reason: "waits for the job", until: clock.now() + hour });
          return "ready";
        },
      });
      const runs = await open({ agents: { agent: agentOf("(return (tool/job {}))", { job }) } });
      const { id } = await runs.start("agent");
      for (let made = 1; made < 3; made += 1) {
        const { dueAt = 0 } = await eventually(async () => {
          const info = await runs.get(id);
          return info?.status === "waiting" && calls === made ? info : undefined;
        });
        expect(dueAt).toBeGreaterThan(clock.now());
        clock.pass(hour);
      }
      expect((await withStatus(runs, id, "done")).step).toMatchObject({ return: "ready" });
      expect(calls).toBe(3);
    },
  },
  {
    title: "a run starts at its time",
    run: async ({ open, clock, paid }) => {
      const runs = await open();
      const startAt = clock.now() + hour;
      const { id, dueAt } = await runs.start("payer", { startAt });
      expect(dueAt).toBe(startAt);
      const other = await runs.start("payer");
      await withStatus(runs, other.id, "done");
      expect((await runs.get(id))?.status).toBe("queued");
      clock.pass(hour);
      await withStatus(runs, id, "done");
      const early = await runs.start("payer", { startAt: clock.now() + hour });
      await runs.resume(early.id);
      await withStatus(runs, early.id, "done");
      expect(paid).toHaveLength(6);
    },
  },
  {
    title: "30 runs wait for a day without any worker, and then all end",
    run: async ({ open, clock, paid, errors }) => {
      const agents = payAgents({ paid, program: "(return (tool/pay {:id 1}))" });
      const first = await open({ agents });
      const ids: string[] = [];
      for (let index = 0; index < 30; index += 1) ids.push((await first.start("refunds")).id);
      for (const id of ids) await withStatus(first, id, "waiting");
      await first.close();
      clock.pass(day);
      const second = await open({ agents });
      for (const id of ids) {
        const call = await waitingCall(second, id);
        await second.decide(id, { [call.id]: approve() });
      }
      for (const id of ids) await withStatus(second, id, "done");
      expect(paid).toHaveLength(30);
      expect(errors).toEqual([]);
    },
  },
  {
    title: "a run is deleted some time after its end, and others aren't",
    run: async ({ open, clock }) => {
      const runs = await open({ retention: { endedMs: day } });
      const ended = await runs.start("payer");
      const waiting = await runs.start("refunds");
      const cancelled = await runs.start("refunds");
      await withStatus(runs, ended.id, "done");
      for (const { id } of [waiting, cancelled]) await withStatus(runs, id, "waiting");
      await runs.cancel(cancelled.id);
      clock.pass(day - hour);
      const young = await runs.start("payer");
      await withStatus(runs, young.id, "done");
      expect(await runs.get(ended.id)).toBeDefined();
      clock.pass(2 * hour);
      for (const { id } of [ended, cancelled])
        await eventually(async () => ((await runs.get(id)) === undefined ? true : undefined));
      expect((await runs.get(waiting.id))?.status).toBe("waiting");
      expect((await runs.get(young.id))?.status).toBe("done");
    },
  },
];
