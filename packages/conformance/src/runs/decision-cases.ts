// Cases of runs that wait for decisions.

import { answer, approve, asTool, defineAgent, deny, tool } from "@ptc/subagent";
import { RunsError } from "@ptc/subagent/runs";
import { expect } from "vitest";
import { waitingCall, withStatus } from "./case-helpers.ts";
import { agentOf, payAgents } from "./pay-agents.ts";
import type { RunsCase } from "./runs-under-test.ts";

export const decisionCases: readonly RunsCase[] = [
  {
    title: "a run waits for decisions that another process makes, one call after another",
    run: async ({ open, paid }) => {
      const runs = await open();
      const office = await open({ worker: false, agents: {} });
      const { id } = await runs.start("refunds");
      const waiting = await withStatus(office, id, "waiting");
      expect(waiting.pending).toMatchObject([
        { tool: "pay", arguments: { id: 1 }, reason: "approval" },
      ]);
      const first = waiting.pending[0]?.id ?? "";
      await office.decide(id, { [first]: approve() });
      const second = await waitingCall(office, id, first);
      await office.decide(id, { [second.id]: approve({ arguments: { id: 7 } }) });
      const ended = await withStatus(office, id, "done");
      expect(ended.attempts).toBe(3);
      expect(ended.step).toMatchObject({ return: ["paid 1", "paid 7"] });
      expect(paid).toHaveLength(2);
    },
  },
  {
    title: "a run continues with an answer, and with a denial that its program catches",
    run: async ({ open, paid }) => {
      const program = `(return (mapv (fn [id]
        (try (tool/pay {:id id}) (catch Exception e (ex-message e)))) [1 2]))`;
      const runs = await open({ agents: payAgents({ paid, program }) });
      const { id } = await runs.start("refunds");
      const first = await waitingCall(runs, id);
      await runs.decide(id, { [first.id]: answer("paid by hand") });
      const second = await waitingCall(runs, id, first.id);
      await runs.decide(id, { [second.id]: deny("over budget") });
      const ended = await withStatus(runs, id, "done");
      expect(ended.step).toMatchObject({
        return: ["paid by hand", expect.stringContaining("over budget") as string],
      });
      expect(paid).toEqual([]);
    },
  },
  {
    title: "a run waits for a call of a child agent",
    run: async ({ open, paid }) => {
      const child = defineAgent({
        prompt: "Refund {{id}}.",
        description: "Refunds.",
        signature: "(id :int) -> :string",
        llm: () => Promise.resolve("(return (tool/pay {:id data/id}))"),
        tools: {
          pay: tool({
            signature: "(id :int) -> :string",
            needsApproval: true,
            execute: ({ id }, { callId }) => {
              paid.push(callId);
              return `paid ${String(id)}`;
            },
          }),
        },
      });
      const agent = agentOf("(return (tool/refund {:id 3}))", { refund: asTool(child) });
      const runs = await open({ agents: { agent } });
      const { id } = await runs.start("agent");
      const call = await waitingCall(runs, id);
      expect(call.arguments).toEqual({ id: 3 });
      await runs.decide(id, { [call.id]: approve() });
      expect((await withStatus(runs, id, "done")).step).toMatchObject({ return: "paid 3" });
      expect(paid).toHaveLength(1);
    },
  },
  {
    title: "a run refuses decisions of no form, or about another call, at once",
    run: async ({ open }) => {
      const runs = await open();
      const { id } = await runs.start("refunds");
      await waitingCall(runs, id);
      for (const [decision, message] of [
        [{ type: "maybe" }, 'must be approve(), deny("…") or answer(…)'],
        [approve(), '"1/2/3"'],
      ] as const) {
        const refused = runs.decide(id, { "1/2/3": decision as never });
        await expect(refused).rejects.toThrow(message);
        await expect(refused).rejects.toThrow('"1/2/3"');
        await expect(refused).rejects.toBeInstanceOf(RunsError);
      }
      await expect(runs.decide("none", { a: approve() })).rejects.toMatchObject({
        problem: "unknown_run",
      });
    },
  },
  {
    title: "a run takes one decision about a call, and no other one later",
    run: async ({ open, paid }) => {
      const runs = await open();
      const { id } = await runs.start("refunds");
      const { id: call } = await waitingCall(runs, id);
      await runs.close();
      const idle = await open({ worker: false });
      const made = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) =>
          idle.decide(id, { [call]: deny(`reason ${String(index)}`) }),
        ),
      );
      expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const late = idle.decide(id, { [call]: approve() });
      await expect(late).rejects.toThrow("was decided about before");
      await expect(late).rejects.toThrow(JSON.stringify(call));
      const worker = await open();
      const other = await waitingCall(worker, id, call);
      expect(other.id).not.toBe(call);
      await worker.cancel(id);
      await expect(worker.decide(id, { [other.id]: approve() })).rejects.toMatchObject({
        problem: "ended",
      });
      expect(paid).toEqual([]);
    },
  },
  {
    title: "a run waits again after a decision that doesn't match the tool's contract",
    run: async ({ open }) => {
      const runs = await open();
      const { id } = await runs.start("refunds");
      const { id: call } = await waitingCall(runs, id);
      await runs.decide(id, { [call]: approve({ arguments: { id: "seven" } }) });
      const { pending } = await withStatus(runs, id, "waiting");
      expect(pending[0]?.refused).toContain(JSON.stringify(call));
      await runs.decide(id, { [call]: answer("paid by hand") });
      const second = await waitingCall(runs, id, call);
      await runs.decide(id, { [second.id]: approve() });
      const ended = await withStatus(runs, id, "done");
      expect(ended.step).toMatchObject({ return: ["paid by hand", "paid 2"] });
    },
  },
];
