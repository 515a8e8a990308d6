// The limit of tool calls for a mission and its child missions.
import { describe, expect, test } from "vitest";
import type { ToolContext } from "@ptc/core/contracts";
import { asTool, defineAgent, type AgentTools } from "../src/index.ts";
import { ManualClock, play } from "./missions.ts";

const look = ({ n }: { readonly n?: unknown }): unknown => n ?? 0;

const usedUp =
  "the call was not made: the limit of 3 tool calls for the mission and those below it is used up (option maxToolCalls)";
const limit = { option: "maxToolCalls", value: 3, unit: "calls" };

describe("a call beyond the limit", () => {
  test("fails in whichever turn it happens, and its program may return a partial answer", async () => {
    const { step } = await play(
      [
        "(def a [(tool/look {:n 1}) (tool/look {:n 2})])",
        `(return (into a (mapv (fn [n] (try (tool/look {:n n})
                                         (catch Exception e [(ex-message e) (:data (ex-data e))])))
                               [3 4])))`,
      ],
      { tools: { look }, maxToolCalls: 3 },
    );
    expect(step).toMatchObject({
      ok: true,
      return: [1, 2, 3, [usedUp, { kind: "tool_calls_exceeded", limit }]],
      usage: { toolCalls: 4 },
    });
  });

  test("an uncaught call beyond the limit ends the program, and the model is asked for an answer", async () => {
    const { step, sent } = await play(
      ["(def a (tool/look {:n 7}))", "(mapv (fn [n] (tool/look {:n n})) (range 5))", "(return a)"],
      { tools: { look }, maxToolCalls: 3 },
    );
    expect(step).toMatchObject({ ok: true, return: 7 });
    expect(step.turns[1]?.fail).toMatchObject({
      reason: "tool_calls_exceeded",
      message: `tool/look failed: ${usedUp}`,
      op: "tool/look",
      details: { kind: "tool_calls_exceeded", limit, position: { line: 1 } },
    });
    expect(sent[2]).toContain(usedUp);
    expect(sent[2]).toContain("return the best answer from the results so far");
    expect(sent[2]?.length).toBeLessThan(700);
  });

  test("the mission ends if the model makes another call after that", async () => {
    const { step, llm } = await play(
      ["(mapv (fn [n] (tool/look {:n n})) (range 5))", "(+ 1 1)", "(tool/look)", "(return 1)"],
      { tools: { look }, maxToolCalls: 3, maxTurns: 9 },
    );
    expect(step).toMatchObject({
      ok: false,
      fail: { reason: "tool_calls_exceeded", details: { limit } },
      usage: { turns: 3 },
    });
    expect(llm.requests).toHaveLength(3);
  });

  test("exceeding the call limit of one program is still a limit of the program", async () => {
    const { step } = await play(["(tool/look) (tool/look)", "(tool/look) (tool/look)"], {
      tools: { look },
      limits: { toolCalls: 1 },
      maxTurns: 2,
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "max_turns_exceeded" } });
    expect(step.turns.map(({ fail }) => fail?.details?.limit?.option)).toEqual([
      "limits.toolCalls",
      "limits.toolCalls",
    ]);
  });
});

describe("calls that count", () => {
  /** Returns how many calls the mission has left after a program. */
  async function left(program: string, tools: AgentTools): Promise<unknown> {
    const clock = new ManualClock();
    const playing = play([program, "(return (:mission-tool-calls (budget/remaining)))"], {
      tools,
      clock,
      random: () => 0,
      maxToolCalls: 10,
    });
    const { step } = await clock.passUntil(playing);
    return step.ok ? step.return : step.fail;
  }

  const ignored = "(catch Exception e nil)";

  test.each<readonly [string, number, string, AgentTools]>([
    ["nothing before a call", 10, "1", { look }],
    ["a call", 9, "(tool/look)", { look }],
    ["calls in parallel", 6, "(pmap (fn [n] (tool/look {:n n})) (range 4))", { look }],
    [
      "a failed call",
      9,
      `(try (tool/look) ${ignored})`,
      {
        look: () => {
          throw new Error("no");
        },
      },
    ],
    [
      "each retry of a call",
      7,
      `(try (tool/look) ${ignored})`,
      { look: { retries: 2, execute: () => Promise.reject(new Error("no")) } },
    ],
    [
      "one call for all that share a result",
      9,
      "(pmap (fn [_] (tool/look {:n 1})) (range 4))",
      { look: { cache: true, execute: look } },
    ],
    [
      "nothing for a call with wrong arguments",
      10,
      `(try (tool/look {:n "x"}) ${ignored})`,
      { look: { signature: "(n :int) -> :any", execute: look } },
    ],
  ])("counts %s", async (_, calls, program, tools) => {
    expect(await left(program, tools)).toBe(calls);
  });

  test("the default limit is 10,000 calls", async () => {
    const { step } = await play(["(return (:mission-tool-calls (budget/remaining)))"]);
    expect(step).toMatchObject({ return: 10_000 });
  });
});

test("doesn't retry a call if none is left, and reports the original failure", async () => {
  const clock = new ManualClock();
  const calls: ToolContext[] = [];
  const playing = play(["(return (try (tool/look) (catch Exception e (ex-message e))))"], {
    tools: {
      look: {
        retries: 5,
        execute: (_: unknown, context: ToolContext) => {
          calls.push(context);
          throw new Error("busy");
        },
      },
    },
    clock,
    random: () => 0,
    maxToolCalls: 2,
  });
  expect((await clock.passUntil(playing)).step).toMatchObject({
    ok: true,
    return: "failed 2 times: busy",
  });
  expect(calls).toHaveLength(2);
});

describe("tool calls of child missions", () => {
  const child = (calls: number, maxToolCalls?: number) =>
    asTool(
      defineAgent({
        prompt: "Look.",
        signature: "() -> :any",
        maxTurns: 1,
        llm: () => `(return (mapv (fn [n] (tool/look {:n n})) (range ${String(calls)})))`,
        tools: { look },
        ...(maxToolCalls === undefined ? {} : { maxToolCalls }),
      }),
    );

  test("child missions spend the calls of their parents", async () => {
    const { step } = await play(
      ["(tool/part)", "(return (:mission-tool-calls (budget/remaining)))"],
      { tools: { part: child(4) }, maxToolCalls: 10 },
    );
    expect(step).toMatchObject({ ok: true, return: 5 });
  });

  test("child missions fail if they or their parents have no calls left", async () => {
    const failed = "(return (try (tool/part) (catch Exception e (:data (ex-data e)))))";
    const above = await play([failed], { tools: { part: child(4) }, maxToolCalls: 3 });
    expect(above.step).toMatchObject({
      return: {
        reason: "tool_calls_exceeded",
        message: `tool/look failed: ${usedUp.replace("the mission and", "a mission above and")}`,
      },
    });
    const own = await play([failed], { tools: { part: child(4, 3) } });
    expect(own.step).toMatchObject({
      return: { reason: "tool_calls_exceeded", message: `tool/look failed: ${usedUp}` },
    });
  });
});
