// Bounds everything that leaves a program: prints, the result, and its failure.

import { describe, expect, test } from "vitest";
import { run } from "../../src/index.ts";
import { failOf } from "../evaluate.ts";
import { expectLimit } from "./expect-limit.ts";

const limits = { outputBytes: 1_000 };
const wide = '(let [s (apply str (repeat 100 "x"))] (vec (repeat 20 s)))';

describe("output limit", () => {
  test("the output limit covers prints and the result together", async () => {
    await expectLimit("outputBytes", wide, { limits });
    await expectLimit("outputBytes", "(vec (range 200))", { limits });
    await expectLimit("outputBytes", "(println (range 1000))", { limits });
    await expectLimit(
      "outputBytes",
      '(println (apply str (repeat 600 "x"))) (apply str (repeat 600 "y"))',
      { limits },
    );
    await expectLimit(
      "outputBytes",
      '(zipmap (map #(str "a long name of a field" %) (range 40)) (range 40))',
      { limits },
    );
    expect(
      (await run('(println (apply str (repeat 300 "x"))) (apply str (repeat 600 "y"))', { limits }))
        .ok,
    ).toBe(true);
  });

  test("the output limit covers the result in every form of collections", async () => {
    for (const collections of ["plain", "native", "language"] as const)
      await expectLimit("outputBytes", wide, { limits, collections });
    for (const source of [
      "(set (map str (range 200)))",
      '(apply str (repeat 2000 "x"))',
      '(keyword (apply str (repeat 2000 "x")))',
      "(return (vec (range 500)))",
    ])
      await expectLimit("outputBytes", source, { limits });
    await expectLimit("outputBytes", "(nth (iterate (fn [n] (* n n)) 3) 14)", { limits });
  });

  test("failure data above the output limit becomes text", async () => {
    const fail = await failOf(`(fail ${wide})`, { limits });
    expect(fail).toMatchObject({
      reason: "failed",
      details: { kind: "fail", data: expect.any(String) as string },
    });
    expect(fail.message.length).toBeLessThanOrEqual(2001);
  });

  test("the output limit is divided among branches, which return what they don't use", async () => {
    await expectLimit(
      "outputBytes",
      '(pmap (fn [i] (println (apply str (repeat 600 "x")))) [1 2])',
      { limits },
    );
    expect(
      (await run('(pmap (fn [i] (println i)) (range 10)) (apply str (repeat 900 "x"))', { limits }))
        .ok,
    ).toBe(true);
  });
});

test("charges for tool arguments by their written size", async () => {
  const source =
    '(let [s (nth (iterate (fn [s] (str s s)) "x") 20)] (tool/take {:texts (vec (repeat 10000 s))}))';
  await expectLimit("steps", source, {
    tools: { take: () => 1 },
    limits: { steps: 10_000_000, memoryBytes: 1e9 },
  });
});
