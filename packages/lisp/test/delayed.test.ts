// Delays, captured output and `time`, combined with tools, parallel branches, the firewall, memory
// and limits.

import { expect, test } from "vitest";
import { createSession, run } from "../src/index.ts";
import { expectPrinted, failOf, printed } from "./evaluate.ts";

function countingTool(): { readonly calls: string[]; readonly tools: Record<string, never> } {
  const calls: string[] = [];
  const fetch = async ({ id }: { id: string }): Promise<string> => {
    calls.push(id);
    await Promise.resolve();
    return `got ${id}`;
  };
  return { calls, tools: { fetch } as unknown as Record<string, never> };
}

test("a delay calls its tool once, even if parallel branches read it", async () => {
  const { calls, tools } = countingTool();
  const program =
    '(let [d (delay (tool/fetch {:id "a"}))] [(realized? d) (pmap (fn [n] (str n @d)) [1 2 3]) (realized? d)])';
  expect(await printed(program, { tools })).toBe('[false ("1got a" "2got a" "3got a") true]');
  expect(calls).toEqual(["a"]);
});

test("a delay that is never read calls nothing", async () => {
  const { calls, tools } = countingTool();
  expect(await printed('(let [d (delay (tool/fetch {:id "a"}))] (delay? d))', { tools })).toBe(
    "true",
  );
  expect(calls).toEqual([]);
});

test("runs the body of a failing delay once and rethrows its error on every read", async () => {
  await expectPrinted([
    [
      `(let [n (atom 0)
             d (delay (swap! n inc) (throw (ex-info "no" {})))
             ask (fn [] (try @d (catch Exception e (ex-message e))))]
         [(ask) (ask) (force 1) @n])`,
      '["no" "no" 1 1]',
    ],
  ]);
});

test("a delay counts against the limits, and try inside it catches no limit", async () => {
  const fail = await failOf("(let [d (delay (loop [] (recur)))] (try @d (catch Exception e 1)))", {
    limits: { steps: 10_000 },
  });
  expect(fail.reason).toBe("step_limit_exceeded");
  const nested = "(force (reduce (fn [d _] (delay (force d))) 1 (range 100000)))";
  // The time limit is generous, so the depth limit ends the program even on a slow machine.
  const untimed = { limits: { timeoutMs: 60_000 } };
  expect((await failOf(nested, untimed)).reason).toBe("depth_exceeded");
});

test("a delay doesn't outlive its program", async () => {
  const session = createSession();
  expect((await session.run("(def d (delay 1)) (def x @d)")).ok).toBe(true);
  expect(await session.run("x")).toMatchObject({ ok: true, return: 1 });
  expect(await session.run("@d")).toMatchObject({ ok: false });
});

test("with-out-str returns lines printed by parallel branches and tools in program order", async () => {
  const { tools } = countingTool();
  await expectPrinted(
    [
      [
        '(with-out-str (doseq [id ["a" "b"]] (println (tool/fetch {:id id}))))',
        '"got a\\ngot b\\n"',
      ],
      ["(with-out-str (pmap println [1 2 3]))", '"1\\n2\\n3\\n"'],
      ["(with-out-str (doall (map print [1 2])))", '"12"'],
    ],
    { tools },
  );
});

test("with-out-str doesn't print its text, and printing continues after it", async () => {
  const step = await run(
    `(println "before")
     (def text (with-out-str (println "inside")))
     (try (with-out-str (println "lost") (throw (ex-info "no" {}))) (catch Exception e nil))
     (println "after")
     text`,
  );
  expect(step).toMatchObject({ ok: true, return: "inside\n", prints: ["before", "after"] });
});

test("tool calls inside with-out-str stay in the record", async () => {
  const { tools } = countingTool();
  const step = await run('(with-out-str (println (tool/fetch {:id "a"})))', { tools });
  expect(step.toolCalls).toMatchObject([{ name: "fetch" }]);
});

test("with-out-str hides firewalled fields like prints do", async () => {
  const context = { row: { id: 1, _token: "secret" } };
  const text = await printed("(with-out-str (prn data/row) (print-table [data/row]))", {
    context,
    hideFirewalled: true,
  });
  expect(text).not.toContain("secret");
  const step = await run("(print-table [data/row])", { context, hideFirewalled: true });
  expect(step.prints.join("\n")).not.toContain("secret");
});

test("text captured by with-out-str counts as output", async () => {
  const program = '(count (with-out-str (dotimes [_ 1000] (println "0123456789"))))';
  expect(await printed(program)).toBe("11000");
  expect((await failOf(program, { limits: { outputBytes: 5_000 } })).reason).toBe(
    "output_exceeded",
  );
});

test("time prints the time that passed on the run's clock", async () => {
  let now = 1_000;
  const clock = { now: () => (now += 40), monotonic: () => 0 };
  const step = await run("(time (+ 1 2))", { clock });
  expect(step).toMatchObject({ return: 3, prints: ['"Elapsed time: 40 msecs"'] });
});

test("charges for a wide table before making it", async () => {
  const program =
    '(print-table [:a] (cons {:a (apply str (repeat 100000 "x"))} (repeat 10000 {:a 1})))';
  expect((await failOf(program)).reason).toMatch(/memory_exceeded|output_exceeded/);
});

test("diff of deep or large data ends within the limits", async () => {
  const deep = "(reduce (fn [m _] {:a m}) 1 (range 5000))";
  expect((await failOf(`(diff ${deep} (assoc-in ${deep} [:b] 1))`)).reason).toMatch(/exceeded/);
  expect(await printed("(count (first (diff (vec (range 20000)) (mapv inc (range 20000)))))")).toBe(
    "20000",
  );
});

const keyed: readonly string[] = [
  "#{(pages 1)}",
  "{(pages 1) 2}",
  "(distinct [(pages 1)])",
  "(into #{} [(pages 1)])",
  "(group-by identity [(pages 1)])",
  "(assoc {} (pages 1) 1)",
];
test.each(keyed.flatMap((program) => [[program, "at once"] as const, [program, "later"] as const]))(
  "an endless sequence of pages as a key calls no tool: %s, if the tool answers %s",
  async (program, when) => {
    let calls = 0;
    const page = ({ n }: { readonly n: number }): unknown => {
      calls++;
      return when === "at once" ? n : Promise.resolve(n);
    };
    const fail = await failOf(
      `(defn pages [n] (lazy-seq (cons (tool/page {:n n}) (pages (inc n))))) ${program}`,
      { tools: { page } as unknown as Record<string, never> },
    );
    expect(fail).toMatchObject({
      message:
        "a lazy sequence as a key, a comparison, or the comparator of a sorted collection cannot call a tool or wait",
      details: {
        hint: "fetch the data first, as in (vec xs), or use sort-by, whose functions may call tools",
      },
    });
    expect(calls).toBe(0);
  },
);
