// Models and tools whose results come from a recorded run.

import { describe, expect, test } from "vitest";
import { asTool, defineAgent, run, type AgentTools } from "../src/index.ts";
import { recordedModel, recordedTools } from "../src/recording/index.ts";
import { answering, recorded } from "./recorded-run.ts";

describe("doubles of a recorded run", () => {
  const tools = {
    find: {
      signature: "(q :string) -> [:int]",
      execute: ({ q }: Readonly<Record<string, unknown>>) => [String(q).length],
    },
  };
  const child = (over: AgentTools) =>
    defineAgent({ prompt: "Find {{q}}.", signature: "(q :string) -> :int", tools: over });
  const lead = (over: AgentTools) =>
    defineAgent({ prompt: "Lead.", tools: { part: asTool(child(over)), ...over } });
  const llm = () =>
    answering({
      Lead: ['(return (pmap (fn [q] [(tool/part {:q q}) (tool/find {:q q})]) ["a" "bb" "ccc"]))'],
      Find: ["(return (first (tool/find {:q data/q})))"],
    });

  test("replace the model, the tools, or both by their recorded results", async () => {
    const { step, recording } = await recorded(lead(tools), { llm: llm() });
    const expected = step.ok && step.return;
    expect(expected).toEqual([
      [1, [1]],
      [2, [2]],
      [3, [3]],
    ]);
    for (const [agent, model] of [
      [lead(tools), recordedModel(recording)],
      [lead(recordedTools(recording, tools)), llm()],
      [lead(recordedTools(recording, tools)), recordedModel(recording)],
    ] as const)
      expect(await run(agent, { llm: model })).toMatchObject({ ok: true, return: expected });
  });

  test("end the run if the recording has no result, whatever a program catches", async () => {
    const { recording } = await recorded(lead(tools), { llm: llm() });
    const agent = lead(recordedTools(recording, tools));
    const step = await run(agent, {
      llm: answering({ Lead: ['(try (tool/find {:q "other"}) (catch Exception e (return 1)))'] }),
    });
    expect(step).toMatchObject({
      ok: false,
      fail: { reason: "replay_diverged", message: "the recording has no call of tool/find at 1/0" },
    });
    const model = recordedModel(recording);
    expect(await run(lead(tools), { llm: model })).toMatchObject({ ok: true });
    expect(await run(lead(tools), { llm: model })).toMatchObject({
      ok: false,
      fail: {
        reason: "replay_diverged",
        message: "the recording has no model response at 1/m0.1",
      },
    });
    await expect(model.generate({ messages: [] })).rejects.toThrow(
      "a recorded model answers only requests of missions, which have a requestId",
    );
  });
});
