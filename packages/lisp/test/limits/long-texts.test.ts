// Long texts: what a builtin makes of one is charged before it is made, piece by piece, and no
// format, replacement or pattern makes reading it take more than time in proportion to its length.

import { describe, expect, test } from "vitest";
import { run } from "../../src/index.ts";
import { failOf, printed } from "../evaluate.ts";
import { doubled, expectLimit } from "./expect-limit.ts";

describe("a replacement that would be too long is ended before it is made", () => {
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
  ])("%s", async (source) => {
    await expectLimit("memoryBytes", `(count ${source})`, {
      limits: { steps: 50_000_000, memoryBytes: 16_000_000 },
    });
  });
});

describe("reading takes time in proportion to the length", () => {
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
  ] as const)("%s", async (source, kind) => {
    const before = process.cpuUsage();
    const step = await run(`(count [${source}])`, { limits: { timeoutMs: 60_000 } });
    const { user, system } = process.cpuUsage(before);
    expect(step.ok ? undefined : (step.fail.details?.kind ?? step.fail.reason)).toBe(kind);
    expect((user + system) / 1_000_000).toBeLessThan(10);
  });

  test("of a format with much to say, a message shows the beginning", async () => {
    const { message } = await failOf(`(format (str "%1" ${doubled("0", 15)} "$s") 1)`);
    expect(message.length).toBeLessThan(200);
  });
});

describe("what is replaced", () => {
  test("is the same for texts that are put together in several parts", async () => {
    const text = '(apply str (repeat 5000 "ab"))';
    for (const call of [
      `(.replace ${text} "b" "<>")`,
      `(clojure.string/replace ${text} "b" "<>")`,
      `(clojure.string/replace ${text} #"b" "<>")`,
      `(clojure.string/replace ${text} #"b" (fn [_] "<>"))`,
      `(clojure.string/escape ${text} {"b" "<>"})`,
    ])
      expect(await printed(`(= ${call} (apply str (repeat 5000 "a<>")))`), call).toBe("true");
  });

  test("are empty texts before every character and at the end, as in Java", async () => {
    expect(await printed('(.replace "a😀" "" "-")')).toBe('"-a-😀-"');
    expect(await printed('(.replace "" "" "-")')).toBe('"-"');
    expect(await printed('(.replace "abc" "x" "-")')).toBe('"abc"');
  });

  test("reads groups as Java does", async () => {
    expect(await printed('(clojure.string/replace "a" #"(a)" "$1$01$12$0")')).toBe('"aaa2a"');
    expect(await printed('(clojure.string/replace "ab" #"a" "\\\\$\\\\a\\\\\\\\x")')).toBe(
      '"$a\\\\xb"',
    );
  });
});
