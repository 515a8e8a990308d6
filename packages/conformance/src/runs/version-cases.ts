// Cases of runs in flight while another version of the application is deployed.

import { approve } from "@ptc/subagent";
import { expect } from "vitest";
import { waitingCall, withStatus } from "./case-helpers.ts";
import { payAgents } from "./pay-agents.ts";
import type { CaseContext, RunsCase, SuiteOptions } from "./runs-under-test.ts";

/** Pauses a run of version 1, and continues it with an agent that asks something else. */
async function changed(
  { open, paid }: CaseContext,
  onChange: NonNullable<SuiteOptions["onChange"]>,
) {
  const old = { onChange, appVersion: "1" } as const;
  const first = await open(old);
  const { id } = await first.start("refunds");
  const call = await waitingCall(first, id);
  await first.close();
  const agents = payAgents({ paid, program: "(return (tool/pay {:id 9}))", prompt: "Refund all." });
  const second = await open({ onChange, appVersion: "2", agents });
  await second.decide(id, { [call.id]: approve() });
  return { id, second, old, call };
}

export const versionCases: readonly RunsCase[] = [
  {
    title: "fail: a run of another version fails, and continues with its own version",
    run: async (context) => {
      const { id, second, old, call } = await changed(context, "fail");
      const info = await withStatus(second, id, "failed");
      expect(info.failure).toMatchObject({ problem: "changed" });
      expect(info.failure?.message).toContain("isn't the recorded one");
      await second.close();
      const first = await context.open(old);
      await first.resume(id);
      // The decision isn't lost.
      await waitingCall(first, id, call.id);
      expect((await first.get(id))?.failure).toBeUndefined();
      expect(context.paid).toHaveLength(1);
    },
  },
  {
    title: "restart-turn: a run of another version begins its turn again",
    run: async (context) => {
      const { id, second } = await changed(context, "restart-turn");
      const call = await waitingCall(second, id);
      expect(call.arguments).toEqual({ id: 9 });
      await second.decide(id, { [call.id]: approve() });
      expect((await withStatus(second, id, "done")).step).toMatchObject({ return: "paid 9" });
      expect(context.paid).toHaveLength(1);
    },
  },
  {
    title: "finish-on-old: a run is left to workers of its version",
    run: async (context) => {
      const { id, second, old, call } = await changed(context, "finish-on-old");
      const other = await second.start("payer");
      const { pending } = await withStatus(second, other.id, "done");
      expect(pending).toEqual([]);
      expect(await second.get(id)).toMatchObject({ status: "queued", appVersion: "1" });
      await second.close();
      const first = await context.open(old);
      const next = await waitingCall(first, id, call.id);
      expect(next.arguments).toEqual({ id: 2 });
    },
  },
];
