// Memory of a successful program can be written as JSON and read back: `toJSON` never throws,
// whatever the names are bound to. Host data is stored without being traversed, so excessive
// nesting or size appears only then. The JSON shows the reason at that name, and all other names
// keep their values.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeMemory, run, type LispStep, type LispRunOptions } from "../../src/index.ts";
import { isFull } from "../sampled.ts";

function nested(levels: number, inside: unknown = 1): unknown {
  let value = inside;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const tooLarge = 1n << 600_000n;

const context = {
  edge: nested(200),
  large: tooLarge,
  holes: new Array(5),
  numbers: [NaN, Infinity, -0],
  text: "\ud800",
  functions: [() => 1],
  dates: [new Date(0), new Date(NaN)],
  map: new Map<unknown, unknown>([[{ a: 1 }, [1]]]),
  set: new Set([[1], "a"]),
};
const options: LispRunOptions = {
  context,
  tools: { give: () => nested(100), large: () => tooLarge },
  limits: { timeoutMs: 60_000 },
};

/**
 * Asserts that the memory of a successful step can be written and read, and stays the same after
 * that. Values that aren't data, such as `(reduced 1)`, become their data when written.
 */
async function expectWritten(source: string, step: LispStep): Promise<void> {
  if (!step.ok) return;
  const read = await decodeMemory(JSON.parse(JSON.stringify(step.memory.toJSON())));
  const written = JSON.stringify(read.toJSON());
  expect([...read.names()], source).toEqual([...step.memory.names()]);
  const again = await decodeMemory(JSON.parse(written));
  expect(JSON.stringify(again.toJSON()), source).toBe(written);
}

const leaves = [
  ...["nil", "1", "1.5", "-0.0", "##NaN", "##Inf", '"a"', ":a", ":a/b", "'b", "true", '#"a+"'],
  ...['"\\u0000"', '"\\ud800"', '(keyword "$a")', '"$map"', "(bigint 1e300)"],
  ...["inc", "(fn [x] (+ x 1))", "(partial + 1)", "(map inc)", "(range 3)", "(map inc [1 2])"],
  ...[
    "(java.util.Date. 0)",
    '(LocalDate/parse "2024-01-01")',
    "(try (inc nil) (catch Exception e e))",
  ],
  ...Object.keys(context).map((name) => `data/${name}`),
  ...["(tool/give {})", "(tool/large {})", "(fn [] (tool/give {}))"],
];

/** Shapes to wrap around a value. */
const shapes = [
  "[X]",
  "{:a X}",
  '{"a" X}',
  "{X X}",
  "#{X 7}",
  "(let [y X] (fn [] y))",
  "(partial X X)",
  "(comp X)",
  "(constantly X)",
  "(sorted-map 1 X)",
  "(sorted-map-by (let [y X] (fn [a b] (compare a b))) 1 2)",
  "(sorted-set-by (let [y X] (fn [a b] (if y 0 1))) 1)",
  '(ex-info "no" {:a X})',
  '(ex-info "no" {} (ex-info "cause" {:a X}))',
  "(reduced X)",
  "(with-meta [X] {:a 1})",
  "(doall (lazy-seq [X]))",
  "(map identity [X])",
  "(assoc {:b 1} X 2)",
  "(conj [1] X)",
];

const value = fc
  .tuple(fc.constantFrom(...leaves), fc.array(fc.constantFrom(...shapes), { maxLength: 4 }))
  .map(([leaf, around]) =>
    around.reduce((inner, shape) => shape.replaceAll("X", () => inner), leaf),
  );

test("any value bound to a name is written as JSON", async () => {
  await fc.assert(
    fc.asyncProperty(value, async (source) => {
      const program = `(def kept ${source}) nil`;
      await expectWritten(program, await run(program, options));
    }),
    { numRuns: isFull ? 5000 : 100 },
  );
});

test("writes sequences bound to names and captured by functions, and computes none", async () => {
  const step = await run(
    "(def few (lazy-seq [1 2])) (def deep {:a (lazy-seq [1])}) (def f (constantly (lazy-seq [1]))) nil",
  );
  const read = await decodeMemory(JSON.parse(JSON.stringify(step.memory.toJSON())));
  expect(read.toHost()).toMatchObject({ few: ["..."], deep: new Map([["a", ["..."]]]) });
  expect(await run("[few deep (f)]", { memory: read })).toMatchObject({
    ok: true,
    return: [[1, 2], { a: [1] }, [1]],
  });
});

describe("nesting at the maximum depth of memory", () => {
  test.each([
    ...["[x]", "{1 x}", "{x 1}", "{:a x}", "#{x}", "(fn [] x)", "(partial x)", "(reduced [x])"],
    ...['(ex-info "" {:a x})', "(sorted-map 1 x)", "(sorted-map-by (fn [a b] (if x 0 0)) 1 1)"],
  ])("writes memory nested to its maximum depth, and rejects one level more: %s", async (shape) => {
    let succeeded = 0;
    for (const innermost of ["1", "inc", "[]", "(fn [] 1)"])
      for (const levels of [100, 169, 170, 171, 172, 255, 256, 257, 258, 510, 511, 512, 513, 514]) {
        const program = `(def kept (nth (iterate (fn [x] ${shape}) ${innermost}) ${String(levels)})) nil`;
        const step = await run(program, options);
        if (step.ok) succeeded++;
        else expect(step.fail.reason, program).toBe("depth_exceeded");
        await expectWritten(program, step);
      }
    expect(succeeded).toBeGreaterThan(0);
  });
});

describe("unwritable host data doesn't cost other names their values:", () => {
  const deep = nested(2_000);
  const circular: unknown[] = [];
  circular.push(circular);
  const host = { deep, circular, row: { n: tooLarge }, rows: [[tooLarge]] };

  test.each<readonly [string, RegExp]>([
    ["data/deep", /nested/],
    ["(first data/deep)", /nested/],
    ["[1 {:a data/deep}]", /nested/],
    ["data/circular", /nested/],
    ["(let [deep data/deep] (fn [] deep))", /nested/],
    ["(tool/deep {})", /nested/],
  ])("other names stay in memory next to unwritable host data: %s", async (source, problem) => {
    const step = await run(`(def before 1) (def kept ${source}) (def behind [2]) nil`, {
      context: { ...host, deep: nested(2_001) },
      tools: { deep: () => deep },
    });
    expect(step.ok || step.fail).toBe(true);
    const json = step.memory.toJSON();
    expect(json).toMatchObject({ before: 1, behind: [2] });
    expect(json["kept"]).toEqual({ $unkept: expect.stringMatching(problem) as string });
    const memory = await decodeMemory(JSON.parse(JSON.stringify(json)));
    expect([...memory.names()]).toEqual(["before", "behind"]);
    expect(await run("kept", { memory })).toMatchObject({
      ok: false,
      fail: { message: expect.stringContaining("kept") as string },
    });
    expect(await run("[before behind]", { memory })).toMatchObject({ ok: true, return: [1, [2]] });
  });

  test("data that looks like an error mark stays data", async () => {
    const { memory } = await run('(def kept {"$unkept" "no"}) (def host data/x)', {
      context: { x: { $unkept: "no" } },
    });
    const read = await decodeMemory(JSON.parse(JSON.stringify(memory)));
    expect(await run("[kept host]", { memory: read })).toMatchObject({
      return: [{ $unkept: "no" }, { $unkept: "no" }],
    });
  });
});

describe("a host integer that is too large", () => {
  const context = { large: tooLarge, row: { n: -tooLarge }, rows: [[tooLarge + 1n]] };
  const tools = { large: () => tooLarge, rows: () => ({ rows: [{ id: -tooLarge }] }) };
  const text = "#<bigint>";
  const isTooLarge = "is an integer of more than 524288 bits: pass its text";

  test.each<readonly [string, unknown, string]>([
    ["data/large", text, "data/large"],
    ["(tool/large {})", text, "the result of tool/large"],
    ["[data/large]", [text], "data/large"],
    ["data/row", { n: text }, "data/row.n"],
    ["{:rows data/rows}", { rows: [[text]] }, "data/rows[0][0]"],
    ["(tool/rows {})", { rows: [{ id: text }] }, ".rows[0].id in the result of tool/rows"],
  ])("becomes a text with a warning, which memory stores: %s", async (source, stored, path) => {
    const step = await run(`(def kept ${source}) (str kept)`, { context, tools });
    expect([step.ok || step.fail, step.warnings]).toEqual([true, [`${path} ${isTooLarge}`]]);
    const memory = await decodeMemory(JSON.parse(JSON.stringify(step.memory)));
    for (const each of [memory, step.memory])
      expect(await run("kept", { memory: each })).toMatchObject({ return: stored });
    const strict = await run(`(str ${source})`, { context, tools, strictData: true });
    expect(!strict.ok && strict.fail.message).toContain(`${path} ${isTooLarge}`);
  });

  test("is stored without being read", async () => {
    const source = "(def rows data/rows) (def one (let [row data/row] (fn [] row))) nil";
    const step = await run(source, { context });
    expect(step.warnings ?? []).toEqual([]);
    const memory = await decodeMemory(JSON.parse(JSON.stringify(step.memory)));
    expect(await run("[rows (one)]", { memory })).toMatchObject({
      return: [[[text]], { n: text }],
    });
  });
});
