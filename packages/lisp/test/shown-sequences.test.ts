// Counts the tool calls for a last value that is only shown. Only the shown elements of its lazy
// sequences are computed, as for a print. A failing element ends the program too.

import { afterAll, describe, expect, test } from "vitest";
import { printValue } from "@ptc/core/printing";
import { createSession, run, type LispRunOptions, type LispStep } from "../src/index.ts";
import { createPool } from "../src/node/index.ts";
import { keepsCompiled } from "./node/pools.ts";

const pool = createPool({ size: 1, execArgv: keepsCompiled });
afterAll(() => pool.close());

const prelude = `
(defn pages [n] (lazy-seq (cons (tool/page {:n n}) (pages (inc n)))))
(defn upto [n] (lazy-seq (when (<= n 3) (cons (tool/page {:n n}) (upto (inc n))))))`;

class Desk {
  calls = 0;
  private readonly isLater: boolean;
  private readonly failing: number;

  constructor(isLater: boolean, failing = 1_000) {
    this.isLater = isLater;
    this.failing = failing;
  }

  readonly tools = {
    page: ({ n }: { readonly n?: unknown }): unknown => {
      // The limit for tool calls would end an endless source much later.
      if (++this.calls > 100) throw new Error("too many pages");
      if (n === this.failing) throw new Error("boom");
      return this.isLater ? Promise.resolve(n) : n;
    },
  };
}

const doors: readonly (readonly [
  where: string,
  isLater: boolean,
  door: (source: string, options: LispRunOptions) => Promise<LispStep>,
])[] = [
  ["with tools that answer at once", false, run],
  ["with tools that answer later", true, run],
  ["as closures", true, (source, options) => run(source, { ...options, generate: "never" })],
  ["in a pool", true, (source, options) => pool.run(source, options)],
];

/** A last value, the calls if 4 elements are shown, and the text of the value. */
const cut: readonly (readonly [last: string, calls: number, text: string])[] = [
  ["(pages 1)", 4, "(1 2 3 4 ...)"],
  ["(def ps (pages 1)) ps", 4, "(1 2 3 4 ...)"],
  ["{:a (pages 1)}", 4, "{:a (1 2 3 4 ...)}"],
  ["[(pages 1) {:b [(pages 1)]}]", 8, "[(1 2 3 4 ...) {:b [(1 2 3 4 ...)]}]"],
  ["(map inc (pages 1))", 4, "(2 3 4 5 ...)"],
  ["(filter odd? (pages 1))", 7, "(1 3 5 7 ...)"],
  ["(rest (pages 1))", 5, "(2 3 4 5 ...)"],
  ["(take 30 (pages 1))", 4, "(1 2 3 4 ...)"],
  ["(map inc (take 30 (pages 1)))", 4, "(2 3 4 5 ...)"],
  ["(map (fn [n] (tool/page {:n n})) (range))", 4, "(0 1 2 3 ...)"],
  ["(take 30 (map (fn [n] (tool/page {:n n})) (range)))", 4, "(0 1 2 3 ...)"],
  ["(repeatedly #(tool/page {:n 7}))", 4, "(7 7 7 7 ...)"],
  ["(concat [1 2] (pages 3))", 2, "(1 2 3 4 ...)"],
  ["(mapv pages [1 1 1 1 1 1])", 16, `[${"(1 2 3 4 ...) ".repeat(4)}(...) (...)]`],
  ["(let [ps (pages 1)] (nth ps 5) ps)", 6, "(1 2 3 4 5 6 ...)"],
];

/** A last value whose sequences end within the shown elements. */
const whole: readonly (readonly [last: string, calls: number, value: unknown])[] = [
  ["(upto 1)", 3, [1, 2, 3]],
  ["{:a [(upto 1)]}", 3, { a: [[1, 2, 3]] }],
  ["(take 3 (pages 1))", 3, [1, 2, 3]],
  ["(take 4 (pages 1))", 4, [1, 2, 3, 4]],
  ["(lazy-seq (cons 1 (lazy-seq (cons 2 [3 4]))))", 0, [1, 2, 3, 4]],
  ["(map inc [1 2 3 4 5 6])", 0, [2, 3, 4, 5, 6, 7]],
  ["(let [ps (take 6 (pages 1))] (count ps) [(doall ps)])", 6, [[1, 2, 3, 4, 5, 6]]],
];

/** A last value with an element that fails, and the calls up to that one. */
const failing: readonly (readonly [last: string, calls: number, message: string])[] = [
  ["(pages 1)", 3, "boom"],
  ["{:a [(pages 1)]}", 3, "boom"],
  ["(take 4 (pages 1))", 3, "boom"],
  ["(map inc (map (fn [n] (tool/page {:n n})) (range)))", 4, "boom"],
  ["(take 3 (map #(/ 6 (- 2 %)) (range)))", 0, "/: division by zero"],
  ['(lazy-seq (cons 1 (lazy-seq (throw (ex-info "no row" {})))))', 0, "no row"],
];

describe.each(doors)("a last value that is only shown, %s", (_where, isLater, door) => {
  test.each(cut)("has the shown elements of %s", async (last, calls, text) => {
    const desk = new Desk(isLater);
    const step = await door(`${prelude} (def n 5) ${last}`, {
      tools: desk.tools,
      lastValue: { count: 4 },
    });
    if (!step.ok) throw new Error(step.fail.message);
    expect([desk.calls, printValue(step.value), step.return]).toEqual([calls, text, text]);
    expect(step.toolCalls).toHaveLength(calls);
    expect(step.memory.get("n")).toBe(5);
    expect(step.unreturnable?.message).toMatch(/has no end|of which only 4 elements/);
  });

  test.each(whole)("has all elements of %s", async (last, calls, value) => {
    const desk = new Desk(isLater);
    const step = await door(`${prelude} ${last}`, { tools: desk.tools, lastValue: { count: 4 } });
    expect(step).toMatchObject({ ok: true, return: value });
    expect(step).not.toHaveProperty("unreturnable");
    expect(desk.calls).toBe(calls);
  });

  test.each(failing)("requests the failing element of %s once", async (last, calls, message) => {
    const desk = new Desk(isLater, 3);
    const step = await door(`${prelude} ${last}`, { tools: desk.tools, lastValue: { count: 4 } });
    expect(step.ok ? undefined : step.fail.message).toContain(message);
    expect(desk.calls).toBe(calls);
    const printing = await door(`${prelude} (println (do ${last}))`, { tools: desk.tools });
    expect(printing.ok ? undefined : printing.fail).toMatchObject({
      reason: step.ok ? undefined : step.fail.reason,
      message: step.ok ? undefined : step.fail.message,
    });
  });

  test("is computed completely with `isWhole`, unless it has no end", async () => {
    const desk = new Desk(isLater);
    const lastValue = { count: 4, isWhole: true };
    const taken = await door(`${prelude} [(take 9 (pages 1))]`, { tools: desk.tools, lastValue });
    expect(taken).toMatchObject({ ok: true, return: [[1, 2, 3, 4, 5, 6, 7, 8, 9]] });
    const endless = await door("(iterate inc 1)", { tools: desk.tools, lastValue });
    expect(endless).toMatchObject({ ok: true, return: "(1 2 3 4 ...)" });
  });
});

test("a shown value costs the same in all tiers", async () => {
  for (const [last] of [...cut, ...whole])
    for (const isLater of [false, true]) {
      const used: (readonly [steps: number, bytes: number])[] = [];
      for (const generate of ["never", { calls: 0, turns: 0 }] as const) {
        const { tools } = new Desk(isLater);
        const { usage } = await run(`${prelude} ${last}`, {
          tools,
          lastValue: { count: 4 },
          generate,
          // A tool that waits for a turn counts as one that answers later, which takes a step.
          yieldMs: Infinity,
        });
        used.push([usage.steps, usage.memoryBytes]);
      }
      expect([last, used[0]]).toEqual([last, used[1]]);
    }
});

test("a session shows 20 elements, and the next program reads more of them as *1", async () => {
  const desk = new Desk(true);
  const session = createSession({ tools: desk.tools });
  const step = await session.run(`${prelude} (def ps (pages 1)) ps`);
  expect(step).toMatchObject({ ok: true, endedBy: "value" });
  expect(desk.calls).toBe(20);
  const next = await session.run("(return [(nth *1 20) (nth ps 20)])");
  expect(next).toMatchObject({ ok: true, return: [21, 21] });
  expect(desk.calls).toBe(21);
});

test("a run without the option, and a `return`, compute the whole value", async () => {
  for (const [source, lastValue] of [
    ["(take 30 (pages 1))", "return"],
    ["(return (take 30 (pages 1)))", "show"],
  ] as const) {
    const desk = new Desk(true);
    const step = await run(`${prelude} ${source}`, { tools: desk.tools, lastValue });
    expect(step.ok && step.return).toHaveLength(30);
    expect(desk.calls).toBe(30);
  }
});

test("rejects a number of elements that isn't positive", async () => {
  await expect(run("1", { lastValue: { count: 0 } })).rejects.toThrow(
    'option `lastValue`: expected "return", "show" or { count: 20 }',
  );
});
