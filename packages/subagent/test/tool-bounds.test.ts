// Timeouts and retries of tool calls. The clock is manual.
import { beforeAll, describe, expect, test } from "vitest";
import type { ToolContext, TraceEvent } from "@ptc/core/contracts";
import {
  asTool,
  defineAgent,
  failedStep,
  llmQuery,
  llmTool,
  ToolFailure,
  type AgentTools,
} from "../src/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";
import { begun, caught, never, played, warmUp } from "./bounded-calls.ts";
import { settled } from "./missions.ts";

beforeAll(warmUp);

/** A proxy that can't be read. */
const hostile = (trap: "has" | "get" | "getPrototypeOf"): object =>
  new Proxy(
    { message: 1 },
    {
      [trap]: () => {
        throw new Error("no looking");
      },
    },
  );

const timedOut =
  "timed out after 500 milliseconds (option timeoutMs): the running call was aborted and may have taken effect";

describe("a call that takes too long", () => {
  test("a timed-out call fails and is aborted, and the program learns whether it ran", async () => {
    const signals: AbortSignal[] = [];
    const look = {
      timeoutMs: 500,
      execute: (_: unknown, { signal }: ToolContext) => {
        signals.push(signal);
        return never();
      },
    };
    const { clock, playing } = await begun([`(return ${caught("(tool/look)")})`], { look });
    await clock.pass(499);
    expect(signals[0]?.aborted).toBe(false);
    await clock.pass(1);
    const { step } = await playing;
    expect(step).toMatchObject({
      ok: true,
      return: [timedOut, { kind: "tool_timeout", ran: true }],
      toolCalls: [{ name: "look", error: timedOut, durationMs: 500 }],
    });
    expect(signals[0]?.aborted).toBe(true);
    expect(step.toolCalls[0]).not.toHaveProperty("attempts");
  });

  test("the agent's `toolTimeoutMs` ends calls of tools without a timeout of their own", async () => {
    const child = defineAgent({
      prompt: "Wait.",
      signature: "() -> :int",
      llm: () => "(return (tool/wait))",
      tools: { wait: { timeoutMs: 900, execute: never } },
    });
    const tools = { look: never, own: { timeoutMs: 500, execute: never }, part: asTool(child) };
    const all = ["look", "own", "part"].map((name) => `(first ${caught(`(tool/${name})`)})`);
    const { step } = await played([`(return [${all.join(" ")}])`], tools, { toolTimeoutMs: 700 });
    expect(step).toMatchObject({
      ok: true,
      return: [
        timedOut.replace("500", "700").replace("timeoutMs", "toolTimeoutMs"),
        timedOut,
        // The child has no timeout itself; the message names the timeout of its tool's tool.
        expect.stringContaining("timed out after 900 milliseconds (option timeoutMs)"),
      ],
    });
  });

  test("reports a timeout to the model in a few lines", async () => {
    const { step, sent } = await played(["(tool/look)", "(return 1)"], {
      look: { timeoutMs: 500, execute: never },
    });
    expect(step.turns[0]?.fail).toMatchObject({
      reason: "tool_error",
      message: `tool/look failed: ${timedOut}`,
      details: { kind: "tool_error", data: { kind: "tool_timeout", ran: true } },
    });
    expect(sent[1]).toContain(timedOut);
    expect(sent[1]?.length).toBeLessThan(600);
  });

  test("drops a late result, and the next program may call again", async () => {
    const answers: ((answer: string) => void)[] = [];
    const look = {
      cache: true,
      timeoutMs: 500,
      execute: () => new Promise((resolve) => answers.push(resolve)),
    };
    const { clock, playing } = await begun(["(tool/look)", "(return (tool/look))"], { look });
    await clock.pass(500);
    answers[0]?.("late");
    await settled();
    answers[1]?.("in time");
    const { step } = await playing;
    expect(step).toMatchObject({ ok: true, return: "in time" });
    expect(Object.values(step.toolCache)).toEqual(["in time"]);
  });

  test("a timeout doesn't affect other calls in pmap", async () => {
    const look = {
      timeoutMs: 500,
      execute: ({ n }: { readonly n?: unknown }) => (n === 1 ? never() : Promise.resolve(n)),
    };
    const { step } = await played(
      ["(return (pmap (fn [n] (try (tool/look {:n n}) (catch Exception e :late))) [0 1 2]))"],
      { look },
    );
    expect(step).toMatchObject({ ok: true, return: [0, "late", 2] });
  });

  test("a timeout cancels the mission that the call runs", async () => {
    const child = defineAgent({
      prompt: "Wait.",
      signature: "() -> :int",
      llm: () => "(return (tool/wait))",
      tools: { wait: never },
    });
    const { step } = await played([`(return (first ${caught("(tool/part)")}))`], {
      part: asTool(child, { timeoutMs: 500 }),
    });
    expect(step).toMatchObject({
      ok: true,
      return: timedOut,
      childSteps: [{ tool: "part", step: { ok: false, fail: { reason: "cancelled" } } }],
    });
  });
});

describe("a call that finishes in time", () => {
  test.each([
    ["at once", () => 5],
    ["later", () => Promise.resolve(5)],
    ["with a failure", () => Promise.reject(new Error("no"))],
  ])("answers %s, and nothing waits for its timeout", async (_, execute) => {
    const { step, clock } = await played(["(return (try (tool/look) (catch Exception e 5)))"], {
      look: { timeoutMs: 500, execute },
    });
    expect(step).toMatchObject({ ok: true, return: 5 });
    expect(clock.waiting).toBe(0);
  });

  test("an aborted call leaves nothing behind", async () => {
    const { clock, playing, controller } = await begun(["(tool/look)"], {
      look: { timeoutMs: 500, retries: 3, concurrency: 1, execute: never },
    });
    controller.abort();
    expect((await playing).step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    await settled();
    expect(clock.waiting).toBe(0);
  });
});

/** A tool that fails `times` times before it returns, with the contexts of its calls. */
function failing(times: number, error: unknown = new Error("busy")) {
  const calls: ToolContext[] = [];
  const execute = (_: unknown, context: ToolContext): Promise<number> => {
    calls.push(context);
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- tools do this
    return calls.length <= times ? Promise.reject(error) : Promise.resolve(calls.length);
  };
  return { calls, execute };
}

describe("retries of a failed call", () => {
  test("retries a call as the same call, doubling the wait each time", async () => {
    const { calls, execute } = failing(2);
    const events: TraceEvent[] = [];
    const { step, clock } = await played(
      ["(return (tool/look))"],
      { look: { retries: 2, execute } },
      { onEvent: (event) => void events.push(event) },
    );
    expect(step).toMatchObject({ ok: true, return: 3, toolCalls: [{ result: 3, attempts: 3 }] });
    expect(step.toolCalls).toHaveLength(1);
    expect(clock.waits).toEqual([500, 1_000]);
    expect(new Set(calls.map(({ callId }) => callId)).size).toBe(1);
    expect(events.find(({ type }) => type === "tool-call-end")?.data).toMatchObject({
      attempts: 3,
    });
    expect(await stepFromJson(JSON.parse(JSON.stringify(stepToJson(step))))).toMatchObject({
      ok: true,
      step: { toolCalls: [{ attempts: 3 }] },
    });
  });

  test("retries a call of a tool that fails synchronously too", async () => {
    let calls = 0;
    const execute = (): number => {
      if (++calls < 2) throw new Error("busy");
      return calls;
    };
    const { step } = await played(["(return (tool/look))"], { look: { retries: 1, execute } });
    expect(step).toMatchObject({ ok: true, return: 2, toolCalls: [{ attempts: 2 }] });
  });

  test.each<readonly [string, unknown, unknown]>([
    ["an error", new Error("busy"), ["failed 3 times: busy", null]],
    ["data", new ToolFailure("full", { code: 7 }), ["failed 3 times: full", { code: 7 }]],
    ["a text", "down", ["failed 3 times: down", null]],
    ["nothing", null, ["failed 3 times", null]],
    ["a proxy", hostile("has"), ["failed 3 times", null]],
    ["a proxy without fields", hostile("get"), ["failed 3 times", null]],
    ["a proxy without a type", hostile("getPrototypeOf"), ["failed 3 times", null]],
  ])("reports the number of attempts and the last failure: %s", async (_, error, seen) => {
    const { execute } = failing(9, error);
    const { step } = await played([`(return ${caught("(tool/look)")})`], {
      look: { retries: 2, execute },
    });
    expect(step).toMatchObject({ ok: true, return: seen, toolCalls: [{ attempts: 3 }] });
  });

  test("retries a timed-out call with a new timeout", async () => {
    let calls = 0;
    const look = {
      timeoutMs: 500,
      retries: 1,
      execute: () => (++calls === 1 ? never() : Promise.resolve("there")),
    };
    const { step, clock } = await played(["(return (tool/look))"], { look });
    expect(step).toMatchObject({ ok: true, return: "there", toolCalls: [{ attempts: 2 }] });
    expect(clock.waits).toEqual([500, 500, 500]);
    const again = { ...look, execute: never };
    expect(
      (await played([`(return (first ${caught("(tool/look)")}))`], { look: again })).step,
    ).toMatchObject({ return: `failed 2 times: ${timedOut}` });
  });

  test("retries once for all calls that share a cached result", async () => {
    const { calls, execute } = failing(1);
    const { step } = await played(["(return (pmap (fn [_] (tool/look {:id 1})) (range 4)))"], {
      look: { cache: true, retries: 2, execute },
    });
    expect(step).toMatchObject({ ok: true, return: [2, 2, 2, 2] });
    expect(calls).toHaveLength(2);
    expect(step.toolCalls.map(({ attempts, cached }) => attempts ?? cached)).toEqual([
      2,
      true,
      true,
      true,
    ]);
  });

  test.each<readonly [string, AgentTools[string], string]>([
    [
      "its arguments were wrong",
      { signature: "(n :int) -> :int", retries: 3, execute: () => 1 },
      "wrong arguments",
    ],
    [
      "its result violated the contract",
      { signature: "() -> :int", retries: 3, execute: () => "one" },
      "its result does not match its contract",
    ],
    ["a question to a model was wrong", llmQuery({ retries: 3 }), "wrong arguments: prompt"],
    [
      "a budget was used up",
      { retries: 3, execute: () => failedStep("budget_exceeded", "no tokens are left") },
      "no tokens are left",
    ],
  ])("doesn't retry if %s", async (_, look, message) => {
    const { step, clock } = await played([`(return (first ${caught("(tool/look)")}))`], { look });
    expect(step).toMatchObject({ ok: true, return: expect.stringContaining(message) as unknown });
    expect(JSON.stringify(step.toolCalls)).not.toMatch(/failed \d times|attempts/);
    expect(clock.waits).toEqual([]);
  });

  test("doesn't retry if the mission was aborted meanwhile", async () => {
    const { calls, execute } = failing(9);
    const { clock, playing, controller } = await begun(["(tool/look)"], {
      look: { retries: 5, execute },
    });
    expect(clock.waits).toEqual([500]);
    controller.abort();
    expect((await playing).step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    await settled();
    expect([calls.length, clock.waiting]).toEqual([1, 0]);
  });
});

test("a validator that never settles doesn't delay an aborted mission", async () => {
  const judge = llmTool({
    prompt: "Is it urgent? {{text}}",
    signature: "(text :string) -> :bool",
    validator: never,
  });
  const { playing, controller } = await begun(['(tool/judge {:text "now"})'], { judge });
  controller.abort();
  expect((await playing).step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
});
