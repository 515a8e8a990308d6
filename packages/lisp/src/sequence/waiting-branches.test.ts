// Branches, and elements, that ask for an element of a lazy sequence while it is being computed.

import { describe, expect, test } from "vitest";
import { failOf, printed } from "../../test/evaluate.ts";
import { Desk, asked, calledWith, type Arguments } from "../../test/desk.ts";

describe("parallel branches that share a lazy sequence", () => {
  test("wait for one computation of the element they ask for", async () => {
    const desk = new Desk();
    expect(
      await printed(`(let [xs ${asked}] (pmap (fn [i] (nth xs i)) [2 0 1 2]))`, {
        tools: desk.tools,
      }),
    ).toBe("(2 0 1 2)");
    expect(desk.calls).toEqual(calledWith(0, 1, 2));
  });

  test("are all told once that it failed, and have it computed anew when they ask again", async () => {
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

  test("take none of the program's time while they wait", async () => {
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

describe("an element that needs itself is an error, not a standstill", () => {
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
  ])("%s", async (_, program) => {
    expect(await failOf(program, { tools: new Desk().tools })).toMatchObject({
      reason: "eval_error",
      message: "an element of a lazy sequence cannot be computed from itself",
      details: { kind: "unsupported" },
    });
  });
});
