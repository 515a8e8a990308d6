import { describe, expect, test } from "vitest";
import type { Tool, ToolContext } from "@ptc/core/contracts";
import { call, eventsOf, mission, program, request, turn } from "../../test/recorded-runs.ts";
import { buildTraceTree } from "../trace-tree.ts";
import { traceTools } from "./trace-tools.ts";

const a = "a".repeat(32);
const b = "b".repeat(32);

function recorded(result: unknown, traceId: string, isFailed = false) {
  const fail = { reason: "max_turns", message: "no answer" } as const;
  return mission(
    [0, 99],
    isFailed ? { ok: false, turns: 1, fail } : { ok: true, turns: 1, return: 1 },
    [
      turn(1, [1, 90], { ok: true, done: true, feedback: "Printed: x" }, [
        request([2, 5], { ok: true, text: "t", usage: { inputTokens: 9, outputTokens: 2 } }),
        program([6, 80], { prints: ["x"], text: "7" }, [
          call("page", [7, 20], { result }, { args: { n: 1 } }),
          call("page", [21, 30], { ok: false, error: "gone" }, { address: "r/1/1" }),
        ]),
      ]),
    ],
    { traceId, agent: "audit" },
  );
}

const events = eventsOf([recorded([{ id: 7 }], a), recorded([{ id: 8 }], b, true)]);
const tools = traceTools(buildTraceTree(events), { maximumRows: 3 });

function ask(tool: Tool, args: Record<string, unknown> = {}): Promise<unknown> {
  // The tools read nothing from the context.
  return Promise.resolve(tool.execute(args, {} as ToolContext));
}

describe("traceTools", () => {
  test("lists runs by pages", async () => {
    expect(await ask(tools.trace_runs, { offset: 1, limit: 5 })).toMatchObject({
      total: 2,
      rows: [{ run: b, agent: "audit", outcome: "failed", reason: "max_turns", failed_calls: 1 }],
    });
  });

  test("lists turns with their programs, prints and usage", async () => {
    expect(await ask(tools.trace_turns, { run: a })).toEqual({
      total: 1,
      rows: [
        {
          ...{ mission: a, agent: "audit", turn: 1, ok: true, done: true },
          ...{ program: "(+ 1 2)", value: "7", prints: ["x"], feedback: "Printed: x" },
          ...{ input_tokens: 9, output_tokens: 2, calls: 2, failed_calls: 1, ms: 89 },
        },
      ],
    });
  });

  test("lists calls with whole arguments and results, filtered by tool and failure", async () => {
    expect(await ask(tools.trace_calls, { run: a })).toMatchObject({
      total: 2,
      rows: [{ tool: "page", arguments: { n: 1 }, result: [{ id: 7 }], ok: true, bytes: 10 }, {}],
    });
    expect(await ask(tools.trace_calls, { run: a, failed: true })).toMatchObject({
      total: 1,
      rows: [{ error: "gone", ok: false }],
    });
    expect(await ask(tools.trace_calls, { run: a, tool: "__proto__" })).toEqual({
      total: 0,
      rows: [],
    });
  });

  test("returns the messages of a turn, statistics, and the first difference", async () => {
    expect(await ask(tools.trace_messages, { run: a, mission: a, turn: 1 })).toEqual([
      { role: "system", content: "Be brief." },
    ]);
    expect(await ask(tools.trace_statistics, { by: "outcome" })).toMatchObject([
      { key: "answered", runs: 1, pass_rate: 1 },
      { key: "failed", runs: 1, pass_rate: 0 },
    ]);
    expect(await ask(tools.trace_difference, { left: a, right: b })).toMatchObject({
      ...{ part: "result", tool: "page", turn: 1 },
      ...{ left: '[{"id":7}]', right: '[{"id":8}]' },
    });
  });

  test.each<[keyof typeof tools, Record<string, unknown>, string]>([
    ["trace_turns", { run: "x" }, 'no run "x": use a :run of tool/trace_runs'],
    ["trace_messages", { run: a, mission: a, turn: 9 }, `no turn 9 of the mission "${a}"`],
    ["trace_statistics", { by: "toString" }, ":by must be one of all, agent"],
  ])("%s explains wrong arguments", async (name, args, message) => {
    await expect(ask(tools[name], args)).rejects.toThrow(message);
  });

  test("returns at most the maximum number of rows", async () => {
    const many = Array.from({ length: 5 }, (_, index) => recorded(1, String(index)));
    const bounded = traceTools(buildTraceTree(eventsOf(many)), { maximumRows: 3 });
    const { total, rows } = (await ask(bounded.trace_runs, { limit: 100 })) as {
      total: number;
      rows: unknown[];
    };
    expect([total, rows.length]).toEqual([5, 3]);
    expect(() => traceTools([], { maximumRows: 0 })).toThrow(
      "expected a whole number from 1, got 0",
    );
  });

  test("reads the trace again for each query if it is a function", async () => {
    let shown = 1;
    const growing = traceTools(() => buildTraceTree(events).slice(0, shown));
    expect(await ask(growing.trace_runs)).toMatchObject({ total: 1 });
    shown = 2;
    expect(await ask(growing.trace_runs)).toMatchObject({ total: 2 });
  });
});
