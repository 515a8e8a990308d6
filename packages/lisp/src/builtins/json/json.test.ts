import fc from "fast-check";
import { expect, test } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted, failOf, printed } from "../../../test/evaluate.ts";
import { run } from "../../index.ts";

test("reads JSON, and returns nil for invalid text", async () => {
  await expectPrinted([
    [
      '(json/parse-string " {\\"b\\": [1, 2.0, null, true, -0.5e2], \\"1\\": {}} ")',
      '{"b" [1 2 nil true -50], "1" {}}',
    ],
    [
      '(map json/parse-string ["not json" "" "{" "[1,]" "{\\"a\\"}" "01" "1 2" "\\"a\\nb\\"" "nul" "+1" "[1}" nil 42])',
      "(nil nil nil nil nil nil nil nil nil nil nil nil nil)",
    ],
    [
      '[(json/parse-string "12345678901234567890") (json/parse-string "\\"\\\\u00e9\\\\n\\\\/\\"")]',
      '[12345678901234567890 "é\\n/"]',
    ],
    [
      '(json/parse-string "{\\"a\\":1,\\"a\\":2,\\"__proto__\\":{\\"x\\":1},\\"constructor\\":3}")',
      '{"a" 2, "__proto__" {"x" 1}, "constructor" 3}',
    ],
  ]);
});

test("fields are found by keyword and written under their original spelling", async () => {
  await expectPrinted([
    [
      '(let [row (json/parse-string "{\\"due_date\\": 1}")] [(:due-date row) (assoc row :due-date 2)])',
      '[1 {"due_date" 2}]',
    ],
    [
      '[(json/parse-string "{\\"a\\":[{\\"b\\":1}]}" true) (json/read-str "{\\"a\\":1}" :key-fn keyword) (json/parse-string "{\\"a\\":1}" (fn [k] (str k "!")))]',
      '[{:a [{:b 1}]} {:a 1} {"a!" 1}]',
    ],
  ]);
  await expectFailures([
    [
      '(json/read-str "{}" :eof nil)',
      "argument_error",
      "json/read-str: the only option is :key-fn with a function",
    ],
  ]);
});

test("rejects a key function that waits for a tool", async () => {
  const tools = {
    echo: async (args: unknown) => Promise.resolve(args),
    broken: async () => Promise.reject(new Error("no")),
  };
  for (const tool of ["echo", "broken"]) {
    const fail = await failOf(`(json/parse-string "{\\"a\\":1}" (fn [k] (tool/${tool} {:k k})))`, {
      tools,
    });
    expect(fail.message).toBe("json/parse-string: the function for keys cannot call tools");
  }
});

test("writes values as JSON", async () => {
  await expectPrinted([
    [
      '(json/generate-string {:a 1 "b" [nil true 1.5 "x\\n\\u0001"] :c/d #{:k} 1 {} nil 2 true 3})',
      '"{\\"a\\":1,\\"b\\":[null,true,1.5,\\"x\\\\n\\\\u0001\\"],\\"c/d\\":[\\"k\\"],\\"1\\":{},\\"nil\\":2,\\"true\\":3}"',
    ],
    [
      '[(json/generate-string 12345678901234567890) (json/generate-string (LocalDate/parse "2026-01-02")) (json/generate-string (take 2 (range))) (json/write-str nil)]',
      '["12345678901234567890" "\\"2026-01-02\\"" "[0,1]" "null"]',
    ],
  ]);
  await expectFailures([
    [
      "(json/generate-string {:a inc})",
      "argument_error",
      "json/generate-string: a function has no JSON form",
      "omit it, or convert it with str",
    ],
    [
      "(json/generate-string ##Inf)",
      "argument_error",
      "json/generate-string: ##Inf has no JSON form",
      "replace it with nil, or with (str x)",
    ],
    [
      "(json/generate-string {[1] 2})",
      "argument_error",
      "json/generate-string: a vector cannot be a key in JSON",
      "use strings or keywords as keys, or write a vector of pairs",
    ],
    [
      '(json/generate-string {:a 1 "a" 2})',
      "argument_error",
      'json/generate-string: two keys are both "a" in JSON',
      "rename one of them",
    ],
    [
      '(json/generate-string #"a")',
      "argument_error",
      'json/generate-string: regex #"a" has no JSON form',
    ],
  ]);
});

/** Converts integers that JSON.parse rounds and the language keeps exact. */
function asNumbers(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

test("reads and writes JSON the same way as JSON.parse and JSON.stringify", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.constantFrom(0, 2), async (json, indent) => {
      const value: unknown = JSON.parse(json);
      const step = await run(
        "[(json/parse-string data/text) (json/generate-string (json/parse-string data/text))]",
        { context: { text: JSON.stringify(value, null, indent) } },
      );
      const [parsed, written] = step.ok ? (step.return as [unknown, string]) : [undefined, ""];
      expect(JSON.stringify(parsed, asNumbers)).toBe(JSON.stringify(value));
      expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 200 },
  );
});

test("accepts the same texts as JSON.parse", async () => {
  const texts = fc
    .array(
      fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        "a",
        "\\",
        "n",
        "u00e9",
        "1",
        "-",
        ".",
        "e",
        "0",
        " ",
        "\n",
        "true",
        "null",
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      let expected: unknown = null;
      try {
        expected = JSON.parse(text);
      } catch {
        // The expected value stays nil.
      }
      const step = await run("(json/parse-string data/text)", { context: { text } });
      expect(step.ok && JSON.stringify(step.return, asNumbers)).toBe(JSON.stringify(expected));
    }),
    { numRuns: 500 },
  );
});

test("bounds the depth and size of JSON", async () => {
  expect((await failOf('(json/parse-string (join (repeat 5000 "[")))')).reason).toBe(
    "depth_exceeded",
  );
  expect(
    (
      await failOf('(json/parse-string (str "[" (join "," (repeat 1000 "[]")) "]"))', {
        limits: { memoryBytes: 60_000 },
      })
    ).reason,
  ).toBe("memory_exceeded");
  expect(
    (
      await failOf(
        "(json/generate-string (loop [v [1] i 0] (if (< i 60) (recur [v v] (inc i)) v)))",
        { limits: { steps: 1_000_000 } },
      )
    ).reason,
  ).toMatch(/_exceeded$/);
  expect(await printed('(count (json/parse-string (str "[" (join "," (range 10000)) "]")))')).toBe(
    "10000",
  );
});
