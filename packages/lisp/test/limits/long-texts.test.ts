// Long texts: a builtin charges for its result before making it, piece by piece. Reading formats,
// replacements and patterns takes time in proportion to their length.

import { describe, expect, test } from "vitest";
import { run } from "../../src/index.ts";
import { failOf, printed } from "../evaluate.ts";
import { doubled, expectLimit } from "./expect-limit.ts";

describe("replacements that would be too long", () => {
  const text = doubled("x", 20);
  test.each([
    `(.replace ${text} "" "-")`,
    `(.replace ${text} "x" "yy")`,
    `(clojure.string/replace ${text} "" "-")`,
    `(clojure.string/replace ${text} "x" "yy")`,
    `(clojure.string/replace ${text} #"x" "yy")`,
    `(clojure.string/replace ${text} #"" "-")`,
    `(clojure.string/replace ${text} #"x" (fn [_] "yy"))`,
    `(clojure.string/replace "aaaa" "a" ${doubled("b", 21)})`,
    `(clojure.string/replace "aaaa" #"a" ${doubled("b", 21)})`,
    `(clojure.string/escape ${text} {"x" "yy"})`,
    `(clojure.string/split ${text} "")`,
    `(clojure.string/split ${text} #"")`,
    `(re-seq #"x" ${text})`,
    `(format ${JSON.stringify("%1$S".repeat(40))} ${text})`,
  ])("stops a replacement that would be too long before making it: %s", async (source) => {
    await expectLimit("memoryBytes", `(count ${source})`, {
      limits: { steps: 50_000_000, memoryBytes: 16_000_000 },
    });
  });
});

describe("reading in linear time", () => {
  // Each of these took minutes when the time grew with the square of the length.
  const zeros = doubled("0", 20);
  test.each([
    [`(format (str "%" ${zeros}) 1)`, "argument_error"],
    [`(format (str "%1" ${zeros} "q") 1)`, "memory_exceeded"],
    [`(format (str "%-" ${zeros} "1") 1)`, "argument_error"],
    [`(clojure.string/replace "a" #"(a)" (str "$" ${zeros} "2"))`, undefined],
    [`(clojure.string/replace "a" #"(a)" (str "$" ${zeros}))`, undefined],
    [`(apropos ${doubled("a ", 19)})`, "step_limit_exceeded"],
    [`(Boolean/parseBoolean ${doubled("TRUE", 20)})`, undefined],
  ] as const)(
    "reads a long format or replacement in linear time: %s",
    { tags: "full" },
    async (source, kind) => {
      const before = process.cpuUsage();
      const step = await run(`(count [${source}])`, { limits: { timeoutMs: 60_000 } });
      const { user, system } = process.cpuUsage(before);
      expect(step.ok ? undefined : (step.fail.details?.kind ?? step.fail.reason)).toBe(kind);
      expect((user + system) / 1_000_000).toBeLessThan(10);
    },
  );

  test("an error shows the beginning of a long format", async () => {
    const { message } = await failOf(`(format (str "%1" ${doubled("0", 15)} "$s") 1)`);
    expect(message.length).toBeLessThan(200);
  });
});

describe("replacement", () => {
  test(
    "replaces the same in texts that are assembled from several parts",
    { tags: "full" },
    async () => {
      const text = '(apply str (repeat 5000 "ab"))';
      for (const call of [
        `(.replace ${text} "b" "<>")`,
        `(clojure.string/replace ${text} "b" "<>")`,
        `(clojure.string/replace ${text} #"b" "<>")`,
        `(clojure.string/replace ${text} #"b" (fn [_] "<>"))`,
        `(clojure.string/escape ${text} {"b" "<>"})`,
      ])
        expect(await printed(`(= ${call} (apply str (repeat 5000 "a<>")))`), call).toBe("true");
    },
  );

  test("finds empty texts before every character and at the end, as in Java", async () => {
    expect(await printed('(.replace "a😀" "" "-")')).toBe('"-a-😀-"');
    expect(await printed('(.replace "" "" "-")')).toBe('"-"');
    expect(await printed('(.replace "abc" "x" "-")')).toBe('"abc"');
  });

  test("reads groups in replacements as Java does", async () => {
    expect(await printed('(clojure.string/replace "a" #"(a)" "$1$01$12$0")')).toBe('"aaa2a"');
    expect(await printed('(clojure.string/replace "ab" #"a" "\\\\$\\\\a\\\\\\\\x")')).toBe(
      '"$a\\\\xb"',
    );
  });
});
