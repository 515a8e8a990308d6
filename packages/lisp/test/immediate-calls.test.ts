import { describe, expect, test } from "vitest";
import { createSession, run, type LispRunOptions } from "../src/index.ts";

const slow = ({ n }: Readonly<Record<string, unknown>>): Promise<number> =>
  Promise.resolve(100 * Number(n));
const tiers: readonly NonNullable<LispRunOptions["generate"]>[] = ["never", { calls: 0, turns: 0 }];

async function answer(source: string, options: LispRunOptions = {}): Promise<unknown> {
  const step = await run(source, { tools: { slow }, ...options });
  return step.ok ? step.return : step.fail;
}

describe.each(tiers)("functions that return at once next to a tool, generated: %j", (generate) => {
  test.each<[string, unknown]>([
    [
      `(defn net [row] (* (:price row) (:count row)))
       (defn gross ([row] (gross row 2)) ([row factor] (* factor (net row))))
       [(gross {:price 3 :count 2}) (+ (net {:price 1 :count (tool/slow {:n 1})}) (gross {:price 1 :count 1}))
        (reduce (fn [sum row] (+ sum (net row) (tool/slow {:n (net row)}))) 0 [{:price 1 :count 2} {:price 3 :count 4}])]`,
      [12, 102, 1414],
    ],
    // Redefined after its use, before it, and by a function: each time the call has to wait.
    [
      "(defn g [n] n) (defn f [n] (+ 1 (g n))) (defn g [n] (tool/slow {:n n})) [(f 3) (* 2 (g 1))]",
      [301, 200],
    ],
    [
      "(defn g [n] n) (defn f [n] (+ 1 (g n))) (defn change [] (def g #(tool/slow {:n %}))) (change) (f 3)",
      301,
    ],
    ["(defn change [] (def g #(tool/slow {:n %}))) (defn g [n] n) (change) (+ 1 (g 3))", 301],
    ["(defonce g #(tool/slow {:n %})) (defonce g (fn [n] n)) (+ 1 (g 3))", 301],
    ["(when true (defn g [n] (tool/slow {:n n}))) (+ 1 (g 3))", 301],
    ["(declare g) (defn f [n] (+ 1 (g n))) (defn g [n] (tool/slow {:n n})) (f 3)", 301],
    // Functions passed as values are called like any other.
    ["(defn g [n] n) (defn f [h n] (+ 1 (h n))) [(f g 1) (f #(tool/slow {:n %}) 2)]", [2, 201]],
    ["(defn g [n] n) (let [g #(tool/slow {:n %})] (+ 1 (g 3)))", 301],
  ])("returns the same next to a tool: %s", async (source, expected) => {
    expect(await answer(source, { generate })).toEqual(expected);
  });

  test("functions wait in a later program if what they call was redefined to wait", async () => {
    const session = createSession({ tools: { slow }, generate });
    await session.run("(defn g [n] n) (defn f [n] (+ 1 (g n))) (defn twice [n] (+ (f n) (f n)))");
    expect(await session.run("(twice 3)")).toMatchObject({ return: 8 });
    const changed = await session.run("(defn g [n] (tool/slow {:n n})) [(f 3) (twice 3)]");
    expect(changed).toMatchObject({ return: [301, 602] });
    const again = await session.run("(defn change [] (def h #(tool/slow {:n %})))");
    expect(again.ok).toBe(true);
    expect(await session.run("(defn h [n] n) (change) (+ 1 (h 3))")).toMatchObject({ return: 301 });
  });

  test("notices an earlier result that is a function and redefines another", async () => {
    const session = createSession({ tools: { slow }, generate });
    const change = "(fn [] (def g #(tool/slow {:n %})))";
    await session.run(change);
    expect(await session.run("(defn h [n] n) (*1) (+ 1 (h 3))")).toMatchObject({ return: 4 });
    const other = createSession({ tools: { slow }, generate });
    await other.run(change);
    expect(await other.run("(defn g [n] n) (*1) (+ 1 (g 3))")).toMatchObject({
      fail: {
        reason: "eval_error",
        message: expect.stringContaining(
          "g is defined again elsewhere: choose another name",
        ) as string,
      },
    });
  });

  test("handles long chains of functions that call each other", async () => {
    const chain = Array.from(
      { length: 300 },
      (_, index) => `(defn f${String(index + 1)} [n] (+ 1 (f${String(index)} n)))`,
    );
    const source = `(defn f0 [n] n) ${chain.join(" ")} [(f300 (tool/slow {:n 1})) (f60 1)]`;
    expect(await answer(source, { generate })).toEqual([400, 61]);
  });

  test("reports a failure at the same position next to a tool", async () => {
    const source = "(defn g [n] (+ n 1))\n(defn f [n] (* 2 (g n)))\n(f :a)";
    const alone = await answer(source, { tools: {}, generate });
    expect(await answer(`${source} (tool/slow {:n 1})`, { generate })).toEqual(alone);
    expect(alone).toMatchObject({ details: { position: { line: 1 } } });
  });
});

test("calls that double at each level yield to the host", async () => {
  const levels = Array.from(
    { length: 24 },
    (_, index) =>
      `(defn f${String(index + 1)} [n] (+ (f${String(index)} n) (f${String(index)} n)))`,
  );
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const step = await run(`(defn f0 [n] n) ${levels.join(" ")} (tool/slow {:n 1}) (f24 1)`, {
    tools: { slow },
    limits: { steps: 3_000_000 },
  });
  clearInterval(timer);
  expect(step.ok).toBe(false);
  expect(turns).toBeGreaterThan(2);
});
