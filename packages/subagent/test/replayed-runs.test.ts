// Replays of recorded runs: the step is the same, and no model or tool is called.

import { ToolFailure } from "@ptc/core/errors";
import { ModelError } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import {
  asTool,
  defineAgent,
  depsOf,
  llmTool,
  run,
  type Agent,
  type MissionOptions,
} from "../src/index.ts";
import { replay } from "../src/recording/index.ts";
import { answering, expectSame, recorded } from "./recorded-run.ts";

describe("a replay of a run", () => {
  test("has the same step, with child missions, branches, clock, random numbers and journal", async () => {
    let calls = 0;
    const child = defineAgent({
      name: "child",
      prompt: "Look at {{id}}.",
      signature: "(id :int) -> {id :int, at :any, draw :int}",
      tools: {
        look: async (args: Readonly<Record<string, unknown>>) => {
          const id = Number(args["id"]);
          calls += 1;
          await Promise.resolve();
          return { id, $date: new Date(id), seen: new Map([["a", 1n]]) };
        },
      },
    });
    const agent = defineAgent({
      name: "lead",
      prompt: "Lead over {{rows}}.",
      signature: "(rows [:map]) -> :any",
      tools: {
        child: asTool(child),
        word: llmTool({ prompt: "A word for {{id}}", signature: "(id :int) -> :string" }),
        row: () => {
          calls += 1;
          throw new Error("no such row");
        },
        now: () => {
          calls += 1;
          return new Date(0);
        },
      },
      maxTurns: 5,
    });
    const llm = answering({
      Lead: [
        '(def seen (pmap (fn [row] {:child (task (str "look_" (:id row)) (tool/child {:id (:id row)})) :word (tool/word {:id (:id row)}) :now (currentTimeMillis)}) data/rows)) (println (rand-int 1000))',
        "(def failed (try (tool/row {:a 1}) (catch Exception e (ex-message e)))) (tool/row {:b 2})",
        "(return {:seen seen :at (tool/now) :draw (rand-int 100000)})",
      ],
      Look: [
        '(let [x (tool/look {:id data/id})] (return {:id data/id :at (get x "$date") :draw (rand-int 1000000)}))',
      ],
      "A word": ["w"],
    });
    const { step, recording, text } = await recorded(agent, {
      llm,
      context: { rows: [{ id: 1 }, { id: 2 }, { id: 3 }] },
      journal: { earlier: 1 },
    });
    expect(step.ok).toBe(true);
    expect(calls).toBe(6);
    await expectSame(agent, recording, step);
    expect(calls).toBe(6);
    expect(text.split("\n")[0]).toContain('"format":"ptc-run"');
  });

  test("has the results of tools, of every type, with failures, outcomes and steps of missions", async () => {
    const below = defineAgent({ prompt: "Below." });
    const llm = answering({
      Below: ["(return 7)"],
      Do: [
        "(def all (mapv (fn [f] (try (f) (catch Exception e [(ex-message e) (ex-data e)]))) [ (fn [] (tool/a)) (fn [] (tool/b)) (fn [] (tool/c)) (fn [] (tool/d)) (fn [] (tool/e)) (fn [] (tool/f)) (fn [] (tool/g)) (fn [] (tool/h)) (fn [] (tool/i)) (fn [] (tool/j))])) (println all) (return (count all))",
      ],
    });
    const agent = defineAgent({
      prompt: "Do it.",
      tools: {
        a: () => new Map<unknown, unknown>([[{ k: 1 }, new Set([1n, Number.NaN, -0])]]),
        b: () => ({ constructor: 1, $set: [1], $instant: "x", nested: { $map: 2 } }),
        c: () => undefined,
        d: () => Promise.reject(new ToolFailure("busy", { at: new Date(5) })),
        e: () => {
          // eslint-disable-next-line @typescript-eslint/only-throw-error -- what tools do
          throw "text";
        },
        f: () => ({ ok: false, error: "no" }),
        g: () => ({ ok: true, value: { ok: true, value: 3 } }),
        h: async () => await run(below, { llm }),
        i: () => {
          // eslint-disable-next-line @typescript-eslint/only-throw-error -- what tools do
          throw { code: 4 };
        },
        j: () => new Uint8Array([1, 2]),
      },
    });
    const { step, recording } = await recorded(agent, { llm, random: () => 0 });
    expect(step.ok && step.return).toBe(10);
    expect(step.childSteps).toHaveLength(1);
    await expectSame(agent, recording, step);
  });

  test("repeats the retried failures of models and tools without waiting", async () => {
    let requests = 0;
    let calls = 0;
    const agent = defineAgent({
      prompt: "Do it.",
      maxTurns: 1,
      llmRetry: { maxAttempts: 3, baseDelayMs: 1 },
      tools: {
        flaky: {
          retries: 2,
          execute: () => {
            calls += 1;
            if (calls < 3) throw new Error("busy");
            return calls;
          },
        },
        gone: {
          retries: 1,
          execute: () => {
            throw new Error("gone");
          },
        },
      },
    });
    const clock = { now: () => 5, monotonic: () => 7, sleep: () => Promise.resolve() };
    const { step, recording } = await recorded(agent, {
      clock,
      llm: async () => {
        await Promise.resolve();
        requests += 1;
        if (requests % 2 === 1)
          throw new ModelError({
            kind: "overloaded",
            retryAfterMs: 2,
            usage: { inputTokens: 3, outputTokens: 0 },
          });
        return "(return [(tool/flaky) (tool/gone)])";
      },
    });
    expect(!step.ok && step.fail.message).toContain("failed 2 times: gone");
    expect(step.toolCalls.map(({ attempts }) => attempts)).toEqual([3, 2]);
    const before = { requests, calls };
    await expectSame(agent, recording, step);
    expect({ requests, calls }).toEqual(before);
  });

  test("ends at the pause before a retry in which the caller ended the run", async () => {
    const stop = new AbortController();
    const agent = defineAgent({
      prompt: "Do it.",
      tools: {
        flaky: {
          retries: 3,
          execute: () =>
            Promise.reject(new ToolFailure("busy", undefined, { retryAfterMs: 20_000 })),
        },
      },
    });
    const { step, recording } = await recorded(agent, {
      signal: stop.signal,
      llm: answering({ Do: ["(tool/flaky)"] }),
      clock: {
        now: () => 5,
        monotonic: () => 7,
        sleep: async (_milliseconds, _signal, place) => {
          if (place !== undefined) stop.abort();
          else await new Promise(() => undefined);
        },
      },
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    await expectSame(agent, recording, step);
  });

  test("ends where a limit or the caller ended the run, without taking that time", async () => {
    const never = () => new Promise(() => undefined);
    const agent = defineAgent({
      prompt: "Do it.",
      missionTimeoutMs: 300,
      maxTurns: 3,
      tools: { slow: { timeoutMs: 40, execute: never }, never },
    });
    const timedOut = await recorded(agent, {
      llm: answering({
        Do: ["(println (try (tool/slow) (catch Exception e (ex-message e)))) (tool/never)"],
      }),
    });
    expect(timedOut.step).toMatchObject({ ok: false, fail: { reason: "mission_timeout" } });
    await expectSame(agent, timedOut.recording, timedOut.step);
    const long = defineAgent({
      prompt: "Do it.",
      missionTimeoutMs: 3_600_000,
      maxTurns: 3,
      tools: { slow: { timeoutMs: 40, execute: never }, never },
    });
    const stop = new AbortController();
    const aborted = await recorded(long, {
      signal: stop.signal,
      llm: answering({
        Do: ["(println (try (tool/slow) (catch Exception e (ex-message e)))) (tool/never)"],
      }),
      onEvent: ({ type, data }) => {
        if (type === "tool-call-start" && "name" in data && data.name === "never")
          setTimeout(() => {
            stop.abort();
          }, 5);
      },
    });
    expect(aborted.step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    await expectSame(long, aborted.recording, aborted.step);
  });

  test("fails where the journal store failed", async () => {
    const agent = defineAgent({ prompt: "Do it.", tools: { pay: () => 1 } });
    let written = 0;
    const { step, recording } = await recorded(agent, {
      llm: answering({ Do: ['(task "a_1" (tool/pay)) (task "b_2" (tool/pay))'] }),
      journal: {},
      onJournal: async () => {
        await Promise.resolve();
        written += 1;
        if (written === 2) throw new Error("disk full");
      },
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "journal_failed" } });
    await expectSame(agent, recording, step);
  });
});

describe("a run that overrides options of its agent", () => {
  const agent = defineAgent({
    prompt: "Count.",
    maxTurns: 1,
    depsType: depsOf<{ user: string }>(),
    systemPrompt: { suffix: "For everyone." },
    tools: { count: () => 1 },
  });
  const otherwise = {
    maxTurns: 3,
    systemPrompt: (_assembled: string, { deps }: { deps: { user: string } }) => `For ${deps.user}.`,
    tools: { count: () => 7, more: () => 5 },
  } as const;

  test("replays with the same options, and diverges without them", async () => {
    const { step, recording } = await recorded(
      agent as Agent,
      {
        ...(otherwise as object),
        llm: answering({
          "Count.": ["(println (tool/count))", "(return [(tool/count) (tool/more)])"],
        }),
        deps: { user: "ann" },
      } as MissionOptions,
    );
    expect(step).toMatchObject({ ok: true, return: [7, 5] });
    const again = await replay(agent, recording, { ...otherwise, deps: { user: "ann" } });
    expect(again).toMatchObject({ isSame: true, step: { ok: true, return: [7, 5] } });
    expect(await replay(agent, recording, { deps: { user: "ann" } })).toMatchObject({
      isSame: false,
    });
  });
});
