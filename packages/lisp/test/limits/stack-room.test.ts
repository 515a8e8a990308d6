// A tool begins only if the host's stack has room for it to finish, however the program has filled
// the stack.
import { describe, expect, test } from "vitest";
import { createSession, decodeMemory, run } from "../../src/index.ts";
import { isFull, sampled } from "../sampled.ts";

const nothing = (): void => undefined;

/** A tool that takes the given number of kilobytes of host stack, and counts its calls. */
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

/** Disables yielding, which would empty the stack. */
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

describe.each(Object.entries(forms))(
  "stack left for tools in recursion through %s",
  (_name, form) => {
    test.each([8, 100])("a tool has room a few calls deep (%i forms each)", async (count) => {
      for (let calls = 0; calls <= 9; calls++) {
        const { counts, tools } = tool(count === 8 ? 400 : 40);
        const source = `(defn f [n] (if (zero? n) (tool/t) ${nested(form, count, "(f (dec n))")})) (f ${String(calls)})`;
        await run(source, { tools, yieldMs });
        if (count === 8) expect(counts.begun).toBe(1);
        expect(counts.ended).toBe(counts.begun);
      }
    });

    test.each([3, 30, 150])("a tool has room at any depth (%i forms each)", async (count) => {
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
  },
);

/** Programs that fill the stack in other ways; a larger size fills more. */
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

test.each(sampled(Object.entries(towers), 3))(
  "a tool has room on top of %s",
  async (_name, tower) => {
    /** True if the program calls the tool with the given number of forms around the tower. */
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
    // Start with the highest tower that leaves room, then leave less and less room below it.
    let around = 0;
    while (around < 400 && (await isReached(size - 1, around))) around += 6;
    for (let more = 0; more < 90; more += 6) await isReached(size - 1, around + more);
  },
);

test("later tests of a long `and` run at the same stack depth as the first", async () => {
  const { counts, tools } = tool(400);
  await run(`(and ${"(tool/t) ".repeat(3_000)})`, { tools, limits: { toolCalls: 10_000 } });
  expect(counts).toEqual({ begun: 3_000, ended: 3_000 });
});

test("functions of an earlier program count with the depth of their source", async () => {
  const deep = `(defn f [g n] ${nested((inner) => `(try ${inner} (finally nil))`, 100, "(if (zero? n) (g) (f g (dec n)))")})`;
  const session = createSession();
  const first = await session.run(deep);
  expect(first.ok).toBe(true);
  const written = await decodeMemory(JSON.parse(JSON.stringify(first.memory)));
  for (let calls = 1; calls < 60; calls += isFull ? 1 : 4) {
    const { counts, tools } = tool(40);
    const source = `(f (fn [] (tool/t)) ${String(calls)})`;
    await session.run(source, { tools, yieldMs });
    await run(source, { tools, yieldMs, memory: written });
    expect(counts.ended).toBe(counts.begun);
  }
});
