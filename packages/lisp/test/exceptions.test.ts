import { describe, expect, test } from "vitest";
import { run } from "../src/index.ts";
import { expectFailures } from "./expect-failures.ts";
import { expectPrinted, failOf, printed } from "./evaluate.ts";

/** Tools that fail for odd numbers, directly and later. */
const tools = {
  half: ({ n }: { readonly [name: string]: unknown }): unknown => {
    if (typeof n !== "number" || n % 2 !== 0) throw new Error(`${String(n)} is odd`);
    return n / 2;
  },
  half_later: async ({ n }: { readonly [name: string]: unknown }): Promise<unknown> => {
    await Promise.resolve();
    if (typeof n !== "number" || n % 2 !== 0) throw new Error(`${String(n)} is odd`);
    return n / 2;
  },
};

describe("try", () => {
  test("try returns its body's value or that of the first handler whose class matches", async () => {
    await expectPrinted([
      ["(try)", "nil"],
      ["(try 1 2)", "2"],
      [
        "(try (/ 1 0) (catch ArithmeticException e :division) (catch Exception e :other))",
        ":division",
      ],
      [
        "(try (inc nil) (catch ArithmeticException e :division) (catch Exception e :other))",
        ":other",
      ],
      [
        '(try (throw (ex-info "a" {})) (catch ArithmeticException e 1) (catch clojure.lang.ExceptionInfo e 2))',
        "2",
      ],
      ["(try ([1] 5) (catch IndexOutOfBoundsException e :outside))", ":outside"],
      [
        '(try (throw (IllegalStateException. "a")) (catch IllegalStateException e (ex-message e)))',
        '"a"',
      ],
      ['(try (throw (Exception. "a")) (catch ExceptionInfo e 1) (catch :default e 2))', "2"],
      ['(try (throw (js/Error. "a")) (catch js/Error e (.getMessage e)))', '"a"'],
      [
        '(try (assert (= 1 2) "sums") (catch AssertionError e (ex-message e)))',
        '"Assert failed: sums\\n(= 1 2)"',
      ],
      ["(let [e 1] (try (throw (Exception.)) (catch Exception e (ex-message e))))", "nil"],
      [
        "(try (try (inc nil) (catch ArithmeticException e 1)) (catch Exception e :outer))",
        ":outer",
      ],
      ["(mapv (fn [x] (try (/ 6 x) (catch Exception _ nil))) [1 0 3])", "[6 nil 2]"],
    ]);
  });

  test("a handler receives the message, data and cause of the error", async () => {
    await expectPrinted(
      [
        [
          '(try (inc "5") (catch Exception e (ex-data e)))',
          '{:kind :type_error, :op "inc", :hint "read numbers from text with parse-long or parse-double"}',
        ],
        [
          '(try (throw (ex-info "no stock" {:sku 7} (Exception. "why"))) (catch Exception e [(ex-message e) (ex-data e) (ex-message (ex-cause e))]))',
          '["no stock" {:sku 7} "why"]',
        ],
        [
          "(try (tool/half {:n 3}) (catch Exception e [(ex-message e) (ex-data e)]))",
          '["3 is odd" {:kind :tool_error, :tool "half"}]',
        ],
        ["(ex-data 1)", "nil"],
        [
          "(try (inc nil) (catch Exception e (str e)))",
          '"java.lang.NullPointerException: inc: expected a number, got nil"',
        ],
      ],
      { tools },
    );
  });

  test("one failed call in a pmap of a hundred doesn't affect the others", async () => {
    for (const tool of ["half", "half_later"]) {
      const program = `(let [all (pmap (fn [n] (try (tool/${tool} {:n n}) (catch Exception e :failed))) (range 100))] [(count (filter #{:failed} all)) (last (remove keyword? all))])`;
      expect(await printed(program, { tools })).toBe("[50 49]");
    }
  });

  test("try continues after a failure that was awaited", async () => {
    await expectPrinted(
      [
        ["(try (tool/half_later {:n 3}) (catch Exception e (tool/half_later {:n 8})))", "4"],
        [
          "(try (+ (tool/half_later {:n 4}) (inc nil)) (catch Exception e :caught) (finally (tool/half_later {:n 2})))",
          ":caught",
        ],
        [
          "(loop [n 5] (let [r (try (tool/half_later {:n n}) (catch Exception e nil))] (if r r (recur (inc n)))))",
          "3",
        ],
        [
          "(try (tool/half_later {:n 1}) (catch ArithmeticException e 1) (catch Exception e (ex-message e)))",
          '"1 is odd"',
        ],
      ],
      { tools },
    );
  });

  test("try doesn't catch limits, return or fail", async () => {
    expect(
      await failOf("(try (loop [] (recur)) (catch Throwable e 1))", { limits: { steps: 1000 } }),
    ).toMatchObject({ reason: "step_limit_exceeded" });
    expect(await failOf("(defn f [n] (inc (f n))) (try (f 1) (catch :default e 1))")).toMatchObject(
      { reason: "depth_exceeded" },
    );
    expect(
      await failOf("(try (doall (range 1e9)) (catch Exception e 1))", {
        limits: { memoryBytes: 10_000 },
      }),
    ).toMatchObject({ reason: "memory_exceeded" });
    expect(await failOf("(try (fail :no) (catch Exception e 1))")).toMatchObject({
      reason: "failed",
    });
    expect(await printed("(try (return 1) (catch Exception e 2))")).toBe("1");
  });

  test("calls can nest as deep after a failure as before", async () => {
    const program =
      "(defn deep [n] (if (= n 0) (inc nil) (+ 1 (deep (dec n))))) (dotimes [i 20] (try (deep 300) (catch Exception e nil))) (try (deep 500) (catch Exception e :still))";
    expect(await printed(program)).toBe(":still");
  });
});

describe("finally", () => {
  test("finally runs on every exit, and its value is dropped", async () => {
    const ways = [
      '(try 1 (finally (println "out") 2))',
      '(try (inc nil) (catch Exception e 1) (finally (println "out")))',
      '(try (return 1) (finally (println "out")))',
      '(do (try (inc nil) (finally (println "out"))) 1)',
    ];
    for (const way of ways) expect((await run(way)).prints, way).toEqual(["out"]);
  });

  test("an error in finally replaces the pending one, as in Clojure", async () => {
    expect(await failOf('(try (inc nil) (finally (throw (ex-info "later" {}))))')).toMatchObject({
      message: "later",
    });
  });

  test("an error that passes through finally keeps its location", async () => {
    expect(await failOf("(try\n  (inc nil)\n  (finally (println (str 1))))")).toMatchObject({
      op: "inc",
      details: { position: { line: 2, column: 3 } },
    });
  });

  test("finally has no effects and only a small reserve after the program has ended", async () => {
    let called = 0;
    const counting = { count: (): number => ++called };
    for (const end of ["(return 1)", "(fail :no)", "(loop [] (recur))"]) {
      const step = await run(
        `(try ${end} (finally (println "one") (tool/count {}) (println "two")))`,
        { tools: counting, limits: { steps: 5000 } },
      );
      expect(step.prints, end).toEqual(["one"]);
    }
    expect(called).toBe(0);
    const endless = await run("(try (loop [] (recur)) (finally (loop [] (recur))))", {
      limits: { steps: 1000, timeoutMs: 1000 },
    });
    expect(endless).toMatchObject({ ok: false, fail: { reason: "step_limit_exceeded" } });
    expect(
      await failOf(
        "(try (return 1) (finally (pmap inc [1 2]) (println 1)))".replace(
          "(return 1)",
          "(fail :first)",
        ),
      ),
    ).toMatchObject({ message: ":first" });
  });
});

describe("throw", () => {
  test("an uncaught exception becomes the fail of the step, with its data", async () => {
    expect(await failOf('(do\n  (throw (ex-info "no stock" {:sku 7, :left #{1}})))')).toEqual({
      reason: "eval_error",
      message: "no stock",
      op: "throw",
      details: {
        kind: "ex_info",
        data: { sku: 7, left: [1] },
        position: { offset: 6, line: 2, column: 3 },
        excerpt: '  (throw (ex-info "no stock" {:sku 7, :left #{1}})))\n  ^',
      },
    });
  });

  test("a rethrown error keeps its original location", async () => {
    expect(await failOf("(try\n  (inc nil)\n  (catch Exception e\n    (throw e)))")).toMatchObject({
      op: "inc",
      details: { kind: "type_error", position: { line: 2 } },
    });
    expect(
      await failOf("(try (tool/half {:n 1}) (catch Exception e (throw e)))", { tools }),
    ).toMatchObject({ reason: "tool_error", message: "tool/half failed: 1 is odd" });
  });

  test("only exceptions can be thrown", async () => {
    await expectFailures([
      [
        '(throw "no")',
        "type_error",
        'throw: expected an exception, got string "no"',
        'write (throw (ex-info "message" {:key value}))',
      ],
      [
        "(ex-info :no {})",
        "type_error",
        "ex-info: expected a message, got keyword",
        'write (ex-info "message" {:key value})',
      ],
      [
        '(ex-info "no" 5)',
        "type_error",
        "ex-info: expected a map of data, got number",
        'write (ex-info "message" {:key value})',
      ],
    ]);
  });

  test("an exception returned from the program becomes its message and data", async () => {
    expect(
      await run('(mapv (fn [x] (try (throw (ex-info "a" {:x x})) (catch Exception e e))) [1])'),
    ).toMatchObject({ ok: true, return: [{ message: "a", data: { x: 1 } }] });
  });
});

test("explains a malformed try before anything runs", async () => {
  const shape = "write (try body (catch Exception e handler) (finally clean-up))";
  await expectFailures([
    ["(catch Exception e 1)", "invalid_form", "catch: is allowed only directly in try", shape],
    ["(finally 1)", "invalid_form", "finally: is allowed only directly in try", shape],
    [
      "(try 1 (finally 2) (catch Exception e 3))",
      "invalid_form",
      "try: finally must be last, once",
      shape,
    ],
    [
      "(try 1 (catch Exception e 3) 4)",
      "invalid_form",
      "try: only catch and finally can follow a catch or finally",
      shape,
    ],
    [
      "(try 1 (catch e 3))",
      "invalid_form",
      "catch: expected a class and a name",
      "write (catch Exception e handler); the class may be :default",
    ],
    [
      "(loop [] (try (recur) (finally 1)))",
      "misplaced_recur",
      "recur: it cannot leave a try",
      "return a value from the try, and recur after it: (let [x (try …)] (if … (recur …) …))",
    ],
  ]);
});

test("asserts pre- and postconditions of functions", async () => {
  await expectPrinted([
    ["(defn half [x] {:pre [(even? x)] :post [(< % x)]} (/ x 2)) (half 4)", "2"],
    ["(defn f [x] {:pre [(even? x)]}) (f 3)", "{:pre [false]}"],
  ]);
  await expectFailures([
    [
      "(defn half [x] {:pre [(even? x)]} (/ x 2)) (half 3)",
      "exception",
      "Assert failed: (even? x)",
    ],
    ["((fn [x] {:post [(pos? %)]} (- x)) 1)", "exception", "Assert failed: (pos? %)"],
  ]);
});

test("an operand nested too deep to show ends the program with that error", async () => {
  let deep: unknown = null;
  for (let level = 0; level < 600; level++) deep = new Set([deep]);
  for (const program of ["(+ 1 data/x)", "(mapv (fn [i] (< i data/x)) (range 3))"])
    expect(await run(program, { context: { x: [deep] } })).toMatchObject({
      ok: false,
      fail: {
        reason: "depth_exceeded",
        message: expect.stringContaining("nested more than 512 levels deep") as unknown,
      },
    });
});
