// Branches and elements that request an element of a lazy sequence while it is being computed.

import { describe, expect, test } from "vitest";
import { failOf, printed } from "../../test/evaluate.ts";
import { Desk, asked, calledWith, type Arguments } from "../../test/desk.ts";

describe("parallel branches that share a lazy sequence", () => {
  test("branches wait for one computation of a shared element", async () => {
    const desk = new Desk();
    expect(
      await printed(`(let [xs ${asked}] (pmap (fn [i] (nth xs i)) [2 0 1 2]))`, {
        tools: desk.tools,
      }),
    ).toBe("(2 0 1 2)");
    expect(desk.calls).toEqual(calledWith(0, 1, 2));
  });

  test("branches all receive the failure of a shared element once, and compute it again on the next read", async () => {
    let calls = 0;
    const ask = async ({ x }: Arguments): Promise<unknown> => {
      await Promise.resolve();
      if (calls++ === 0) throw new Error("busy");
      return x;
    };
    expect(
      await printed(
        `(let [xs ${asked}
               ask (fn [] (try (first xs) (catch Exception e :failed)))]
           [(pmap (fn [_] [(ask) (ask)]) [1 2]) (ask)])`,
        { tools: { ask } },
      ),
    ).toBe("[([:failed 0] [:failed 0]) 0]");
    expect(calls).toBe(2);
  });

  test("branches that wait for a shared element use none of the program's time", async () => {
    let now = 0;
    const ask = async ({ x }: Arguments): Promise<unknown> => {
      await Promise.resolve();
      now += 60;
      return x;
    };
    expect(
      await printed(`(let [xs ${asked}] (pmap (fn [_] (first xs)) [1 2]))`, {
        tools: { ask },
        clock: { now: () => now, monotonic: () => now },
        limits: { timeoutMs: 40 },
      }),
    ).toBe("(0 0)");
  });
});

describe("elements that need themselves", () => {
  test.each([
    [
      "in one branch",
      "(do (declare xs) (def xs (map (fn [i] (tool/ask {:x i}) (nth xs i)) (range))) (first xs))",
    ],
    [
      "through a parallel branch",
      "(do (declare xs) (def xs (map (fn [i] (tool/ask {:x i}) (pmap (fn [_] (nth xs i)) [1 2])) (range))) (first xs))",
    ],
    [
      "of two branches that compute for each other",
      "(do (declare b) (def a (map (fn [i] (tool/ask {:x i}) (nth b i)) (range))) (def b (map (fn [i] (tool/ask {:x i}) (nth a i)) (range))) (pcalls #(first a) #(first b)))",
    ],
  ])("reports an element that needs itself as an error: %s", async (_, program) => {
    expect(await failOf(program, { tools: new Desk().tools })).toMatchObject({
      reason: "eval_error",
      message: "an element of a lazy sequence cannot be computed from itself",
      details: { kind: "unsupported" },
    });
  });
});
