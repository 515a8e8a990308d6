// Agents as tools: their contracts, descriptions and models.

import { describe, expect, test } from "vitest";
import {
  asTool,
  defineAgent,
  previewPrompt,
  selfTool,
  type Agent,
  type AsToolOptions,
} from "../src/index.ts";
import { above, finder, type Asked } from "./child-mission.ts";

describe("an agent as a tool", () => {
  test("an agent as a tool takes arguments and returns results as in its signature", async () => {
    const { step, asked } = await above('(return (:count (tool/find {:topic "tea"})))');
    expect(step).toMatchObject({ ok: true, return: 3 });
    expect(asked).toEqual(["Do it.", "Find tea."]);
    const wrong = await above("(return (tool/find {:subject 1}))", { maxTurns: 1 });
    expect(wrong.step).toMatchObject({
      fail: { reason: "tool_error", message: expect.stringContaining("topic") as unknown },
    });
    expect(wrong.asked).toEqual(["Do it."]);
  });

  test("the prompt describes an agent as a tool with its type and purpose", () => {
    const toldOf = (child: Agent, options?: AsToolOptions) => {
      const preview = previewPrompt(
        defineAgent({ prompt: "Do it.", tools: { find: asTool(child, options) } }),
      );
      return preview.ok ? preview.system : "";
    };
    expect(toldOf(finder())).toContain(
      "- (tool/find {:topic :string}) -> {count :int}\n  Find {{topic}}.",
    );
    const prompt = "\nYou research {{topic}}.\n\nBe brief.\nNever guess.\n";
    expect(toldOf(finder({ prompt }))).toContain("  You research {{topic}}. Be brief.");
    expect(toldOf(finder({ prompt }))).not.toContain("Never guess");
    expect(toldOf(finder({ description: "Finds things." }))).toContain("  Finds things.");
    expect(toldOf(finder({ description: "a" }), { description: "Finds b." })).toContain("Finds b.");
  });

  test("an agent as a tool calls its own model, else the bound one, else its parent's", async () => {
    const named = (name: string) => () => `(return {:count ${String(name.length)}})`;
    const llmRegistry = { own: named("own"), bound: named("bound") };
    const count = async (options: Asked) =>
      (await above('(return (:count (tool/find {:topic ""})))', { llmRegistry, ...options })).step;
    expect(await count({ child: finder({ llm: "own" }), tool: { llm: "bound" } })).toMatchObject({
      return: 3,
    });
    expect(await count({ tool: { llm: "bound" } })).toMatchObject({ return: 5 });
    expect(await count({})).toMatchObject({ return: 0 });
  });

  test("an agent as a tool with an unregistered model ends the mission before any model is called", async () => {
    const grandchild = defineAgent({
      prompt: "Find more.",
      signature: "(topic :string) -> :any",
      tools: { find: asTool(finder({ llm: "smal" })) },
    });
    const { step, asked } = await above(
      "(return 1)",
      { child: finder({ tools: { deep: asTool(grandchild) } }), llmRegistry: { small: () => "" } },
      {},
    );
    expect(asked).toEqual([]);
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "llm_not_found",
        message:
          'tool/find: tool/deep: tool/find: the registry has no model "smal"; it has "small". Did you mean "small"?',
      },
    });
  });

  test("a cached agent as a tool runs once for the same arguments", async () => {
    const { step, asked } = await above(
      '(return (pmap (fn [t] (:count (tool/find {:topic t}))) ["a" "bb" "a"]))',
      { tool: { cache: true } },
    );
    expect(step).toMatchObject({ ok: true, return: [1, 2, 1], usage: { llmRequests: 3 } });
    expect(asked.toSorted()).toEqual(["Do it.", "Find a.", "Find bb."]);
    expect(
      step.toolCalls.map(({ cached, childTraceIds }) => [cached, childTraceIds?.length]),
    ).toEqual([
      [undefined, 1],
      [undefined, 1],
      [true, undefined],
    ]);
  });

  test("refuses an agent without a signature as a tool, and suggests one", () => {
    const agent = defineAgent({ prompt: "Write about {{topic}} for {{reader.name}}." });
    expect(() => asTool(agent)).toThrow(
      'option `agent`: has no signature, so the tool\'s input and output are unknown: define the agent with one, such as "(topic :any, reader :any) -> :any"',
    );
    expect(() => asTool({} as never)).toThrow(
      "option `agent`: expected an agent from `defineAgent`",
    );
    expect(() => asTool(finder(), { descripton: "x" } as never)).toThrow("unknown option");
    expect(() => defineAgent({ prompt: "p", tools: { self: selfTool } })).toThrow(
      "option `tools.self`: is the agent itself, which has no signature",
    );
  });
});
