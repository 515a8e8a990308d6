// Programs that use libraries of their host, in both tiers of evaluation.

import {
  check,
  createLibraries,
  createSession,
  decodeMemory,
  prepare,
  renderFail,
  run,
  type LispStep,
  type TraceEvent,
} from "@ptc/lisp";
import { TraceScope, systemClock } from "@ptc/core/contracts";
import { expect, test } from "vitest";

const sources = {
  money: `(ns money "Money.")
    (def rate 0.2)
    (defn net "Returns the amount without tax." [gross] (/ gross (+ 1 rate)))`,
  orders: `(ns orders (:require [money :as m :refer [net]]))
    (declare odd-count?)
    (defn even-count? [n] (if (zero? n) true (odd-count? (dec n))))
    (defn odd-count? [n] (if (zero? n) false (even-count? (dec n))))
    (def limits {:days 3})
    (defn- over [order] (- (:days order) (:days limits)))
    (defn late "Returns the late orders." [orders] (filterv (fn [o] (pos? (over o))) orders))
    (defn total ([orders] (total orders 0)) ([orders fee] (+ fee (reduce + (map #(net (:amount %)) orders)))))
    (defn adder [n] (fn [x] (+ x n m/rate (:days limits))))
    (defn fetch-all [ids] (mapv #(tool/get-order {:id %}) ids))
    (defn count [orders] (clojure.core/count orders))
    (defn fails [x]
      (+ x "a"))`,
};

function shown(step: LispStep): unknown {
  return step.ok ? step.return : renderFail(step.fail);
}

const tiers = [
  ["as closures", "never"],
  ["as generated code", { calls: 0, turns: 0 }],
] as const;

test.each(tiers)("programs require, refer and call libraries %s", async (_, generate) => {
  const libraries = await createLibraries(sources);
  const results = async (program: string): Promise<unknown> =>
    shown(await run(program, { libraries, generate }));
  const data = "[{:days 5 :amount 12} {:days 1 :amount 24}]";
  expect(await results(`(ns app (:require [orders :as o])) (o/late ${data})`)).toEqual([
    { days: 5, amount: 12 },
  ]);
  expect(
    await results(`(require '[orders :as o :refer [total]] 'money)
      [(total ${data}) (o/total ${data} 1) (orders/count [1 2]) (count [1]) (money/net 12) money/rate]`),
  ).toEqual([30, 31, 2, 1, 10, 0.2]);
  expect(await results("(use '[money :only [net]]) (map net [12 24])")).toEqual([10, 20]);
  expect(await results("[(orders/even-count? 100) ((orders/adder 1) 1)]")).toEqual([true, 5.2]);
  expect(
    await results("(loop [i 0 sum 0] (if (= i 100) sum (recur (inc i) (+ sum (money/net 12)))))"),
  ).toBe(1000);
});

test.each(tiers)("errors in a library name its file and line %s", async (_, generate) => {
  const step = await run("(+ 1 (orders/fails 1))", { libraries: sources, generate });
  expect(step.ok ? "" : step.fail.details?.position).toMatchObject({
    file: "orders.clj",
    line: 13,
    column: 7,
  });
  expect(shown(step)).toContain(
    '+: expected a number, got string "a" (orders.clj, line 13, column 7)',
  );
});

test("mistakes with names and arguments of libraries are found before the run", async () => {
  const message = async (program: string): Promise<string> =>
    (await check(program, { libraries: sources })).map(renderFail).join("\n");
  expect(await message("(orders/late 1 2)")).toContain("orders/late takes 1 argument, got 2");
  expect(await message("(orders/late 1 2)")).toContain("hint: write (orders/late orders)");
  expect(await message("(orders/lat [])")).toContain("orders has no lat; it has: ");
  expect(await message("(orders/lat [])")).toContain("did you mean `late`?");
  expect(await message("(orders/over {})")).toContain(
    "orders/over is private to the library orders",
  );
  expect(await message("(require '[order :as o])")).toContain(
    "there is no library order; available: money, orders, clojure.core",
  );
  expect(await message("(require '[order :as o])")).toContain("did you mean `orders`?");
  expect(await message("(require '[orders :refer [lat]])")).toContain("orders has no lat");
});

test("a tool that a used function needs must be given", async () => {
  const lacking = await run("(orders/fetch-all [1])", { libraries: sources });
  expect(shown(lacking)).toContain(
    "orders/fetch-all calls tool/get-order, but there is no tool get-order; no tools were given",
  );
  expect(lacking.ok ? "" : lacking.fail.reason).toBe("tool_not_found");
  expect(shown(await run("(orders/late [])", { libraries: sources }))).toEqual([]);
  // A host may spell the name with an underscore.
  const tools = { get_order: ({ id }: { readonly id: number }) => Promise.resolve({ id }) };
  const step = await run("(orders/fetch-all [1 2])", { libraries: sources, tools });
  expect(shown(step)).toEqual([{ id: 1 }, { id: 2 }]);
  expect(step.toolCalls.map(({ name }) => name)).toEqual(["get_order", "get_order"]);
});

test("work in a library counts toward the budget of its program", async () => {
  const libraries = await createLibraries(sources);
  const own = `(defn f [n] (if (zero? n) true (f (dec n)))) (f 500)`;
  const direct = await run(own, { libraries });
  const library = await run("(orders/even-count? 500)", { libraries });
  expect(library.usage.steps).toBeGreaterThan(500);
  expect(library.usage.steps).toBe(direct.usage.steps);
  const limited = await run("(orders/even-count? 500)", { libraries, limits: { steps: 100 } });
  expect(shown(limited)).toContain("limit of 100 steps");
  const deep = await run("(orders/even-count? 1000000)", { libraries });
  expect(shown(deep)).toContain("(orders.clj, line");
});

test("steps and traces name the versions of the used libraries", async () => {
  const libraries = await createLibraries(sources);
  const versions = { orders: libraries.get("orders")?.hash };
  const events: TraceEvent[] = [];
  const trace = new TraceScope({
    sink: { emit: (event) => events.push(event) },
    clock: systemClock,
    random: Math.random,
    traceId: "t",
  });
  const step = await run("(orders/count [])", { libraries, trace });
  expect(step.libraries).toEqual(versions);
  expect(events.find(({ type }) => type === "program-end")).toMatchObject({
    data: { libraries: versions },
  });
  expect((await run("(fail 1)", { libraries })).libraries).toBeUndefined();
  const failed = await run("(require 'orders) (fail 1)", { libraries });
  expect(failed.libraries).toEqual(versions);
});

test("an object of sources is checked once as long as it doesn't change", async () => {
  const own: Record<string, string> = { a: "(def x 1)" };
  const first = await createLibraries(own);
  expect(await createLibraries(own)).toBe(first);
  own["a"] = "(def x 2)";
  expect(shown(await run("a/x", { libraries: own }))).toBe(2);
  expect(await createLibraries(first)).toBe(first);
});

test("dir, doc, meta, apropos and tool/search describe libraries", async () => {
  const ask = async (program: string): Promise<unknown> =>
    shown(await run(program, { libraries: sources }));
  expect(await ask("(dir money)")).toEqual(["(net gross)", "rate"]);
  expect(await ask("(require '[money :as m]) [(dir m) (doc m/net)]")).toEqual([
    ["(net gross)", "rate"],
    "money/net\nfunction\n(money/net gross)\nReturns the amount without tax.",
  ]);
  expect(await ask("(dir orders)")).toContain("(total orders fee)");
  expect(await ask("(:forms (meta orders/total))")).toEqual([
    "(orders/total orders)",
    "(orders/total orders fee)",
  ]);
  expect(await ask('(tool/search "amount without tax")')).toEqual([
    {
      name: "money/net",
      call: "(money/net gross)",
      description: "Returns the amount without tax.",
    },
  ]);
  expect(await ask('(apropos "late orders")')).toEqual(["orders/late: Returns the late orders."]);
  expect(await ask("(doc orders/over)")).not.toContain("(orders/over order)");
  expect(await ask("(dir order)")).toContain("money orders");
});

test("functions in memory refer to library functions by name and hash", async () => {
  const libraries = await createLibraries(sources);
  const defined = await run(
    `(ns app (:require [orders :as o] [money :refer [net]]))
     (def add (o/adder 5)) (def sum o/total) (def nets (partial mapv net))
     (def both (fn [x] [(o/total x) (map net [12]) o/limits]))
     (def endless (map net (iterate inc 12)))`,
    { libraries },
  );
  const json: unknown = JSON.parse(JSON.stringify(defined.memory));
  expect(JSON.stringify(json)).toContain(
    `{"library":"orders","function":"total","hash":"${libraries.get("orders")?.hash ?? ""}"}`,
  );
  expect(JSON.stringify(json)).not.toContain("reduce");
  const memory = await decodeMemory(json);
  expect(JSON.parse(JSON.stringify(memory))).toEqual(json);
  const program =
    "[(add 1) (sum [{:amount 12}]) (nets [12]) (both [{:amount 12}]) (first endless)]";
  const expected = [9.2, 10, [10], [10, [10], { days: 3 }], 10];
  for (const each of [defined.memory, memory])
    expect(shown(await run(program, { libraries, memory: each }))).toEqual(expected);
});

test("a stored function fails by name if its library has changed or is missing", async () => {
  const defined = await run("(def sum orders/total) (def f (fn [] (inc money/rate)))", {
    libraries: sources,
  });
  const memory = await decodeMemory(JSON.parse(JSON.stringify(defined.memory)));
  const changed = { ...sources, money: sources.money.replace("0.2", "0.5") };
  const say = async (program: string, libraries?: typeof sources): Promise<unknown> =>
    shown(await run(program, { memory, ...(libraries === undefined ? {} : { libraries }) }));
  expect(await say("(f)", sources)).toBe(1.2);
  // The library orders is the same text, but it requires money.
  expect(await say("(sum [])", changed)).toMatch(
    /a stored function uses orders\/total of another version of the library orders: [0-9a-f]{12}, now [0-9a-f]{12}/,
  );
  expect(await say("(f)", changed)).toContain("hint: define the function again");
  expect(await say("(f)")).toContain("uses money/rate, which the libraries of this run lack");
  expect(await say("(def f money/rate) f", changed)).toBe(0.5);
  // In the same process, a function keeps the version with which it was defined.
  const kept = await run("(f)", { memory: defined.memory, libraries: changed });
  expect(shown(kept)).toBe(1.2);
});

test("sessions and prepared programs share libraries", async () => {
  const session = createSession({ libraries: sources });
  await session.run("(def z orders/total)");
  expect(shown(await session.run("(z [{:amount 12}])"))).toBe(10);
  const prepared = await prepare("(orders/count data/orders)", { libraries: sources });
  if (!prepared.ok) throw new Error("unreachable");
  for (const orders of [[1], [1, 2]])
    expect(shown(await prepared.program.run({ context: { orders } }))).toBe(orders.length);
});

test("a definition of the program hides no name of a library, and a library none of the program", async () => {
  const step = await run(
    `(defn late [x] :own) (def rate 7)
     [(late 1) (orders/late []) (money/net 12) (let [money 1] (money/net 12))]`,
    { libraries: sources },
  );
  expect(shown(step)).toEqual(
    [":own", [], 10, 10].map((value) => (value === ":own" ? "own" : value)),
  );
});

/**
 * Programs with their results in Clojure 1.11 (`clojure`), where the namespaces come first in the
 * file. Ratios are decimals here.
 */
const asInClojure: readonly (readonly [program: string, printed: unknown])[] = [
  ["(require '[orders :as o]) (o/total [{:amount 12}])", 10],
  [
    "(require '[orders :as o2 :refer [total adder]]) [(total [{:amount 12} {:amount 24}] 5) ((adder 1) 2) (o2/even-count? 10)]",
    [35, 6.2, true],
  ],
  ["(require '[orders :refer [total] :rename {total sum}]) (sum [] 3)", 3],
  ["(use '[money :only [net]]) (map net [12 24])", [10, 20]],
  ["(require 'money) (money/net 6)", 5],
  ["(let [money 1] (money/net 6))", 5],
  ["(apply orders/total [[{:amount 6}] 1])", 6],
];

test.each(asInClojure)("%s gives the same as in Clojure", async (program, expected) => {
  expect(shown(await run(program, { libraries: sources }))).toEqual(expected);
});
