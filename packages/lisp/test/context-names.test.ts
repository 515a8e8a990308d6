// Reading `data/…` that the context lacks is a mistake, and the error points out a forgotten
// prefix.

import { describe, expect, test } from "vitest";
import { check, prepare, run, type LispStep } from "../src/index.ts";
import { createPool } from "../src/node/index.ts";
import { keepsCompiled } from "./node/pools.ts";

const context = {
  orders: [1],
  customers: [2],
  due_date: "2026-01-05",
  _secret: 3,
  none: undefined,
};
const fields = "data/orders, data/customers, data/due_date, data/none";

function report(step: LispStep): unknown {
  return step.ok ? step.return : [step.fail.reason, step.fail.message, step.fail.details?.["hint"]];
}

describe("names in programs that run with a context", () => {
  test.each([
    ["data/ordres", `there is no data/ordres; available: ${fields}`, "did you mean `data/orders`?"],
    ["(defn f [] data/xyz) 1", `there is no data/xyz; available: ${fields}`, undefined],
    ["data/_other", `there is no data/_other; available: ${fields}`, undefined],
    ["(first data/secret)", `there is no data/secret; available: ${fields}`, undefined],
    [
      "(map inc orders)",
      "unknown symbol orders",
      "context fields have a prefix: write data/orders",
    ],
    ["due-date", "unknown symbol due-date", "context fields have a prefix: write data/due-date"],
    ["(orders 1)", "unknown symbol orders", "context fields have a prefix: write data/orders"],
    ["(:orders data)", "unknown symbol data", "write data/orders"],
    ["(get data :orders)", "unknown symbol data", "write data/orders"],
    ['(get data "customers" [])', "unknown symbol data", "write data/customers"],
    ["(get-in data [:orders 0 :id])", "unknown symbol data", "write (get-in data/orders [0 :id])"],
    ["(keys data)", "unknown symbol data", `read the context field by field: ${fields}`],
    ["(:nope data)", "unknown symbol data", `read the context field by field: ${fields}`],
    ["(:_secret data)", "unknown symbol data", `read the context field by field: ${fields}`],
    ["data", "unknown symbol data", `read the context field by field: ${fields}`],
  ])("reports an unknown field with the existing ones: %s", async (source, message, hint) => {
    expect(report(await run(source, { context }))).toEqual(["analysis_error", message, hint]);
  });

  test("suggestions never reveal names of firewalled fields", async () => {
    expect(JSON.stringify(report(await run("[_secret data/_secrt]", { context })))).not.toContain(
      "data/_secret",
    );
  });

  test.each([
    ["[data/due-date data/due_date data/_secret data/none]", ["2026-01-05", "2026-01-05", 3, null]],
    ["(let [data {:orders 7}] (:orders data))", 7],
    ["(let [orders 8] orders)", 8],
    ["(do (def data {:a 9}) (get-in data [:a]))", 9],
  ])("accepts %s", async (source, expected) => {
    expect(report(await run(source, { context }))).toEqual(expected);
  });

  test("lists at most twenty names, and says if the context has no fields", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`f${String(index)}`, 1]),
    );
    const step = await run("data/other", { context: many });
    expect(step.ok ? "" : step.fail.message).toMatch(/data\/f18, data\/f19, …$/);
    expect(report(await run("data/x"))).toEqual([
      "analysis_error",
      "there is no data/x; no data was given",
      undefined,
    ]);
  });

  test("a pool reports unknown fields too", async () => {
    const pool = createPool({ size: 1, execArgv: keepsCompiled });
    try {
      expect(report(await pool.run("data/ordres", { context }))).toEqual([
        "analysis_error",
        expect.stringContaining("there is no data/ordres"),
        "did you mean `data/orders`?",
      ]);
      expect(report(await pool.run("data/none", { context: { none: null } }))).toBe(null);
    } finally {
      await pool.close();
    }
  });
});

describe("names in programs whose context comes later", () => {
  test("a stored function fails when it reads a missing field", async () => {
    const { memory } = await run("(defn total [] (count data/orders))", { context });
    const step = await run("(total)", { context: { ordres: [] }, memory });
    expect(report(step)).toEqual([
      "eval_error",
      "there is no data/orders; available: data/ordres",
      "did you mean `data/ordres`?",
    ]);
    const caught = await run("(try (total) (catch Exception e 0))", { context: {}, memory });
    expect(report(caught)).toBe(0);
  });

  test("a prepared program fails when it runs, or at once if its context is known", async () => {
    const prepared = await prepare("data/x");
    const step = prepared.ok ? await prepared.program.run({ context: { y: 1 } }) : undefined;
    expect(step && report(step)).toEqual([
      "eval_error",
      "there is no data/x; available: data/y",
      undefined,
    ]);
    const wrong = await check("data/x", { context: { y: 1 } });
    expect(wrong.map(({ message }) => message)).toEqual(["there is no data/x; available: data/y"]);
  });

  test("counts repeated reads of missing fields", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`f${String(index)}`, 1]),
    );
    const { memory } = await run("(defn f [] data/f1)", { context: many });
    const others = Object.fromEntries(Object.entries(many).slice(2));
    const step = await run("(dotimes [_ 1000] (try (f) (catch Exception e nil)))", {
      context: others,
      memory,
      limits: { steps: 1_000_000 },
    });
    expect(step.ok ? "" : step.fail.reason).toBe("step_limit_exceeded");
  });
});
