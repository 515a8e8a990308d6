import { describe, expect, test } from "vitest";
import { failOf, printed } from "../../test/evaluate.ts";
import { run } from "../index.ts";
import { builtinFamilies } from "../builtins/library/table.ts";
import { Desk, asked, calledWith, type Arguments } from "../../test/desk.ts";

const three = `(take-while (fn [x] (< x 3)) ${asked})`;

describe("lazy reading of sequences whose elements wait", () => {
  test.each([
    [
      "(->> (range) (map #(tool/page {:n %})) (take-while seq) (mapcat identity) (into []))",
      "[0 1 10 11]",
      ["page 0", "page 1", "page 2"],
    ],
    [
      "(reduce (fn [acc page] (if (:last page) (reduced acc) (into acc (:items page)))) [] (map #(tool/items {:n %}) (range)))",
      "[0 1]",
      ["items 0", "items 1", "items 2"],
    ],
    [
      "(for [n (range) :let [p (tool/page {:n n})] :while (seq p)] p)",
      "([0 1] [10 11])",
      ["page 0", "page 1", "page 2"],
    ],
    ["(take 3 (repeatedly #(tool/roll {})))", "(1 2 3)", ["roll", "roll", "roll"]],
    ["(take 3 (iterate (fn [x] (inc (tool/ask {:x x}))) 5))", "(5 6 7)", calledWith(5, 6)],
    [`(take 3 ${asked})`, "(0 1 2)", calledWith(0, 1, 2)],
    [`(first (filter pos? ${asked}))`, "1", calledWith(0, 1)],
    [
      `(loop [xs ${asked} sum 0] (if (> sum 3) sum (recur (rest xs) (+ sum (first xs)))))`,
      "6",
      calledWith(0, 1, 2, 3),
    ],
    [
      `(let [sum (atom 0)] (doseq [x ${asked} :while (< x 3)] (swap! sum + x)) @sum)`,
      "3",
      calledWith(0, 1, 2, 3),
    ],
    [`(let [[a b] ${asked}] [a b])`, "[0 1]", calledWith(0, 1)],
    [`(let [[a & [b]] ${asked}] [a b])`, "[0 1]", calledWith(0, 1)],
    [`(let [[& more] (take-while neg? ${asked})] (nil? more))`, "true", calledWith(0)],
    [`((fn [[a b]] (+ a b)) ${asked})`, "1", calledWith(0, 1)],
    [`(nth ${asked} 2)`, "2", calledWith(0, 1, 2)],
    [`(into #{} (take 3 ${asked}))`, "#{0 1 2}", calledWith(0, 1, 2)],
    [`(count ${three})`, "3", calledWith(0, 1, 2, 3)],
    [`(apply + ${three})`, "3", calledWith(0, 1, 2, 3)],
    [`(= [0 1 2] ${three})`, "true", calledWith(0, 1, 2, 3)],
    [`(str ${three} "!")`, '"(0 1 2)!"', calledWith(0, 1, 2, 3)],
    [`(if-let [[a] (seq ${asked})] a :none)`, "0", calledWith(0)],
    [`(mapv vector [:a :b] ${asked})`, "[[:a 0] [:b 1]]", calledWith(0, 1)],
    [`(zipmap [:a :b] ${asked})`, "{:a 0, :b 1}", calledWith(0, 1)],
    [
      `(mapv + ${three} ${three})`,
      "[0 2 4]",
      ["ask 0", "ask 0", "ask 1", "ask 1", "ask 2", "ask 2", "ask 3"],
    ],
    [`(take 2 (map first (partition 2 ${asked})))`, "(0 2)", calledWith(0, 1, 2, 3)],
    [`(map count (map (fn [n] (take n ${asked})) [1 2]))`, "(1 2)", calledWith(0, 0, 1)],
    [`(mapcat (fn [_] ${three}) [1])`, "(0 1 2)", calledWith(0, 1, 2, 3)],
    [`(tree-seq #(= % :go) (fn [_] ${three}) :go)`, "(:go 0 1 2)", calledWith(0, 1, 2, 3)],
    [`(prewalk (fn [x] (if (= x :go) ${three} x)) [:go])`, "[(0 1 2)]", calledWith(0, 1, 2, 3)],
    [`(into ${three} (map #(tool/ask {:x %})) [7])`, "(7 0 1 2)", calledWith(7, 0, 1, 2, 3)],
    ["(sequence (comp (map #(tool/ask {:x %})) (take 3)) (range))", "(0 1 2)", calledWith(0, 1, 2)],
    [
      `(let [xs ${asked}] [(second xs) (first xs) (nth xs 2) (take 2 (rest xs))])`,
      "[1 0 2 (1 2)]",
      calledWith(0, 1, 2),
    ],
    [`(tool/ask {:x ${three}})`, "[0 1 2]", [...calledWith(0, 1, 2, 3), "ask [0,1,2]"]],
    [three, "(0 1 2)", calledWith(0, 1, 2, 3)],
    [`(return {:kept [${three}]})`, "{:kept [(0 1 2)]}", calledWith(0, 1, 2, 3)],
    [`(try (first ${asked}) (catch Throwable e :caught))`, "0", calledWith(0)],
  ])("calls only the tools for the elements that are read: %s", async (program, value, calls) => {
    const desk = new Desk();
    expect(await printed(program, { tools: desk.tools })).toBe(value);
    expect(desk.calls).toEqual(calls);
  });
});

test("computes lazy values once before they are printed, stored, failed with or thrown", async () => {
  const desk = new Desk();
  const stored = await run(`(do (def xs ${three}) (println (first xs)) (println xs "all") :done)`, {
    tools: desk.tools,
  });
  expect(stored).toMatchObject({ ok: true, prints: ["0", "(0 1 2) all"] });
  expect(stored.memory.toHost()).toEqual({ xs: [0, 1, 2] });
  expect(desk.calls).toEqual(calledWith(0, 1, 2, 3));
  expect(
    (await failOf(`(fail {:reason :empty, :xs ${three}})`, { tools: desk.tools })).details?.data,
  ).toEqual({ reason: "empty", xs: [0, 1, 2] });
  expect(
    JSON.stringify(await failOf(`(throw (ex-info "no" {:xs ${three}}))`, { tools: desk.tools })),
  ).toContain('"xs":[0,1,2]');
  expect(desk.calls).toHaveLength(12);
});

test("computes a task's result before recording it", async () => {
  const desk = new Desk();
  const program = `(task "numbers" ${three})`;
  const first = await run(program, { tools: desk.tools, journal: {} });
  expect(first).toMatchObject({ ok: true, return: [0, 1, 2] });
  expect(await run(program, { tools: desk.tools, journal: first.journal ?? {} })).toMatchObject({
    ok: true,
    return: [0, 1, 2],
  });
  expect(desk.calls).toEqual(calledWith(0, 1, 2, 3));
});

test("each run computes for itself what it reads of a lazy sequence in memory", async () => {
  const desk = new Desk();
  const { memory } = await run(`(def third (let [xs ${asked}] (fn [] (nth xs 2))))`, {
    tools: desk.tools,
  });
  const runs = await Promise.all([
    run("(third)", { memory, tools: desk.tools }),
    run("(third)", { memory, tools: desk.tools }),
  ]);
  expect(runs.map((step) => step.ok && step.return)).toEqual([2, 2]);
  expect(desk.calls.toSorted()).toEqual(calledWith(0, 1, 2, 0, 1, 2).toSorted());
});

test("rejects an endless sequence as the result of a program", async () => {
  const desk = new Desk();
  expect(await failOf(asked, { tools: desk.tools })).toMatchObject({
    reason: "eval_error",
    message: "the result: the sequence has no end",
    details: { kind: "unbounded_sequence" },
  });
  expect(desk.calls).toEqual([]);
});

describe("elements that fail", () => {
  const flaky = (failures: number): Pick<Desk["tools"], "ask"> & { readonly calls: unknown[] } => {
    const calls: unknown[] = [];
    return {
      calls,
      ask: async ({ x }) => {
        calls.push(x);
        await Promise.resolve();
        if (x === 2 && failures-- > 0) throw new Error("not now");
        return x;
      },
    };
  };

  test("fails each read of a failing element; another read calls the tool again, and earlier elements stay", async () => {
    const { calls, ask } = flaky(1);
    expect(
      await printed(
        `(let [xs ${asked}] [(try (doall (take 4 xs)) (catch Exception e (ex-message e))) (take 4 xs)])`,
        { tools: { ask } },
      ),
    ).toBe('["not now" (0 1 2 3)]');
    expect(calls).toEqual([0, 1, 2, 2, 3]);
  });

  test.each([
    [
      "map-indexed",
      "(map-indexed (fn [i x] [i (tool/ask {:x x})]) (range))",
      "([0 0] [1 1] [2 2] [3 3])",
    ],
    ["iterate", "(iterate (fn [x] (inc (tool/ask {:x x}))) 0)", "(0 1 2 3)"],
    ["reductions", "(reductions (fn [a x] (+ a (tool/ask {:x x}))) (range))", "(0 1 3 6)"],
    [
      "several collections",
      "(map (fn [x y] (+ y (tool/ask {:x x}))) (range) (range))",
      "(0 2 4 6)",
    ],
    ["mapcat", "(mapcat (fn [x] [(tool/ask {:x x}) :and]) (range))", "(0 :and 1 :and)"],
    ["for", "(for [x (range) y [0 1]] [x (tool/ask {:x (+ x y)})])", "([0 0] [0 1] [1 1] [1 2])"],
  ])("a failing element leaves the sequence unchanged: %s", async (_, sequence, value) => {
    expect(
      await printed(`(let [xs ${sequence}] (try (nth xs 5) (catch Exception e nil)) (take 4 xs))`, {
        tools: { ask: flaky(1).ask },
      }),
    ).toBe(value);
  });

  test("an uncaught failure of an element fails the run at the location of the call", async () => {
    expect(
      await failOf(`(count (take 4 ${asked}))`, { tools: { ask: flaky(1).ask } }),
    ).toMatchObject({
      reason: "tool_error",
      message: "tool/ask failed: not now",
      op: "tool/ask",
      details: { position: { line: 1 } },
    });
  });
});

describe("limits of lazy sequences", () => {
  test("an endless loop over a sequence ends at the limit of tool calls", async () => {
    expect(
      await failOf(`(doseq [x ${asked}] x)`, { tools: new Desk().tools, limits: { toolCalls: 5 } }),
    ).toMatchObject({
      reason: "tool_calls_exceeded",
      details: { limit: { option: "limits.toolCalls", value: 5 } },
    });
    expect((await failOf(`(doseq [x (range)] x)`, { limits: { steps: 10_000 } })).reason).toBe(
      "step_limit_exceeded",
    );
  });

  test("steps and bytes don't grow with the square of the number of elements", async () => {
    for (const program of [
      `(count (take 600 ${asked}))`,
      `(count (zipmap (range 600) ${asked}))`,
      `(count (map + (range 600) ${asked}))`,
    ]) {
      const { usage } = await run(program, {
        tools: { ask: ({ x }: Arguments) => Promise.resolve(x) },
      });
      expect(usage.toolCalls).toBe(600);
      expect(usage.steps).toBeLessThan(600 * 30);
      expect(usage.memoryBytes).toBeLessThan(600 * 1000);
    }
  });

  test("a cancelled run stops computing elements", async () => {
    const controller = new AbortController();
    let calls = 0;
    const ask = async ({ x }: Arguments): Promise<unknown> => {
      if (++calls === 2) controller.abort();
      await Promise.resolve();
      return x;
    };
    expect(
      (await failOf(`(take 5 ${asked})`, { tools: { ask }, signal: controller.signal })).reason,
    ).toBe("cancelled");
    expect(calls).toBe(2);
  });
});

/** `lazily` makes a lazy sequence of a vector whose elements come from the tool. */
const lazily =
  "(defn lazily [id xs] (map first (take-while vector? (map (fn [i] (if (< i (count xs)) [(tool/at {:id id :i i :x (nth xs i)})] :end)) (range)))))";

describe("builtins over lazy sequences whose elements wait", () => {
  const item = String.raw`(?:-?\d+|:[a-z]+|"[^"]*"|\[[^\[\]]*\])`;
  const literal = new RegExp(
    String.raw`(?<!(?:fn|let|for|doseq|loop) )\[(${item}(?: ${item})*)\]`,
    "g",
  );
  const rows = builtinFamilies
    .flatMap((family) => family.rows)
    .flatMap(({ names: [name], example: [example] }) => {
      let id = 0;
      const program = example.replace(
        literal,
        (_, items: string) => `(lazily ${String(id++)} [${items}])`,
      );
      return id === 0 ? [] : [{ name, program }];
    });

  test("enough examples of the reference apply", () => {
    expect(rows.length).toBeGreaterThan(80);
  });

  test.each(rows)(
    "$name returns the same for elements that wait and elements that don't: $program",
    async ({ program }) => {
      const report = async (waits: boolean): Promise<unknown> => {
        const calls: string[] = [];
        const at = ({ id, i, x }: Arguments): unknown => {
          calls.push(`${String(id)}/${String(i)}`);
          return waits ? Promise.resolve(x) : x;
        };
        const step = await run(`(do ${lazily} ${program})`, {
          tools: { at },
          collections: "native",
          random: () => 0.5,
        });
        expect(calls).toEqual([...new Set(calls)]);
        return { calls, prints: step.prints, outcome: step.ok ? step.return : step.fail.message };
      };
      expect(await report(true)).toEqual(await report(false));
    },
  );
});
