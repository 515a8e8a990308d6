import { createMemoryStore } from "@ptc/core/store";
import { createScriptedModel, toLanguageModel } from "@ptc/llm";
import { createMemoryTracer } from "@ptc/tracer";
import { run as runProgram } from "@ptc/lisp";
import { describe, expect, test } from "vitest";
import {
  asTool,
  checkpointOf,
  defineAgent,
  resume,
  run,
  runEvents,
  tool,
  type CheckpointEntry,
  type MissionCheckpoint,
} from "../../src/index.ts";
import { describeStep } from "../../src/description/index.ts";
import { createRuns } from "../../src/runs/index.ts";
import { stepFromJson, stepToJson } from "../../src/step-json/index.ts";
import { fenced } from "../missions.ts";

const refund = tool({
  signature: "(id :int) -> :string",
  needsApproval: true,
  execute: ({ id }) => `refunded ${String(id)}`,
});

/** Three levels of agents; the one in the middle has no name. */
const low = defineAgent({
  name: "cashier",
  prompt: "Low",
  description: "Refunds.",
  signature: "() -> :any",
  tools: { refund },
});
const middle = defineAgent({
  prompt: "Middle",
  description: "Asks.",
  signature: "() -> :any",
  tools: { low: asTool(low) },
});
const top = { name: "desk", prompt: "Top", tools: { middle: asTool(middle), refund } };
const desk = defineAgent(top);

const programs: readonly (readonly [string, string])[] = [
  ["Top", "(return (pcalls #(tool/refund {:id 1}) #(tool/middle {})))"],
  ["Middle", "(return (tool/low {}))"],
  ["Low", "(return (tool/refund {:id 2}))"],
];
const llm = () =>
  toLanguageModel(({ messages }) => {
    const sent = JSON.stringify(messages.at(-1));
    return Promise.resolve(fenced(programs.find(([prompt]) => sent.includes(prompt))?.[1] ?? ""));
  });
const paths = [["desk"], ["desk", "mission", "cashier"]];

describe("the agents of a call that waits", () => {
  test("are in its step, its checkpoint, its event and every description, from the outermost on", async () => {
    const trace = createMemoryTracer();
    const step = await run(desk, { llm: llm(), trace });
    if (step.status !== "waiting") throw new Error("the mission should wait");
    expect(step.pending.map(({ agentPath }) => agentPath)).toEqual(paths);
    expect(step.checkpoint.pending.map(({ agentPath }) => agentPath)).toEqual(paths);
    const events = trace.events.flatMap((event) =>
      event.type === "approval-requested" ? [event.data.agentPath] : [],
    );
    expect(events).toEqual(paths);
    expect(describeStep(step)).toContain("agent  desk > mission > cashier");
    const read = await stepFromJson(JSON.parse(JSON.stringify(stepToJson(step))));
    if (!read.ok || read.step.status !== "waiting") throw new Error("the step should wait");
    expect(read.step.pending.map(({ agentPath }) => agentPath)).toEqual(paths);
  });

  test("are those of the run that resumes, whatever the checkpoint says", async () => {
    const first = await run(desk, { llm: llm() });
    if (first.status !== "waiting") throw new Error("the mission should wait");
    const withPath = (agentPath: unknown): MissionCheckpoint => {
      const { checkpoint } = first;
      const pending = checkpoint.pending.map(({ agentPath: _, ...call }) =>
        agentPath === undefined ? call : { ...call, agentPath },
      );
      return { ...checkpoint, pending: pending as MissionCheckpoint["pending"] };
    };
    const resumed = (agentPath: unknown) =>
      resume(desk, withPath(agentPath), { llm: llm(), decisions: {} });
    for (const given of [["someone else"], undefined]) {
      const step = await resumed(given);
      if (step.status !== "waiting") throw new Error("the mission should wait");
      expect(step.pending.map(({ agentPath }) => agentPath)).toEqual(paths);
    }
    await expect(resumed("desk")).rejects.toThrow("pending[0].agentPath");
  });

  test("are known after a crash, while the call may have run", async () => {
    const entries: CheckpointEntry[] = [];
    const pay = tool({ signature: "() -> :int", execute: () => 1 });
    const child = defineAgent({
      name: "payer",
      prompt: "Low",
      description: "Pays.",
      signature: "() -> :any",
      tools: { pay },
    });
    const agent = defineAgent({
      name: "desk",
      prompt: "Top",
      tools: { child: asTool(child), refund },
    });
    const model = createScriptedModel([
      fenced("(return (tool/child {}))"),
      fenced("(return (tool/pay {}))"),
    ]);
    await run(agent, { llm: model, onCheckpoint: (entry) => void entries.push(entry) });
    const begun = entries.findIndex(({ type }) => type === "begins");
    const { pending } = await checkpointOf(entries.slice(0, begun + 1));
    expect(pending.map(({ tool: name, agentPath }) => [name, agentPath])).toEqual([
      ["pay", ["desk", "payer"]],
    ]);
  });

  test("are in the events for a page, and in a store of runs", async () => {
    const seen: unknown[] = [];
    for await (const event of runEvents(desk, { llm: llm() }))
      if (event.type === "approval-requested") seen.push(event.data.agentPath);
    expect(seen).toEqual(paths);
    const runs = createRuns({
      store: createMemoryStore(),
      agents: { desk: defineAgent({ ...top, llm: llm() }) },
    });
    const { id } = await runs.start("desk");
    await expect.poll(async () => (await runs.get(id))?.status).toBe("waiting");
    expect((await runs.get(id))?.pending.map(({ agentPath }) => agentPath)).toEqual(paths);
    await runs.close();
  });

  test("are absent if no agent runs the program", async () => {
    const step = await runProgram("(tool/refund {:id 1})", {
      tools: { refund: { needsApproval: true, execute: () => 1 } },
    });
    expect(step.status === "waiting" && step.pending.map((call) => "agentPath" in call)).toEqual([
      false,
    ]);
  });
});
