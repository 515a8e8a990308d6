// Cases of tools, functions and data that fail.

import { tool } from "@ptc/subagent";
import { RunsError } from "@ptc/subagent/runs";
import { expect } from "vitest";
import { eventually, withStatus } from "./case-helpers.ts";
import { agentOf, payAgents } from "./pay-agents.ts";
import type { RunsCase } from "./runs-under-test.ts";

const depth = "[".repeat(50_000);

/** Texts in place of the input of a run. */
const damagedInputs: readonly string[] = [
  "",
  "{",
  "[]",
  "null",
  "7",
  depth + depth.replaceAll("[", "]"),
  '{"context":{"$x":1}}',
  '{"context":"x"}',
  '{"__proto__":{"context":1},"context":[1]}',
];

export const failureCases: readonly RunsCase[] = [
  {
    title: "a run continues after errors of its tools, and fails with those it doesn't catch",
    run: async ({ open }) => {
      const broken = tool({
        signature: "() -> :string",
        execute: () => {
          throw new Error("the printer burns");
        },
      });
      const caught = "(return (try (tool/broken {}) (catch Exception e (ex-message e))))";
      const runs = await open({
        agents: {
          caught: agentOf(caught, { broken }),
          thrown: agentOf("(return (tool/broken {}))", { broken }),
        },
      });
      const one = await runs.start("caught");
      const message = expect.stringContaining("the printer burns") as string;
      expect((await withStatus(runs, one.id, "done")).step).toMatchObject({ return: message });
      const other = await runs.start("thrown");
      const { step } = await withStatus(runs, other.id, "failed");
      expect(JSON.stringify(step)).toContain("the printer burns");
    },
  },
  {
    title: "a run is tried again after errors of the application, and fails in the end",
    run: async ({ open, clock, errors }) => {
      let calls = 0;
      let isBroken = true;
      const agents = {
        agent: () => {
          calls += 1;
          if (isBroken) throw new Error("no connection to the secrets");
          return { agent: payAgents({ paid: [] }).payer };
        },
      };
      const runs = await open({ agents, maxAttempts: 3 });
      const { id } = await runs.start("agent");
      const info = await eventually(async () => {
        clock.pass(1_000);
        const found = await runs.get(id);
        return found?.status === "failed" ? found : undefined;
      });
      expect(calls).toBe(3);
      expect(info).toMatchObject({ attempts: 3, failure: { problem: "attempts" } });
      expect(String(errors[0])).toContain("no connection to the secrets");
      isBroken = false;
      await runs.resume(id);
      expect((await withStatus(runs, id, "done")).failure).toBeUndefined();
    },
  },
  {
    title: "a run whose stored data was edited fails alone",
    run: async ({ open, damage }) => {
      const idle = await open({ worker: false });
      const ids: string[] = [];
      for (const text of damagedInputs) {
        const { id } = await idle.start("payer");
        ids.push(id);
        await damage(id, text);
      }
      const runs = await open();
      const other = await runs.start("payer");
      await withStatus(runs, other.id, "done");
      for (const id of ids) {
        await eventually(async () => {
          const { runs: failed } = await runs.list({ status: "failed" });
          return failed.find((run) => run.id === id);
        });
        // It is shown, or refused with a typed error.
        const shown: unknown = await runs.get(id).catch((error: unknown) => error);
        if (!(shown instanceof RunsError)) expect(shown).toMatchObject({ status: "failed" });
      }
    },
  },
];
