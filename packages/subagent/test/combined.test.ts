// Combined mode from start to end: the model calls a search natively and sees a preview, and a
// program processes the whole result from the cache.
import { describe, expect, test } from "vitest";
import type { TraceEvent } from "@ptc/core/contracts";
import { createScriptedModel } from "@ptc/llm";
import { createRunRecorder, readRunRecording, replay } from "../src/recording/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";
import { defineAgent, previewPrompt, run, tool, type AgentOptions } from "../src/index.ts";
import { call, calls, dataIn, program, resultsIn, systemOf } from "./native-calls.ts";

const rows = Array.from({ length: 1842 }, (_, id) => ({
  id,
  message: `canary-${String(id)}`,
  level: id % 3 === 0 ? "error" : "info",
}));

const searching = (searches: string[], more: Partial<AgentOptions> = {}) =>
  defineAgent({
    prompt: "How many errors with code 42?",
    mode: "combined",
    tools: {
      search_logs: tool({
        signature: "(query :string) -> [{id :int, message :string, level :string}]",
        description: "Searches the log.",
        expose: "both",
        cache: true,
        execute: ({ query }) => {
          searches.push(query);
          return rows;
        },
      }),
    },
    ...more,
  });

describe("a native call and a program", () => {
  test("share one result, so the tool runs once and no row reaches the model", async () => {
    const searches: string[] = [];
    const events: TraceEvent[] = [];
    const llm = createScriptedModel([
      calls(call("a", "search_logs", { query: "error code 42" })),
      calls(
        program(
          "b",
          '(def rows (tool/search_logs {:query "error code 42"}))\n(return {:errors (count (filter #(= "error" (:level %)) rows))})',
        ),
      ),
      "There were 614 errors.",
    ]);
    const step = await run(searching(searches), { llm, onEvent: (event) => events.push(event) });
    expect(step).toMatchObject({ ok: true, return: "There were 614 errors." });
    expect(searches).toEqual(["error code 42"]);
    expect(dataIn(resultsIn(llm.requests[1])[0])).toEqual({
      result_count: 1842,
      schema: expect.stringContaining("id: number") as string,
      sample_keys: ["id", "level", "message"],
      status: "ok",
      full_result_cached: true,
      cache_hint:
        'Call lisp_eval and then call (tool/search_logs {:query "error code 42"}) to process the full cached result.',
    });
    expect(resultsIn(llm.requests[2])[0]).toContain("{:errors 614}");
    expect(JSON.stringify(llm.requests)).not.toContain("canary");
    expect(step.toolCalls.map(({ layer, cached }) => [layer, cached])).toEqual([
      ["native", undefined],
      [undefined, true],
    ]);
    const results = events.flatMap((event) =>
      event.type === "tool-call-end" ? [[event.data.name, event.data.layer]] : [],
    );
    expect(results).toEqual([
      ["search_logs", "native"],
      ["search_logs", "program"],
    ]);
    expect(step.turns.map(({ program }) => program !== undefined)).toEqual([false, true, false]);
  });

  test("share the result in either order, with 1.0 and 1 as one number and names as programs spell them", async () => {
    const seen: unknown[] = [];
    const agent = defineAgent({
      prompt: "Go.",
      mode: "combined",
      tools: {
        page: {
          expose: "both",
          cache: true,
          signature: "(page_no :float, filter :map?) -> [:int]",
          execute: (args) => {
            seen.push(args);
            return [1, 2, 3];
          },
        },
      },
    });
    const llm = createScriptedModel([
      calls(program("a", "(count (tool/page {:page-no 1.0 :filter {:b 1 :a [2.0]}}))")),
      calls(call("b", "page", { filter: { a: [2], b: 1.0 }, page_no: 1 })),
      calls(call("c", "page", { "page-no": 2 }), program("d", "(tool/page {:page_no 2})")),
      "done",
    ]);
    const step = await run(agent, { llm });
    expect(step).toMatchObject({ ok: true, return: "done" });
    expect(seen).toEqual([{ page_no: 1, filter: { a: [2], b: 1 } }, { page_no: 2 }]);
    expect(step.toolCalls.map(({ cached }) => cached)).toEqual([undefined, true, undefined, true]);
    expect(Object.keys(step.toolCache)).toEqual([
      'page {"filter":{"a":[2],"b":1},"page_no":1}',
      'page {"page_no":2}',
    ]);
  });

  test("in one response, calls run first and results keep the order of the calls", async () => {
    const searches: string[] = [];
    const llm = createScriptedModel([
      calls(
        program("a", '(count (tool/search_logs {:query "x"}))'),
        call("b", "search_logs", { query: "x" }),
        program("c", "(+ 1 1)"),
      ),
      "done",
    ]);
    const step = await run(searching(searches), { llm });
    expect(step).toMatchObject({ ok: true, return: "done" });
    expect(searches).toEqual(["x"]);
    const [first, second, third] = resultsIn(llm.requests[1]);
    expect(first).toContain("1842");
    expect(dataIn(second)).toMatchObject({ result_count: 1842 });
    expect(third).toContain(
      "This program was not run: a reply can call lisp_eval only once. Combine related work in one program",
    );
  });
});

describe("the return value of a program in combined mode", () => {
  test("return and fail of a program are reported to the model and don't end the mission", async () => {
    const llm = createScriptedModel([
      calls(program("a", "(def x 7) (println :hello) (return {:x x})")),
      calls(program("b", '(fail {:reason :no_data :message "nothing there"})')),
      calls(program("c", "(+ x 1)")),
      '{"x": 8}',
    ]);
    const step = await run("Go.", { mode: "combined", signature: "{x :int}", llm });
    expect(step).toMatchObject({ ok: true, return: { x: 8 }, prints: [":hello"] });
    expect(resultsIn(llm.requests[1])[0]).toBe(
      'Printed:\n<data kind="prints">\n:hello\n</data>\nValue:\n<data kind="value">\n{:x 7}\n</data>\nDefined: x (number)',
    );
    expect(resultsIn(llm.requests[2])[0]).toContain("nothing there");
    expect(resultsIn(llm.requests[3])[0]).toContain("8");
    expect(step.turns.map(({ ok }) => ok)).toEqual([true, false, true, true]);
  });

  test("a program has its journal and limits, and the last turn is reserved for the answer", async () => {
    let charged = 0;
    const llm = createScriptedModel([
      calls(program("a", '(task "charge_1" (tool/charge {}))')),
      calls(program("b", '(task "charge_1" (tool/charge {}))')),
      calls(program("c", "1")),
    ]);
    const step = await run("Go.", {
      mode: "combined",
      maxTurns: 3,
      journal: {},
      tools: { charge: { expose: "program", execute: () => ++charged } },
      llm,
    });
    expect(charged).toBe(1);
    expect(step).toMatchObject({
      ok: false,
      fail: { reason: "max_turns_exceeded" },
      journal: { charge_1: 1 },
    });
    expect(llm.requests.map(({ toolChoice }) => toolChoice)).toEqual([
      undefined,
      undefined,
      "none",
    ]);
    expect(llm.requests[2]?.messages.at(-1)?.content).toBe(
      "This is the last turn: answer now, without calling a tool.",
    );
    // Every call has a result, so that another request can be sent.
    expect(step.turns.at(-1)).toMatchObject({
      ok: false,
      rawResponse: 'lisp_eval {"program":"1"}',
    });
  });
});

describe("the callers of a tool", () => {
  const tools = {
    model_only: { execute: () => 1 },
    programs_only: { expose: "program" as const, execute: () => 2 },
    both: { expose: "both" as const, execute: () => 3 },
  };

  test("`expose` decides who may call a tool, both in the prompt and at run time", async () => {
    const llm = createScriptedModel([
      calls(
        call("a", "model_only", {}),
        call("b", "programs_only", {}),
        call("c", "both", {}),
        program("d", "[(tool/programs_only) (tool/both)]"),
      ),
      calls(program("e", "(tool/model_only)")),
      "done",
    ]);
    const step = await run("Go.", { mode: "combined", tools, llm });
    expect(step.ok).toBe(true);
    expect(llm.requests[0]?.tools?.map(({ name }) => name)).toEqual([
      "model_only",
      "both",
      "lisp_eval",
    ]);
    const system = systemOf(llm.requests[0]);
    expect(system).toContain("(tool/programs_only {…})");
    expect(system).not.toContain("tool/model_only");
    const results = resultsIn(llm.requests[1]);
    expect(results[0]).toContain("1");
    expect(results[1]).toContain(
      "only programs can call programs_only: call lisp_eval with a program that contains (tool/programs_only {…})",
    );
    expect(results[3]).toContain("[2 3]");
    expect(resultsIn(llm.requests[2])[0]).toContain("model_only");
    expect(step.turns[1]?.fail?.reason).toBe("tool_not_found");
  });

  test.each([
    ["program", "native", true],
    ["program-call", "native", true],
    ["text", "program", true],
    ["text", "both", false],
    ["combined", "program", false],
  ] as const)(
    "in the mode %s with expose %s, a tool without callers is %o",
    (mode, expose, isNobody) => {
      const { warnings } = defineAgent({
        prompt: "Go.",
        mode,
        tools: { a: { description: "x", expose, execute: () => 1 } },
      });
      expect(warnings.some((warning) => warning.includes("this tool can never be called"))).toBe(
        isNobody,
      );
    },
  );
});

describe("a mission with native calls", () => {
  const script = () =>
    createScriptedModel([
      calls(call("a", "search_logs", { query: "x" })),
      calls(program("b", '(count (tool/search_logs {:query "x"}))')),
      "1842 rows.",
    ]);

  test("a mission with native calls is recorded and replayed, also with an edited program", async () => {
    const searches: string[] = [];
    const lines: string[] = [];
    const record = createRunRecorder({ write: (line) => lines.push(line) });
    const agent = searching(searches);
    await run(agent, { llm: script(), record });
    const recording = readRunRecording(lines.join(""));
    const played = await replay(agent, recording);
    expect([played.isSame, played.divergence, searches.length]).toEqual([true, undefined, 1]);
    const edited = await replay(agent, recording, {
      programs: { 2: '(count (filter :id (tool/search_logs {:query "x"})))' },
    });
    expect(edited.step).toMatchObject({ ok: true, return: "1842 rows." });
    expect(edited.step.turns[1]).toMatchObject({ ok: true, result: 1842 });
  });

  test("the step of a mission with native calls survives JSON", async () => {
    const step = await run(searching([]), { llm: script(), collectMessages: true });
    const read = await stepFromJson(JSON.parse(JSON.stringify(stepToJson(step))));
    if (!read.ok) throw new Error(JSON.stringify(read));
    expect(read.step.toolCalls.map(({ layer, address }) => [layer, address.path])).toEqual([
      ["native", [{ native: 0 }]],
      [undefined, []],
    ]);
    expect(read.step.messages).toEqual(step.messages);
  });
});

test("a prompt preview includes the tools", () => {
  const preview = previewPrompt(searching([]));
  if (!preview.ok) throw new Error(preview.fail.message);
  expect(preview.tools?.map(({ name }) => name)).toEqual(["search_logs", "lisp_eval"]);
  expect(preview.system).toContain("## How to work");
  expect(previewPrompt(defineAgent({ prompt: "Go." }))).not.toHaveProperty("tools");
});

test("an agent without a turn for native calls causes a warning", () => {
  expect(searching([], { maxTurns: 1 }).warnings).toContain(
    "maxTurns: 1 leaves no turn for calls, because the last turn in this mode is for the answer",
  );
  expect(searching([]).warnings).toEqual([]);
});
