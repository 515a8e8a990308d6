// A tool begins only where it has room to end, however the program has filled the host's stack.
import { describe, expect, test } from "vitest";
import { createSession, decodeMemory, run } from "../../src/index.ts";

const nothing = (): void => undefined;

/** A tool that takes so many kilobytes of the host's stack, and what it did. */
function tool(kilobytes: number) {
  const counts = { begun: 0, ended: 0 };
  const args = new Array<undefined>(kilobytes * 128);
  const t = (): number => {
    counts.begun++;
    Reflect.apply(nothing, undefined, args);
    counts.ended++;
    return 1;
  };
  return { counts, tools: { t } };
}

/** The host gets no turn, which would empty the stack. */
const yieldMs = Infinity;

const nested = (form: (inner: string) => string, count: number, innermost: string): string => {
  let text = innermost;
  for (let level = 0; level < count; level++) text = form(text);
  return text;
};

const forms: Readonly<Record<string, (inner: string) => string>> = {
  sums: (inner) => `(+ 1 2 3 ${inner})`,
  lets: (inner) => `(let [a ${inner} b 1] a)`,
  maps: (inner) => `(:a {:a ${inner}})`,
  tries: (inner) => `(try ${inner} (finally nil))`,
  loops: (inner) => `(loop [i 0] (if (< i 1) (do ${inner} (recur 1)) i))`,
  fors: (inner) => `(count (for [i [1] j [2] k [3]] ${inner}))`,
  doseqs: (inner) => `(doseq [i [1]] ${inner})`,
  tasks: (inner) => `(task "t" ${inner})`,
  calls: (inner) => `(apply max 1 [${inner}])`,
};

describe.each(Object.entries(forms))("a tool has room in recursion through %s", (_name, form) => {
  test.each([8, 100])("a few calls deep (%i forms each)", async (count) => {
    for (let calls = 0; calls <= 9; calls++) {
      const { counts, tools } = tool(count === 8 ? 400 : 40);
      const source = `(defn f [n] (if (zero? n) (tool/t) ${nested(form, count, "(f (dec n))")})) (f ${String(calls)})`;
      await run(source, { tools, yieldMs });
      if (count === 8) expect(counts.begun).toBe(1);
      expect(counts.ended).toBe(counts.begun);
    }
  });

  test.each([3, 30, 150])("at any depth (%i forms each)", async (count) => {
    const { counts, tools } = tool(40);
    const calls = "(do (try (tool/t) (catch Exception e nil)) (f (inc n)))";
    await run(`(defn f [n] ${nested(form, count, calls)}) (f 0)`, {
      tools,
      yieldMs,
      limits: { depth: 3_000 },
    });
    expect(counts.begun).toBeGreaterThan(0);
    expect(counts.ended).toBe(counts.begun);
  });
});

/** Programs that fill the stack in other ways, the more the larger the number is. */
const towers: Readonly<Record<string, (size: number) => string>> = {
  "builtins that data lets call each other": (size) =>
    `(defn f [a x] (tool/t)) (reduce reduce (nth (iterate (fn [x] [reduce x]) [f [1 2]]) ${String(size * 100)}))`,
  "names of names": (size) =>
    `(defn a0 [x] (tool/t)) ${Array.from({ length: size * 1000 }, (_, index) => `(def a${String(index + 1)} #'a${String(index)})`).join(" ")} (a${String(size * 1000)} 1)`,
  "the keys of deep JSON": (size) => {
    const text = `${'{\\"a\\":'.repeat(400)}1${"}".repeat(400)}`;
    return `(defn f [n] (if (zero? n) (tool/t) (json/parse-string "${text}" (fn [k] (f (dec n)) k)))) (f ${String(size)})`;
  },
  "many clauses": (size) =>
    `(defn f [n] (if (zero? n) (tool/t) (doseq [${"a [1] ".repeat(300)}] (f (dec n))))) (f ${String(size)})`,
  "functions of many forms": (size) =>
    `(defn f [n] (if (zero? n) (tool/t) ${nested((inner) => `(doseq [i [1]] ${inner})`, 200, "(f (dec n))")})) (f ${String(size)})`,
};

test.each(Object.entries(towers))("on top of %s it has room", async (_name, tower) => {
  /** Whether the tool is called by a program that has so many forms around the tower. */
  const isReached = async (size: number, around: number): Promise<boolean> => {
    const { counts, tools } = tool(40);
    await run(
      nested((inner) => `(doseq [i [1]] ${inner})`, around, `(do ${tower(size)})`),
      { tools, yieldMs },
    );
    expect(counts.ended).toBe(counts.begun);
    return counts.begun > 0;
  };
  let size = 1;
  while (size < 30 && (await isReached(size, 0))) size++;
  expect(size).toBeGreaterThan(1);
  // The highest tower that leaves room, and then less and less room below it.
  let around = 0;
  while (around < 400 && (await isReached(size - 1, around))) around += 6;
  for (let more = 0; more < 90; more += 6) await isReached(size - 1, around + more);
});

test("a test of many, far behind, is none deeper than the first", async () => {
  const { counts, tools } = tool(400);
  await run(`(and ${"(tool/t) ".repeat(3_000)})`, { tools, limits: { toolCalls: 10_000 } });
  expect(counts).toEqual({ begun: 3_000, ended: 3_000 });
});

test("functions of an earlier program nest as deep as they were written", async () => {
  const deep = `(defn f [g n] ${nested((inner) => `(try ${inner} (finally nil))`, 100, "(if (zero? n) (g) (f g (dec n)))")})`;
  const session = createSession();
  const first = await session.run(deep);
  expect(first.ok).toBe(true);
  const written = await decodeMemory(JSON.parse(JSON.stringify(first.memory)));
  for (let calls = 1; calls < 60; calls++) {
    const { counts, tools } = tool(40);
    const source = `(f (fn [] (tool/t)) ${String(calls)})`;
    await session.run(source, { tools, yieldMs });
    await run(source, { tools, yieldMs, memory: written });
    expect(counts.ended).toBe(counts.begun);
  }
});
