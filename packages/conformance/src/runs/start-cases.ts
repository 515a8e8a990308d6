// Cases of starting runs.

import { defineAgent } from "@ptc/subagent";
import { stepFromJson } from "@ptc/subagent/step-json";
import { expect } from "vitest";
import { withStatus } from "./case-helpers.ts";
import { agentOf, payAgents } from "./pay-agents.ts";
import type { RunsCase } from "./runs-under-test.ts";

export const startCases: readonly RunsCase[] = [
  {
    title: "a run is started, run by a worker, and kept with its step",
    run: async ({ open, paid, errors }) => {
      const runs = await open();
      const started = await runs.start("payer", { tags: ["may"] });
      expect(started).toMatchObject({ agent: "payer", tags: ["may"], pending: [] });
      const ended = await withStatus(runs, started.id, "done");
      expect(ended).toMatchObject({ attempts: 1, pending: [], step: { ok: true } });
      expect(ended.dueAt).toBeUndefined();
      const read = await stepFromJson(ended.step);
      expect(read.ok && read.step.ok && read.step.return).toEqual(["paid 1", "paid 2"]);
      expect(paid).toHaveLength(2);
      expect(errors).toEqual([]);
    },
  },
  {
    title: "a run fails like its mission, and keeps the step",
    run: async ({ open }) => {
      const agent = agentOf('(fail {:reason :no_money :message "empty"})');
      const runs = await open({ agents: { agent } });
      const { id } = await runs.start("agent");
      const ended = await withStatus(runs, id, "failed");
      expect(ended.step).toMatchObject({ ok: false, fail: { reason: "no_money" } });
      expect(ended.failure).toBeUndefined();
    },
  },
  {
    title: "a run is started once for a key, whatever its characters",
    run: async ({ open, paid }) => {
      const runs = await open();
      const keys = [
        "order 7",
        "order#1",
        "order#1#1",
        "__proto__",
        "../../etc/passwd",
        "'; DROP TABLE ptc_runs; --",
        ' 100% \\ "quoted" {{x}} ',
        "Grüße 👋",
        "k".repeat(400),
      ];
      for (const key of keys) {
        const all = await Promise.all(
          Array.from({ length: 4 }, () => runs.start("payer", { key, tags: [key.slice(0, 100)] })),
        );
        expect(new Set(all.map(({ id }) => id))).toEqual(new Set([key]));
      }
      for (const key of keys) {
        expect((await withStatus(runs, key, "done")).step).toMatchObject({ ok: true });
        expect((await runs.start("payer", { key })).status).toBe("done");
        const { runs: tagged } = await runs.list({ tag: key.slice(0, 100) });
        expect(tagged.map(({ id }) => id)).toEqual([key]);
      }
      expect(paid).toHaveLength(2 * keys.length);
      await expect(runs.start("refunds", { key: "order 7" })).rejects.toThrow(
        'the key "order 7" belongs to a run of the agent "payer": choose another key',
      );
    },
  },
  {
    title: "a run gets its context, and a prompt through a function",
    run: async ({ open }) => {
      const llm = () => Promise.resolve('(return (str data/name " " data/n))');
      const runs = await open({
        agents: {
          ...payAgents({ paid: [] }),
          echo: ({ prompt = "", context }) => ({
            agent: defineAgent({ prompt: `${prompt} ${JSON.stringify(context)}`, llm }),
          }),
        },
      });
      const { id } = await runs.start("echo", {
        prompt: "Say it.",
        context: { name: "Ada", n: 12n },
      });
      const ended = await withStatus(runs, id, "done");
      expect(ended.step).toMatchObject({ return: "Ada 12" });
      expect(JSON.stringify(ended.step)).toContain("Say it.");
      await expect(runs.start("payer", { prompt: "x" })).rejects.toThrow("has a prompt");
    },
  },
  {
    title: "a run shares the results of tasks with runs that name the same journal",
    run: async ({ open, paid }) => {
      const agent = payAgents({
        paid,
        program: '(return (task "pay_7" (tool/pay {:id 7})))',
      }).payer;
      const runs = await open({ agents: { agent } });
      for (let index = 0; index < 3; index += 1) {
        const { id } = await runs.start("agent", { journal: "order 7" });
        expect((await withStatus(runs, id, "done")).step).toMatchObject({ return: "paid 7" });
      }
      expect(paid).toHaveLength(1);
      const own = await runs.start("agent", { journal: true });
      await withStatus(runs, own.id, "done");
      expect(paid).toHaveLength(2);
    },
  },
  {
    title: "a run of an unknown agent isn't started, and closed runs start none",
    run: async ({ open }) => {
      const runs = await open();
      await expect(runs.start("unknown")).rejects.toThrow(
        'there is no agent "unknown": add it to `agents` (they are: payer, refunds)',
      );
      await runs.close();
      await expect(runs.start("payer")).rejects.toMatchObject({ problem: "closed" });
    },
  },
  {
    title: "60 runs at once all end once",
    run: async ({ open, paid, errors }) => {
      const runs = await open();
      const started = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          runs.start("payer", { key: `run ${String(index)}` }),
        ),
      );
      for (const { id } of started) await withStatus(runs, id, "done");
      expect(new Set(paid).size).toBe(120);
      expect(paid).toHaveLength(120);
      expect(errors).toEqual([]);
    },
  },
];
