// Keys chosen to collide, inconsistent comparators, and patterns that backtrack.

import { describe, expect, test } from "vitest";
import { run } from "../../src/index.ts";
import { expectPrinted, printed } from "../evaluate.ts";
import { collidingKeys } from "./colliding-keys.ts";
import { expectLimit } from "./expect-limit.ts";

describe("colliding keys", () => {
  test("distinguishes integers that collide in a host Map", async () => {
    // V8 hashes a bigint by its lowest 64 bits.
    expect(
      await printed("(count (distinct (map #(* % 18446744073709551616) (range 1 20001))))"),
    ).toBe("20000");
    expect(await printed("(count (into #{} (map #(* % 4294967296) (range 20000))))")).toBe("20000");
  });

  test("distinguishes long texts that differ in their last character", async () => {
    // Hosts hash texts of more than a few thousand characters by their length.
    await expectPrinted([
      [
        '(let [s (apply str (repeat 17000 "x"))] (count (distinct (map #(str s (+ 1000 %)) (range 300)))))',
        "300",
      ],
    ]);
  });

  test("distinguishes keys made to collide, and charges for them", { tags: "full" }, async () => {
    const context = { keys: collidingKeys(9) };
    expect(await run("(count (distinct data/keys))", { context })).toMatchObject({ return: 512 });
    expect(
      await run("(count (reduce conj #{} data/keys))", { context, limits: { steps: 100_000 } }),
    ).toMatchObject({ return: 512 });
    await expectLimit("steps", "(dotimes [i 10] (frequencies data/keys))", {
      context,
      limits: { steps: 1_000_000 },
    });
  });

  test.each(["##NaN", "[##NaN]", "{:a ##NaN}", "#{##NaN}", "(list 1 ##NaN)", "[[##NaN]]"])(
    "unequal keys cost no more, however many there are: %s",
    async (key) => {
      const stepsOf = async (count: number): Promise<number> => {
        const step = await run(
          `(let [keys (map (fn [_] ${key}) (range ${String(count)}))
                 m (reduce (fn [m k] (assoc m k 1)) {} keys)
                 s (set keys)]
             [(count m) (count s) (count (distinct keys)) (count (frequencies keys))
              (count (group-by identity keys)) (count (into #{} keys))
              (count (reduce disj s keys))])`,
        );
        const most = key === "##NaN" ? count : 0;
        expect(step).toMatchObject({ return: [...new Array<number>(6).fill(count), most] });
        return step.usage.steps;
      };
      const few = await stepsOf(1_000);
      expect(await stepsOf(1_000)).toBe(few);
      expect(await stepsOf(10_000)).toBeLessThan(11 * few);
    },
  );

  test("finds a value that equals nothing only by identity, as in Clojure", async () => {
    await expectPrinted([
      ["(= ##NaN ##NaN)", "false"],
      ["(contains? #{##NaN} ##NaN)", "false"],
      ["(get {##NaN 1} ##NaN :no)", ":no"],
      ["(let [v [##NaN]] (contains? #{v} v))", "true"],
      ["(let [v [##NaN]] (contains? #{v} (seq v)))", "true"],
      ["(let [v [##NaN]] (contains? #{[v]} [v]))", "true"],
      ["(let [s #{##NaN}] (contains? #{s} s))", "true"],
      ["(let [m {:a ##NaN}] (contains? #{m} m))", "true"],
      ["(let [v [##NaN]] (contains? (into #{v} (range 20)) v))", "true"],
      ["(let [v [##NaN]] (contains? (into #{v} (range 20)) [##NaN]))", "false"],
      ["(count (distinct [##NaN ##NaN]))", "2"],
      ["(frequencies [##NaN ##NaN])", "{##NaN 1, ##NaN 1}"],
      ["(group-by identity [##NaN ##NaN])", "{##NaN [##NaN], ##NaN [##NaN]}"],
      ["(disj (set [##NaN ##NaN]) ##NaN)", "#{##NaN ##NaN}"],
      ["(dissoc {##NaN 1} ##NaN)", "{##NaN 1}"],
      ["(assoc {##NaN 1} ##NaN 2)", "{##NaN 1, ##NaN 2}"],
      ["(count (set [[##NaN] [##NaN]]))", "2"],
      ["(case ##NaN ##NaN 1 2)", "2"],
    ]);
  });
});

describe("inconsistent comparators", () => {
  test.each([
    ["(sort (fn [a b] -1) (range 20000))", 400_000],
    ["(sort (fn [a b] 1) (range 20000))", 400_000],
    ["(sort (fn [a b] true) (range 20000))", 400_000],
    ["(let [n (atom 0)] (sort (fn [a b] (- (mod (swap! n inc) 3) 1)) (range 20000)))", 400_000],
    ["(sort-by (fn [x] (mod x 3)) (fn [a b] -1) (range 20000))", 400_000],
  ])("%s needs no more comparisons than a sort", async (source, steps) => {
    const step = await run(`(count ${source})`, { limits: { steps: 10 * steps } });
    expect(step).toMatchObject({ ok: true, return: 20_000 });
    expect(step.usage.steps).toBeLessThan(5 * steps);
  });

  test.each([1, -1])(
    "a sorted collection with an inconsistent comparator ends with a result: %i",
    async (order) => {
      const step = await run(
        `(count (reduce conj (sorted-set-by (fn [a b] ${String(order)})) (range 5000)))`,
        { limits: { steps: 1_000_000 } },
      );
      expect(step).toMatchObject({ ok: true, return: 5000 });
    },
  );
});

describe("patterns that would backtrack", () => {
  const text = '(apply str (repeat 20000 "a"))';
  test.each([
    "(a+)+$",
    "(a|a)*$",
    "(a|aa)+$",
    "(.*a){12}$",
    "([a-z]+)*!",
    "(?:a?){30}a{30}b",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
  ])("matching %s takes steps in proportion to the text", async (pattern) => {
    const step = await run(`(re-find #"${pattern}" (str ${text} "?"))`, {
      limits: { timeoutMs: 20_000 },
    });
    expect(step.ok || step.fail.message).toBe(true);
    expect(step.usage.steps).toBeLessThan(2_000_000);
  });

  test("a search that looks far ahead for every match ends at its time limit", async () => {
    await expectLimit("timeoutMs", `(loop [] (re-seq #"a(?:a*c)?" ${text}) (recur))`, {
      limits: { steps: 1e12, memoryBytes: 1e12, timeoutMs: 150 },
    });
    await expectLimit("timeoutMs", `(loop [] (re-seq #"(?:a|ab)(?:[ab]*c)?" ${text}) (recur))`, {
      limits: { steps: 1e12, memoryBytes: 1e12, timeoutMs: 150 },
    });
  });

  test.each([
    `(re-seq #"a(?:a*c)?" ${text})`,
    `(re-seq #"a.*?x|a" ${text})`,
    `(clojure.string/replace ${text} #"a(?:a*c)?" "")`,
    `(clojure.string/split ${text} #"a(?:a*c)?")`,
    '(let [s (apply str (repeat 1100 "a"))] (dotimes [i 5000] (re-find #"a*b" s)))',
    '(let [s (apply str (repeat 1100 "a"))] (dotimes [i 50] (re-seq #"a(?:a*c)?" s)))',
  ])("charges text again that each match scans again: %s", async (source) => {
    const limits = { memoryBytes: 1e12, timeoutMs: 60_000 };
    await expectLimit("steps", source.replaceAll("20000", "3000"), {
      limits: { ...limits, steps: source.includes("re-find") ? 1_000_000 : 100_000 },
    });
  });

  test("usual patterns look only at their matches and pay for the text once", async () => {
    const rows = '(apply str (repeat 2000 "2024-01-17 12:00 INFO user=7 took 12ms "))';
    for (const source of [
      `(re-seq #"\\d+" ${rows})`,
      `(clojure.string/split ${rows} #"\\s+")`,
      `(clojure.string/replace ${rows} #"(\\w+)=(\\w+)" "$2=$1")`,
      `(re-seq #"(?:\\d+-)*\\d+" ${rows})`,
    ]) {
      expect((await run(`(count ${source})`)).usage.steps).toBeLessThan(200_000);
    }
  });

  test("charges for large patterns before making them", async () => {
    await expectLimit("steps", '(dotimes [i 1000] (re-pattern (str "(?:a{1,90}){1,5}" i)))', {
      limits: { memoryBytes: 1e12 },
    });
  });
});
