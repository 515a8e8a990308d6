// Missions that are delayed or ended from outside: retried requests, deadlines, aborts. The clock
// is manual. However a mission ends, there is a step with its work, a conversation that can be
// continued, and nothing left running.
import { describe, expect, test, vi } from "vitest";
import type { ToolContext, TraceEvent } from "@ptc/core/contracts";
import {
  ModelError,
  createScriptedModel,
  type ModelErrorKind,
  type ModelRequest,
  type ScriptEntry,
} from "@ptc/llm";
import {
  defineAgent,
  run,
  type AgentOptions,
  type MissionStep,
  type StepMessage,
} from "../src/index.ts";
import { ManualClock, play, settled, type Scene } from "./missions.ts";

/** No jitter, so waits are exact. */
const random = (): number => 0;

describe("a failed request", () => {
  /** Plays a mission. Time passes whenever it waits. */
  async function waitsOf(
    script: readonly ScriptEntry[],
    llmRetry: AgentOptions["llmRetry"] = {},
  ): Promise<{ readonly waits: readonly number[]; readonly step: MissionStep }> {
    const clock = new ManualClock();
    const playing = play(script, { clock, random, llmRetry });
    await settled();
    while (clock.waiting > 0) await clock.pass(clock.waits.at(-1) ?? 0);
    return { waits: clock.waits, step: (await playing).step };
  }

  test.each<ModelErrorKind>([
    "rate_limited",
    "overloaded",
    "timeout",
    "network",
    "server_error",
    "invalid_response",
  ])("resends a request that fails as %s, after increasing waits", async (kind) => {
    const { waits, step } = await waitsOf([
      new ModelError({ kind }),
      new ModelError({ kind }),
      "(return 1)",
    ]);
    expect(step).toMatchObject({ ok: true, return: 1, usage: { llmRequests: 3, turns: 1 } });
    expect(waits).toEqual([1_000, 2_000]);
  });

  test.each<ModelErrorKind>(["auth", "invalid_request", "context_too_long", "unknown"])(
    "doesn't resend a request that fails as %s",
    async (kind) => {
      const { waits, step } = await waitsOf([new ModelError({ kind }), "(return 1)"]);
      expect(step).toMatchObject({
        ok: false,
        fail: { reason: "llm_error", details: { kind } },
        usage: { llmRequests: 1 },
      });
      expect(waits).toEqual([]);
    },
  );

  test("doesn't resend a request whose prompt was blocked", async () => {
    const { waits, step } = await waitsOf([
      new ModelError({ kind: "content_filtered" }),
      "(return 1)",
    ]);
    expect(step).toMatchObject({
      ok: false,
      fail: { reason: "response_withheld", details: { kind: "content_filtered" } },
      usage: { llmRequests: 1 },
    });
    expect(waits).toEqual([]);
  });

  test("ends the mission after the last attempt, and reports the number of attempts", async () => {
    const { step } = await waitsOf(
      Array.from({ length: 3 }, () => new ModelError({ kind: "overloaded", message: "busy" })),
    );
    expect(step).toMatchObject({
      ok: false,
      fail: { reason: "llm_error", message: "the model failed 3 times: busy" },
    });
  });

  test("waits as long as the provider asks, and gives up if that is too long", async () => {
    const asking = (retryAfterMs: number) => new ModelError({ kind: "rate_limited", retryAfterMs });
    expect((await waitsOf([asking(7_000), "(return 1)"])).waits).toEqual([7_000]);
    expect((await waitsOf([asking(10), "(return 1)"])).waits).toEqual([1_000]);
    expect(await waitsOf([asking(31_000), "(return 1)"])).toMatchObject({
      waits: [],
      step: { ok: false, fail: { reason: "llm_error" } },
    });
  });

  test("resends a request as the agent's options say", async () => {
    const errors = Array.from({ length: 3 }, () => new ModelError({ kind: "auth" }));
    expect(
      (
        await waitsOf([...errors, "(return 1)"], {
          kinds: ["auth"],
          maxAttempts: 4,
          backoff: "linear",
          baseDelayMs: 100,
        })
      ).waits,
    ).toEqual([100, 200, 300]);
    expect(
      (await waitsOf([new ModelError({ kind: "network" })], { maxAttempts: 1 })).waits,
    ).toEqual([]);
  });
});

/** The position of a mission when it is ended. */
interface Place {
  readonly script: readonly ScriptEntry[];
  readonly options?: Scene;
  /** The roles of the remaining conversation. */
  readonly roles: readonly StepMessage["role"][];
  readonly turns: number;
  /** The requests that reached the model. */
  readonly requests: number;
}

const never = (): Promise<never> => new Promise(() => undefined);
/** Signals passed to tools and models. */
const given: AbortSignal[] = [];
const hanging = (request: ModelRequest): Promise<never> => {
  if (request.signal !== undefined) given.push(request.signal);
  return never();
};
const wait = (_: unknown, { signal }: ToolContext): Promise<never> => {
  given.push(signal);
  return never();
};

const places: Readonly<Record<string, Place>> = {
  "the first request": { script: [hanging], roles: ["system", "user"], turns: 0, requests: 1 },
  "a later request": {
    script: ["(def a 1)", hanging],
    roles: ["system", "user", "assistant", "user"],
    turns: 1,
    requests: 2,
  },
  "a tool": {
    script: ["(def a 1)", '(def a 2) (println "before") (tool/wait)'],
    options: { tools: { wait } },
    roles: ["system", "user", "assistant", "user", "assistant"],
    turns: 2,
    requests: 2,
  },
  "a tool that the program catches": {
    script: ["(def a 1)", "(return (try (tool/wait) (catch Exception e 1)))"],
    options: { tools: { wait } },
    roles: ["system", "user", "assistant", "user", "assistant"],
    turns: 2,
    requests: 2,
  },
  "tools in parallel": {
    script: ["(pmap (fn [_] (tool/wait)) (range 3))"],
    options: { tools: { wait } },
    roles: ["system", "user", "assistant"],
    turns: 1,
    requests: 1,
  },
  "a wait before a request is sent again": {
    script: [new ModelError({ kind: "overloaded" })],
    options: { llmRetry: { baseDelayMs: 10_000 } },
    roles: ["system", "user"],
    turns: 0,
    requests: 1,
  },
};

describe.each(Object.entries(places))(
  "a mission that is ended during %s",
  (_, { script, options, roles, turns, requests }) => {
    async function ended(
      end: (clock: ManualClock, controller: AbortController) => Promise<void> | void,
      more: Scene,
    ) {
      given.length = 0;
      const clock = new ManualClock();
      const controller = new AbortController();
      const events: TraceEvent[] = [];
      const playing = play(script, {
        collectMessages: true,
        clock,
        random,
        signal: controller.signal,
        onEvent: (event) => {
          events.push(event);
        },
        ...options,
        ...more,
      });
      await settled();
      await end(clock, controller);
      return { ...(await playing), clock, events };
    }

    const endings: Readonly<
      Record<string, readonly [reason: string, more: Scene, end: Parameters<typeof ended>[0]]>
    > = {
      "by its deadline": [
        "mission_timeout",
        { missionTimeoutMs: 5_000 },
        (clock) => clock.pass(5_000),
      ],
      "by an abort": [
        "cancelled",
        {},
        (_clock, controller) => {
          controller.abort();
        },
      ],
      "by an abort before its deadline": [
        "cancelled",
        { missionTimeoutMs: 5_000 },
        (_clock, controller) => {
          controller.abort();
        },
      ],
    };

    test.each(Object.entries(endings))(
      "%s ends the mission with a step that has its results so far",
      async (_name, [reason, more, end]) => {
        const { step, llm, clock, events } = await ended(end, more);
        expect(step).toMatchObject({
          ok: false,
          fail: { reason },
          usage: { llmRequests: requests },
        });
        expect(llm.requests).toHaveLength(requests);
        expect(step.turns).toHaveLength(turns);
        expect(step.memory.toHost()).toEqual(script.includes("(def a 1)") ? { a: 1 } : {});
        // A conversation that another request accepts.
        expect(step.messages?.map(({ role }) => role)).toEqual(roles);
        expect(step.messages?.filter(({ content }) => content.trim() === "")).toEqual([]);
        // Nothing is left running.
        expect(clock.waiting).toBe(0);
        expect(given.filter((signal) => !signal.aborted)).toEqual([]);
        const starts = events
          .filter(({ type }) => type.endsWith("-start"))
          .map(({ spanId }) => spanId);
        const ends = events.filter(({ type }) => type.endsWith("-end")).map(({ spanId }) => spanId);
        expect([...ends].sort()).toEqual([...starts].sort());
        const count = events.length;
        await settled();
        expect(events).toHaveLength(count);
      },
    );
  },
);

test("a mission that is canceled before it starts calls no model", async () => {
  const { step, llm } = await play(["(return 1)"], {
    signal: AbortSignal.abort(),
    collectMessages: true,
  });
  expect(step).toMatchObject({
    ok: false,
    fail: { reason: "cancelled" },
    usage: { llmRequests: 0 },
  });
  expect(llm.requests).toEqual([]);
  expect(step.messages?.map(({ role }) => role)).toEqual(["system", "user"]);
});

test("a finished mission stops waiting for its deadline", async () => {
  const clock = new ManualClock();
  const { step } = await play(["(return 1)"], { clock, missionTimeoutMs: 5_000 });
  expect(step.ok).toBe(true);
  await settled();
  expect(clock.waiting).toBe(0);
});

test("the step has what programs printed before the end", async () => {
  const controller = new AbortController();
  const playing = play(['(println "before") (tool/wait)'], {
    tools: { wait },
    signal: controller.signal,
  });
  await settled();
  controller.abort();
  expect((await playing).step).toMatchObject({ prints: ["before"], toolCalls: [{ name: "wait" }] });
});

test("an abort by the model itself is a model failure, not a cancellation by the caller", async () => {
  const llm = createScriptedModel([new ModelError({ kind: "cancelled" })]);
  expect(await run(defineAgent({ prompt: "p" }), { llm })).toMatchObject({
    ok: false,
    fail: { reason: "llm_error", details: { kind: "cancelled" } },
  });
});

test("ends a mission without a timeout after four hours", async () => {
  vi.useFakeTimers();
  try {
    const mission = run("Wait.", { llm: () => new Promise<never>(() => undefined) });
    await vi.advanceTimersByTimeAsync(14_399_999);
    expect(await Promise.race([mission, Promise.resolve("waiting")])).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(await mission).toMatchObject({
      ok: false,
      fail: {
        reason: "mission_timeout",
        message: "the mission took longer than 14400000 milliseconds (option missionTimeoutMs)",
      },
    });
  } finally {
    vi.useRealTimers();
  }
});
