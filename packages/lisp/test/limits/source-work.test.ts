// Reading and analyzing a source counts against the limits of its program, wherever it is read.
// Includes each way in which short sources used to take very long.

import { beforeAll, describe, expect, test } from "vitest";
import {
  check,
  createSession,
  decodeMemory,
  prepare,
  run,
  type LispRunOptions,
} from "../../src/index.ts";
import { lazyCode } from "../../src/loading/lazy-code.ts";
import { isFull, sampled } from "../sampled.ts";
import { collidingKeys } from "./colliding-keys.ts";
import { expectLimit } from "./expect-limit.ts";

/** Nests `form` the given number of times. */
function nested(levels: number, form: (inner: string) => string): string {
  let source = "1";
  for (let level = 0; level < levels; level++) source = form(source);
  return source;
}

/** Each default is analyzed for each of the two names, so this doubles with each level. */
const doubling = nested(60, (inner) => `(let [{:keys [a a] :or {a ${inner}}} {}] a)`);

const names = Array.from({ length: 450 }, (_, index) => `n${String(index)}`);
const bindings = names.map((name) => `${name} 1`).join(" ");

beforeAll(async () => {
  await lazyCode.loadLanguage();
});

describe("sources that multiply during analysis", () => {
  const limits = { steps: isFull ? 100_000 : 20_000, memoryBytes: 1e9 };

  test(
    "the source ends at the limits of its program, wherever it is read",
    { tags: "full" },
    async () => {
      await expectLimit("steps", doubling, { limits });
      await expectLimit("memoryBytes", doubling, { limits: { memoryBytes: 4_000_000 } });
      expect(await check(doubling, { limits })).toMatchObject([{ reason: "step_limit_exceeded" }]);
      expect(await prepare(doubling, { limits })).toMatchObject({
        ok: false,
        errors: [{ reason: "step_limit_exceeded" }],
      });
      const session = createSession({ limits });
      expect(await session.run(doubling)).toMatchObject({
        ok: false,
        fail: { reason: "step_limit_exceeded" },
      });
      // Explaining a mistake analyzes the source once more.
      await expectLimit("steps", `(unknown) ${doubling}`, { limits });
    },
  );

  test("a short source that multiplies ends at its time limit", async () => {
    let now = 0;
    const clock = { now: () => now, monotonic: () => (now += 10) };
    await expectLimit("timeoutMs", doubling, { clock, limits: { timeoutMs: 200 } });
  });

  test.each([
    [
      "functions that capture what is in sight",
      `(let [${bindings}] ${nested(400, (inner) => `(fn [] ${inner})`).replace("1", `[${names.join(" ")}]`)})`.repeat(
        40,
      ),
    ],
    [
      "functions of one letfn, which capture together",
      `(let [${bindings}] (letfn [${names.map((name) => `(f${name} [] ${name})`).join(" ")}] 1))`.repeat(
        40,
      ),
    ],
  ])("a source that multiplies ends before it fills the memory: %s", async (_, source) => {
    await expectLimit("memoryBytes", source, { limits: { steps: 1e9, memoryBytes: 200_000_000 } });
  });
});

describe("analysis beyond the usual cost", () => {
  const long = `[${"(inc 1) ".repeat(100_000)}]`;

  test(
    "each run of a program pays for its analysis, prepared or not",
    { tags: "full" },
    async () => {
      const options: LispRunOptions = { limits: { timeoutMs: 60_000 } };
      const [first, again] = [await run(long, options), await run(long, options)];
      expect([first.ok, first.usage.steps]).toEqual([true, again.usage.steps]);
      expect(first.usage.steps).toBeGreaterThan(250_000);
      expect(first.usage.memoryBytes).toBeGreaterThan(50_000_000);
      const prepared = await prepare(long, options);
      if (!prepared.ok) throw new Error("the program is right");
      for (let round = 0; round < (isFull ? 2 : 1); round++) {
        const { steps, memoryBytes } = (await prepared.program.run()).usage;
        expect([steps, memoryBytes]).toEqual([first.usage.steps, first.usage.memoryBytes]);
      }
    },
  );

  test(
    "the cost of analysis adds to what the program spends itself",
    { tags: "full" },
    async () => {
      await expectLimit("steps", long, {
        limits: { steps: 200_000, memoryBytes: 1e9, timeoutMs: 60_000 },
      });
    },
  );

  test("an ordinary source pays nothing for its analysis", async () => {
    expect((await run(`[${"(inc 1) ".repeat(1_000)}]`)).usage).toMatchObject({
      steps: 1_759,
      memoryBytes: 24_128,
    });
  });
});

describe("sources that took long or failed outside of a step", () => {
  test("compiles each of many nested loops in patterns once", { tags: "full" }, async () => {
    // It does not run: a loop takes its pattern apart twice, as in Clojure.
    const source = nested(100, (inner) => `(loop [{:keys [a] :or {a ${inner}}} nil] a)`);
    const tools = { none: () => null };
    for (const before of ["", "(tool/none {})"])
      expect(await run(`${before} (if nil ${source} 1)`, { tools })).toMatchObject({ return: 1 });
    await expectLimit("steps", source);
    await expectLimit("steps", source.replaceAll("nil", "(tool/none {})"), {
      tools,
      limits: { toolCalls: 1e12 },
    });
  });

  test.each([
    ["a quoted set", (keys: readonly string[]) => `(count '#{${keys.join(" ")}})`, 20_000],
    ["a quoted map", (keys: readonly string[]) => `(count '{${keys.join(" 1 ")} 1})`, 20_000],
    ["a case", (keys: readonly string[]) => `(case 1 (${keys.join(" ")}) 2 3)`, 3],
  ])(
    "%s with keys that equal nothing costs no more than other forms",
    async (_, source, answer) => {
      for (const key of sampled(["##NaN", "[##NaN]", "{:a ##NaN}", "#{##NaN}"], 2, 1)) {
        const step = await run(source(new Array<string>(20_000).fill(key)), {
          limits: { steps: 100_000 },
        });
        expect(step).toMatchObject({ ok: true, return: answer });
      }
    },
  );

  test("charges for keys made to collide", { tags: "full" }, async () => {
    const keys = collidingKeys(9)
      .map((key) => `[${key.join(" ")}]`)
      .join(" ");
    for (const source of [`'#{${keys}}`, `(case 1 (${keys}) 2 3)`])
      await expectLimit("steps", source, { limits: { steps: 500_000 } });
  });

  const many = isFull ? 200_000 : 20_000;
  test.each([
    `(let [{:keys [${"a ".repeat(many)}]} {}] 1)`,
    `(let [[${"a ".repeat(many)}] []] 1)`,
    `(loop [[${"a ".repeat(many)}] []] 1)`,
    `(fn [${"a ".repeat(many)}] 1)`,
    `(when true ${"1 ".repeat(many)})`,
    `(->> 1 (vector ${"1 ".repeat(many)}))`,
    `(as-> 1 x ${"x ".repeat(many)})`,
    `(fn [x] {:post [true]} ${"1 ".repeat(many)})`,
    `(dotimes [i 1] ${"1 ".repeat(many)})`,
    `(while false ${"1 ".repeat(many)})`,
    `(new Exception ${"1 ".repeat(many)})`,
    `(.. "a" (length ${"1 ".repeat(many)}))`,
    `(when-first [x [1]] ${"1 ".repeat(many)})`,
    `(some-> 1 ${"inc ".repeat(many / 2)})`,
  ])("many forms in one place end in a step: %.30s…", async (source) => {
    const step = await run(source);
    if (step.ok) return;
    expect(step.fail.reason).toMatch(/^(analysis_error|memory_exceeded|eval_error)$/);
    expect(step.fail.details?.["kind"]).not.toBe("internal_error");
  });
});

describe("stored values", () => {
  const nan = { $number: "NaN" };
  const large = {
    set: { $set: Array.from({ length: 20_000 }, () => [nan]) },
    maps: Array.from({ length: 100_000 }, () => ({})),
  };

  test("a program that reads a stored value from its journal is charged for it", async () => {
    for (const json of [large.set, large.maps]) {
      const options = { journal: { t: json } };
      expect((await run('(count (task "t" 1))', options)).ok).toBe(true);
      await expectLimit("steps", '(count (task "t" 1))', { ...options, limits: { steps: 5_000 } });
      await expectLimit("memoryBytes", '(count (task "t" 1))', {
        ...options,
        limits: { memoryBytes: 100_000 },
      });
    }
  });

  // It takes as long as all the allowed work.
  test.runIf(isFull)(
    "reads a stored value within one budget, including its functions",
    async () => {
      const f = (index: number) => ({
        $function: { source: `(fn [] ${`(inc ${String(index)}) `.repeat(20_000)})`, captured: {} },
      });
      const json = Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [`f${String(index)}`, f(index)]),
      );
      // Avoids `rejects`, whose message would show all of the memory that should not exist.
      const message = await decodeMemory(json).then(
        () => "it was read",
        (error: unknown) => (error instanceof Error ? error.message : ""),
      );
      expect(message).toMatch(/units of work/);
    },
  );
});

test("counts host Maps and Sets with keys made to collide", { tags: "full" }, async () => {
  const keys = collidingKeys(10);
  const options = { context: { set: new Set(keys), map: new Map(keys.map((key) => [key, 1])) } };
  for (const name of ["set", "map"]) {
    expect((await run(`(count data/${name})`, options)).ok).toBe(true);
    await expectLimit("memoryBytes", `(count data/${name})`, {
      ...options,
      limits: { memoryBytes: 1_000_000 },
    });
  }
});
