import { expect, test } from "vitest";
import { createSession, decodeMemory, run } from "../src/index.ts";
import { expectFailures } from "./expect-failures.ts";
import { expectPrinted, failOf, printed } from "./evaluate.ts";

test("an atom changes inside one program", async () => {
  await expectPrinted([
    ["(let [a (atom 0)] (doseq [x [1 2 3]] (swap! a + x)) @a)", "6"],
    ["(let [a (atom {})] (swap! a assoc :k 1) (swap! a update :k inc) (:k (deref a)))", "2"],
    [
      "(let [a (atom 1)] [(reset! a 2) (swap-vals! a inc) (reset-vals! a 9) @a])",
      "[2 [2 3] [3 9] 9]",
    ],
    [
      "(let [a (atom [1])] [(compare-and-set! a [1] 2) (compare-and-set! a [1] 3) @a])",
      "[true false 2]",
    ],
    ["(let [v (volatile! 1)] (vswap! v inc) (vreset! v (* 10 @v)) @v)", "20"],
    [
      "(def seen (atom #{})) (filter (fn [x] (let [new (not (@seen x))] (swap! seen conj x) new)) [1 2 1])",
      "(1 2)",
    ],
    ["(= (atom 1) (atom 1))", "false"],
    ["(let [a (atom 1)] (= a a))", "true"],
  ]);
});

test("the function of swap! may wait for a tool", async () => {
  const tools = {
    add: async ({ a, b }: { readonly [name: string]: unknown }): Promise<unknown> => {
      await Promise.resolve();
      return Number(a) + Number(b);
    },
  };
  expect(
    await printed("(let [a (atom 1)] (swap! a (fn [x] (tool/add {:a x :b 10}))) @a)", { tools }),
  ).toBe("11");
});

test("an atom belongs to the branch that made it", async () => {
  expect(await printed("(pmap (fn [x] (let [a (atom x)] (swap! a inc) @a)) [1 2])")).toBe("(2 3)");
  expect(await printed("(let [a (atom 5)] (pmap (fn [x] (+ x @a)) [1 2]))")).toBe("(6 7)");
  expect(await failOf("(let [a (atom 0)] (pmap (fn [x] (swap! a inc)) [1 2]))")).toMatchObject({
    message: "swap!: an atom can only be changed by the branch that made it",
    details: {
      kind: "unsupported",
      hint: "end each branch with its value, and combine the values after pmap or pcalls",
    },
  });
});

test("an atom isn't data: results, tools and memory reject it", async () => {
  expect(await failOf("{:a (atom 1)}")).toMatchObject({
    reason: "validation_error",
    message: "a value of type atom cannot leave the program: take the data out of it first",
  });
  expect(
    await failOf("(tool/same {:a (atom 1)})", { tools: { same: (args: unknown) => args } }),
  ).toMatchObject({ reason: "validation_error" });
  const step = await run("(def state (atom 1)) (def kept @state) (swap! state inc)");
  expect(step).toMatchObject({ ok: true, return: 2 });
  expect([...step.memory.names()]).toEqual(["kept"]);
});

test("a stored function reports that its captured atom belongs to an earlier program", async () => {
  const session = createSession();
  await session.run("(let [a (atom 0)] (defn next-id [] (swap! a inc))) (next-id)");
  expect(await session.run("(next-id)")).toMatchObject({
    ok: false,
    fail: {
      message: "swap!: the atom belongs to an earlier program",
      details: { hint: "keep its value instead: (def name @the-atom)" },
    },
  });
  const json = session.memory.toJSON();
  expect(json).toEqual({ "next-id": { $unkept: expect.stringContaining("atom") as string } });
  // Reading the name reports that it has no value, instead of returning another one.
  expect(await run("(next-id)", { memory: await decodeMemory(json) })).toMatchObject({
    ok: false,
    fail: { reason: "analysis_error", message: expect.stringContaining("next-id") as string },
  });
});

test("a program that defines an atom gets a warning, and a later one gets the reason", async () => {
  const session = createSession();
  const defining = await session.run(`
    (def seen (atom #{})) (def count-of (volatile! 0)) (def slow (delay 1)) (def xs (transient []))
    (def state {:n (atom 0)}) (def later [(delay 2)]) (defn see [x] (swap! seen conj x)) 1`);
  expect(defining.warnings).toEqual([
    "seen was not saved, because an atom ends with its program; save its value instead, as in (def seen @seen)",
    "count-of was not saved, because an atom ends with its program; save its value instead, as in (def count-of @count-of)",
    "slow was not saved, because a delay ends with its program; save its value instead, as in (def slow @slow)",
    "xs was not saved, because a transient ends with its program; save its value instead, as in (def xs (persistent! xs))",
    "state contains an atom, which later programs can't change; save the value of the atom instead",
  ]);
  // A program that doesn't use the names doesn't repeat the warnings, and keeps the reasons.
  expect((await session.run("(def other 1)")).warnings).toBeUndefined();
  const message = (name: string, reason: string): string =>
    `unknown symbol ${name}: an earlier program defined it, but it was not kept: ${reason}`;
  const seen = message(
    "seen",
    "an atom ends with its program; save its value instead, as in (def seen @seen)",
  );
  for (const memory of [session.memory, await decodeMemory(session.memory.toJSON())]) {
    const failOfNext = async (source: string): Promise<unknown> => {
      const step = await run(source, { memory });
      return step.ok ? step : step.fail;
    };
    expect(await failOfNext("@seen")).toMatchObject({
      message: seen,
      details: { hint: "define seen again in this program" },
    });
    expect(await failOfNext("(see 1)")).toMatchObject({ message: seen });
    expect(await failOfNext("(conj! xs 1)")).toMatchObject({
      message: message(
        "xs",
        "a transient ends with its program; save its value instead, as in (def xs (persistent! xs))",
      ),
    });
  }
  expect(await session.run("(def seen #{}) (def xs 2) (+ xs (count seen))")).toMatchObject({
    return: 2,
  });
  expect(session.memory.toJSON()).toMatchObject({ seen: { $set: [] }, xs: 2 });
});

test("names the value that isn't an atom", async () => {
  await expectFailures([
    [
      "(swap! 1 inc)",
      "type_error",
      "swap!: expected an atom, got number",
      "make one with (atom value); to change a def, def it again",
    ],
    [
      "(def x 1) @x",
      "type_error",
      "deref: expected an atom or a delay, got number",
      "use a value by its name, without @",
    ],
  ]);
});
