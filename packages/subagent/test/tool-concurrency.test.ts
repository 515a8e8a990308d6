// The concurrency of tool calls. The clock is manual.
import { beforeAll, describe, expect, test } from "vitest";
import { asTool, defineAgent } from "../src/index.ts";
import { begun, never, played, warmUp } from "./bounded-calls.ts";
import { play, settled, textOf } from "./missions.ts";

beforeAll(warmUp);

describe("concurrent calls", () => {
  /** A tool that records its open calls and their start order. */
  function counting(answer: (n: number) => unknown) {
    const began: number[] = [];
    let open = 0;
    let most = 0;
    const execute = async ({ n }: { readonly n?: unknown }): Promise<unknown> => {
      most = Math.max(most, ++open);
      began.push(Number(n));
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      open -= 1;
      return answer(Number(n));
    };
    return { began, execute, most: () => most };
  }

  test("at most `concurrency` calls run at once, and start and return in order", async () => {
    const { began, execute, most } = counting((n) => n * 2);
    const { step } = await played(["(return (pmap (fn [n] (tool/look {:n n})) (range 1000)))"], {
      look: { concurrency: 3, execute },
    });
    const numbers = Array.from({ length: 1_000 }, (_, n) => n);
    expect(most()).toBe(3);
    expect(began).toEqual(numbers);
    expect(step).toMatchObject({ ok: true, return: numbers.map((n) => n * 2) });
    expect(step.toolCalls.filter((call) => "attempts" in call)).toEqual([]);
  });

  test("at most the mission's own `concurrency` calls of all tools run at once", async () => {
    const look = counting((n) => n);
    const tools = { look: look.execute, find: { concurrency: 2, execute: look.execute } };
    const script = [
      "(return (reduce + (pmap (fn [n] (if (odd? n) (tool/look {:n n}) (tool/find {:n n}))) (range 500))))",
    ];
    const { step } = await played(script, tools, { concurrency: 5 });
    expect(step).toMatchObject({ ok: true, return: 124_750 });
    expect(look.most()).toBe(5);
    const asDefault = counting((n) => n);
    await played(["(return (count (pmap (fn [n] (tool/look {:n n})) (range 500))))"], {
      look: asDefault.execute,
    });
    expect(asDefault.most()).toBe(50);
  });

  test("failed calls and calls that wait for a retry release their slot", async () => {
    const seen = new Set<number>();
    const { began, execute } = counting((n) => {
      if (seen.has(n)) return n;
      seen.add(n);
      throw new Error("busy");
    });
    const { step } = await played(["(return (pmap (fn [n] (tool/look {:n n})) (range 4)))"], {
      look: { concurrency: 1, retries: 1, execute },
    });
    expect(step).toMatchObject({ ok: true, return: [0, 1, 2, 3] });
    expect(began).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
  });

  test("waiting for a slot doesn't use up the timeout", async () => {
    const { clock, playing } = await begun(
      [
        "(return (pmap (fn [n] (try (tool/look) (catch Exception e (:data (ex-data e))))) [0 1 2]))",
      ],
      { look: { concurrency: 1, timeoutMs: 500, execute: never } },
    );
    for (let call = 1; call <= 3; call++) {
      expect(clock.waits).toHaveLength(call);
      await clock.pass(500);
    }
    const timeout = { kind: "tool_timeout", ran: true };
    expect((await playing).step).toMatchObject({ return: [timeout, timeout, timeout] });
  });

  test("waiting calls end with the mission, and their records say that they did not run", async () => {
    let calls = 0;
    const look = {
      concurrency: 2,
      execute: () => {
        calls += 1;
        return never();
      },
    };
    const { playing, controller } = await begun(["(pmap (fn [_] (tool/look)) (range 5))"], {
      look,
    });
    controller.abort();
    const { step } = await playing;
    expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    expect(step.toolCalls.map(({ error, attempts }) => [error, attempts ?? 1])).toEqual(
      [1, 1, 0, 0, 0].map((attempts) => ["the run was cancelled", attempts]),
    );
    await settled();
    expect(calls).toBe(2);
  });

  test("calls of a program that timed out don't delay the next program", async () => {
    let calls = 0;
    const look = { concurrency: 1, execute: () => (++calls === 1 ? never() : "there") };
    const { step } = await play(["(pmap (fn [_] (tool/look)) [1 2])", "(return (tool/look))"], {
      tools: { look },
      limits: { timeoutMs: 50 },
      chargeToolTime: true,
    });
    expect(step).toMatchObject({ ok: true, return: "there" });
    expect(step.turns[0]).toMatchObject({
      fail: { reason: "timeout" },
      toolCalls: [{ name: "look" }, { name: "look", attempts: 0 }],
    });
    expect(calls).toBe(2);
  });

  test("each mission counts its own concurrent calls, so a child mission cannot block itself", async () => {
    const look = { concurrency: 1, execute: () => Promise.resolve(1) };
    const child = defineAgent({
      prompt: "Look.",
      signature: "() -> :int",
      llm: () => "(return (tool/look))",
      tools: { look },
    });
    const { step } = await played(["(return (pmap (fn [_] (tool/part)) (range 3)))"], {
      part: asTool(child, { concurrency: 2 }),
    });
    expect(step).toMatchObject({ ok: true, return: [1, 1, 1] });
  });
});

test("a thousand failed calls leave little in the conversation", async () => {
  const { step, llm } = await played(
    [
      "(pmap (fn [n] (try (tool/look {:n n}) (catch Exception e (println (ex-message e))))) (range 1000))",
      "(return 1)",
    ],
    { look: { concurrency: 200, timeoutMs: 500, retries: 1, execute: never } },
  );
  expect(step.ok).toBe(true);
  expect(step.toolCalls).toHaveLength(1_000);
  expect(textOf(llm.requests[1]?.messages.slice(1)).length).toBeLessThan(10_000);
});
