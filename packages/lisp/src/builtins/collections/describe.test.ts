import { describe, expect, test } from "vitest";
import { expectPrinted } from "../../../test/evaluate.ts";
import { run } from "../../index.ts";

/** Returns the description of `data` that the host receives. */
async function described(expression: string, context: Record<string, unknown> = {}) {
  const step = await run(expression, { context });
  if (!step.ok) throw new Error(step.fail.message);
  return step.return as Readonly<Record<string, unknown>>;
}

describe("describe", () => {
  test("counts rows, types and fields, and shows the first distinct examples", async () => {
    await expectPrinted([
      [
        '(describe [{"event" "turn"} {"event" "done" "ok" true}])',
        '{:type "vector", :count 2, :scanned 2, :item_types {"map" 2}, :keys {"event" {:present 2, :pct 100, :types {"string" 2}, :examples ["turn" "done"], :non_empty 2, :distinct_count 2}, "ok" {:present 1, :pct 50, :types {"boolean" 1}, :examples [true], :distinct_count 1}}, :key_types {"string" 3}}',
      ],
      [
        '(describe "42")',
        '{:type "string", :types {"string" 1}, :examples ["42"], :non_empty 1, :range {:min 42, :max 42}, :distinct_count 1, :sample "42"}',
      ],
      ['(:types (get (:keys (describe {:a 1})) ":a"))', '{"integer" 1}'],
      [
        "(:item_types (describe [##NaN ##-Inf 1.5 2 nil :a #{1} inc '(1)]))",
        '{"float" 1, "function" 1, "infinity" 1, "integer" 1, "keyword" 1, "nan" 1, "nil" 1, "set" 1, "vector" 1}',
      ],
      [
        '(:range (get (:keys (describe [{:n 3} {:n "10"} {:n ##NaN} {:n "x"}])) ":n"))',
        "{:min 3, :max 10}",
      ],
    ]);
  });

  test("describes nested fields by path, and counts rows instead of values", async () => {
    const { paths } = await described("(describe data/rows {:paths true :depth 2})", {
      rows: [{ a: [{ b: 1 }, { b: 2 }] }, { a: [], "c.d": { e: { f: 1 } } }],
    });
    expect(paths).toMatchObject({
      a: { present: 2, pct: 100, non_empty: 1 },
      "a.b": { present: 1, pct: 50, value_count: 2, range: { min: 1, max: 2 } },
      "c\\.d": { present: 1 },
      "c\\.d.e": { types: { map: 1 } },
    });
    expect(Object.keys(paths as object)).not.toContain("c\\.d.e.f");
  });

  test("keeps keys apart that print alike", async () => {
    const long = "k".repeat(130);
    const { keys } = await described('(describe {":a" 1 :a 2 "1" 3 1 4})');
    expect(Object.keys(keys as object)).toEqual([
      "string::a",
      "keyword::a",
      "string:1",
      "integer:1",
    ]);
    const { keys: cut } = await described("(describe data/row)", {
      row: { [`${long}x`]: 1, [`${long}y`]: 2 },
    });
    expect(Object.keys(cut as object)).toHaveLength(2);
  });

  test("bounds its work and its output, and says which bounds it reached", async () => {
    const many = (count: number, field: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => ({ [field(index)]: index }));
    expect(
      await described("(describe data/rows)", { rows: many(2_000, () => "id") }),
    ).toMatchObject({
      count: 2_000,
      scanned: 1_000,
      truncated: true,
      caps_hit: ["max_items"],
      keys: {
        id: { present: 1_000, distinct_count: 50, distinct_capped: true, examples: [0, 1, 2] },
      },
    });
    const wide = await described("(describe data/rows {:paths true})", {
      rows: many(400, (index) => `k${String(index)}`),
    });
    expect(wide["caps_hit"]).toEqual(["max_keys", "max_paths"]);
    expect(Object.keys(wide["keys"] as object)).toHaveLength(100);
    expect(Object.keys(wide["paths"] as object)).toHaveLength(300);
    expect(await described("(describe (iterate inc 0))")).toMatchObject({
      count: 1_000,
      count_capped: true,
    });
    const text = await described("(describe data/text)", { text: "x".repeat(10_000) });
    expect(text["sample"]).toBe(`${"x".repeat(120)}...(10000 chars)`);
  });

  test("shows no value of a firewalled field, at any depth", async () => {
    const { keys, paths } = await described("(describe data/rows {:paths true :depth 3})", {
      rows: [{ _key: "secret", a: { _in: { b: "secret" } } }],
    });
    expect(JSON.stringify([keys, paths])).not.toContain("secret");
    expect(paths).toMatchObject({ _key: { present: 1 }, "a._in.b": { types: { string: 1 } } });
  });

  test("a tower of lists and a wide tree end within the budget", async () => {
    const nested = await run(
      "(describe {:a (reduce (fn [x _] [x x]) 1 (range 60))} {:paths true :depth 5})",
    );
    expect(nested.ok).toBe(true);
    const tree = await run(
      "(let [w (fn w [n] (if (zero? n) 1 (zipmap (range 90) (repeat 90 (w (dec n))))))] (describe (w 5) {:paths true :depth 5}))",
    );
    expect(tree.ok && (tree.return as Record<string, unknown>)["caps_hit"]).toContain("max_paths");
  });
});
