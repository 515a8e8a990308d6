import { describe, expect, test, vi } from "vitest";
import { createSession, prepare, run } from "../../src/index.ts";

/** Counts the functions that a run makes from text. */
async function madeBy(work: () => Promise<unknown>): Promise<number> {
  let made = 0;
  vi.stubGlobal(
    "Function",
    new Proxy(Function, {
      construct(target, args, self) {
        if (args.length > 0) made++;
        return Reflect.construct(target, args, self) as object;
      },
    }),
  );
  try {
    await work();
  } finally {
    vi.unstubAllGlobals();
  }
  return made;
}

/** Returns a loop that no other test uses, because the same code is generated only once. */
const loop = (turns: number, amount: number): string =>
  `(loop [i 0 sum 0] (if (< i ${String(turns)}) (recur (inc i) (+ sum ${String(amount)}.0625)) sum))`;

describe("when code is generated", () => {
  test("generates code for a hot loop once the generator is loaded, and not for a cold one", async () => {
    await run("1", { generate: { calls: 0, turns: 0 } });
    expect(await madeBy(() => run(loop(100_000, 2)))).toBe(1);
    expect(await madeBy(() => run(loop(100, 3)))).toBe(0);
  });

  test("never generates code if the option says never", async () => {
    expect(await madeBy(() => run(loop(100_000, 4), { generate: "never" }))).toBe(0);
    const session = createSession({ generate: "never" });
    expect(await madeBy(() => session.run(loop(100_000, 5)))).toBe(0);
  });

  test("generates code for a small prepared program that runs often", async () => {
    const source = `(let [a data/n b (* a 2.5)] (do ${"(inc a) ".repeat(80)}) {:a a :b b})`;
    const prepared = await prepare(source);
    if (!prepared.ok) throw new Error("the program is wrong");
    const made = await madeBy(async () => {
      for (let count = 0; count < 8_000; count++)
        await prepared.program.run({ context: { n: count } });
    });
    expect(made).toBe(1);
  });

  test("generates code for functions next to a tool if none of the functions they call waits", async () => {
    const program = (called: string): string =>
      `(defn net [n] (* 2.1875 n)) (defn gross [n] (+ n (${called} n))) (tool/idle) (mapv gross [1 2])`;
    const options = { tools: { idle: () => null }, generate: { calls: 0, turns: 0 } } as const;
    expect(await madeBy(() => run(program("net"), options))).toBe(2);
    // A name that is defined twice may wait, and so may its callers.
    const twice = `${program("net")} (defn net [n] (tool/idle))`.replace("2.1875", "2.8125");
    expect(await madeBy(() => run(twice, options))).toBe(1);
  });

  test("generates code for the same text only once", async () => {
    const program = "(defn twice [n] (* 2.125 n)) (mapv twice [1 2 3])";
    const always = { generate: { calls: 0, turns: 0 } } as const;
    await run(program, always);
    expect(await madeBy(() => run(program, always))).toBe(0);
  });
});

test("keeps closures for very large or deeply nested programs", async () => {
  const always = { generate: { calls: 0, turns: 0 } } as const;
  const wide = `(defn wide [x] [${"(+ x 1) ".repeat(3_000)}]) (count (wide 1))`;
  const deep = `(defn deep [x] ${"(+ 1 ".repeat(150)}x${")".repeat(150)}) (deep 1)`;
  const names = `(defn names [x] (let [${Array.from({ length: 90 }, (_, index) => `a${String(index)} (+ x ${String(index)})`).join(" ")}] a89)) (names 1)`;
  for (const [source, answer] of [
    [wide, 3_000],
    [deep, 151],
    [names, 90],
  ] as const) {
    const step = await run(source, always);
    expect(step.ok && step.return).toBe(answer);
  }
});

test("recursion in generated code goes as deep as in closures", async () => {
  for (const generate of ["never", { calls: 0, turns: 0 }] as const) {
    const step = await run("(defn down [n] (if (= n 0) 0 (+ 1 (down (dec n))))) (down 3000)", {
      generate,
      limits: { depth: 5_000 },
    });
    expect(step.ok && step.return).toBe(3_000);
  }
});

test("the clock and the caller can stop generated code", async () => {
  const always = { generate: { calls: 0, turns: 0 } } as const;
  const endless = [
    "(loop [i 0] (recur (if (< i 1000) (inc i) 0)))",
    "(loop [i 0 v []] (recur (inc i) [i v]))",
    "(defn f [n] (if (= n -1) 0 (recur (if (> n 9) 0 (inc n))))) (f 0)",
    "(defn g [n] (if (= n 0) 0 (+ (g (dec n)) (g (dec n))))) (g 60)",
  ];
  const limits = { steps: 1e12, memoryBytes: 1e12 };
  for (const source of endless) {
    const late = await run(source, { ...always, limits: { ...limits, timeoutMs: 120 } });
    expect(late.ok ? "ended" : late.fail.reason, source).toBe("timeout");
    const aborted = await run(source, {
      ...always,
      limits: { ...limits, timeoutMs: 30_000 },
      signal: AbortSignal.timeout(100),
    });
    expect(aborted.ok ? "ended" : aborted.fail.reason, source).toBe("cancelled");
  }
});

test.each([[true], ["always"], [{ calls: 1 }], [{ calls: -1, turns: 0 }], [{ calls: 0.5, turns: 1 }], [null]])(
  "rejects %j as a value of the option",
  async (generate) => {
    await expect(run("1", { generate: generate as never })).rejects.toThrow(/generate.*"auto", "never"/);
  },
);
