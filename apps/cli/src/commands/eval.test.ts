import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ptc } from "../../test/memory-host.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-eval-"));
  const files: Record<string, string | Uint8Array> = {
    "program.clj": "(map inc data/numbers)",
    "context.json": '{"numbers": [1, 2], "__proto__": 3}',
    "list.json": "[1]",
    "text.json": '"a"',
    "broken.json": '{\n  "numbers": [1,]\n}',
    "tools.mjs":
      "export const fetch = ({ id }) => ({ name: `n${id}` }); export const bad = () => { throw new Error('no') };",
    "one.json": '{"id": 7}',
    "ids.json":
      '{"id":1234567890123456789,"m":{"9007199254740993":[[-9007199254740993,"\\"1,2"]]}}',
    "ids.jsonl": '{"id":9007199254740995}\n[9007199254740997]\n',
    "digits.json": `{"n":${"7".repeat(200_000)}}`,
    "latin.clj": Uint8Array.from([0x22, 0xe9, 0x22]),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const evaluate = (...commandArguments: string[]) => ptc(["eval", ...commandArguments], { folder });

describe("ptc eval", () => {
  test("prints the program's output, then its value as Clojure text", async () => {
    expect(await evaluate('(println "a" 1) (println :b) {:a [1 "x"], nil #{2}}')).toEqual({
      code: 0,
      output: 'a 1\n:b\n{:a [1 "x"], nil #{2}}\n',
      errors: "",
    });
  });

  test("reads the program from a file or standard input, and data from a JSON file", async () => {
    expect(await evaluate("--file", "program.clj", "--context", "context.json")).toEqual({
      code: 0,
      output: "(2 3)\n",
      errors: "",
    });
    for (const commandArguments of [[], ["-"], ["--file", "-"]]) {
      expect(
        await ptc(["eval", ...commandArguments], { folder, input: ["(+ 1", " 2)\n"] }),
      ).toEqual({ code: 0, output: "3\n", errors: "" });
    }
  });

  test("treats an argument that names a file as the file", async () => {
    expect(await evaluate("program.clj", "--context", "context.json")).toMatchObject({
      code: 0,
      output: "(2 3)\n",
    });
    expect((await evaluate("program.txt")).errors).toContain("program.txt: no such file");
  });

  test("reads integers beyond 2^53 in data exactly, and refuses those of too many digits", async () => {
    expect(await evaluate("[data/id data/m]", "--context", "ids.json")).toEqual({
      code: 0,
      output: '[1234567890123456789 {"9007199254740993" [[-9007199254740993 "\\"1,2"]]}]\n',
      errors: "",
    });
    expect(await evaluate("data/rows", "--context", "ids.jsonl")).toMatchObject({
      output: '[{"id" 9007199254740995} [9007199254740997]]\n',
    });
    const typed = ["data/id", "--signature", "(id :int) -> :int", "--context", "ids.json"];
    expect(await evaluate(...typed)).toMatchObject({ output: "1234567890123456789\n" });
    expect(await evaluate(...typed, "--json")).toMatchObject({
      output: expect.stringContaining('"return":{"$integer":"1234567890123456789"}') as string,
    });
    expect((await evaluate("1", "--context", "digits.json")).errors).toContain(
      "context file digits.json: integers of more than 524288 bits can't be read: write them as text",
    );
  });

  test("reads JSON lists and JSON lines as data/rows, also from standard input", async () => {
    const program = "(mapv identity data/rows)";
    expect((await evaluate(program, "-c", "list.json")).output).toBe("[1]\n");
    const piped = (input: string) => ptc(["eval", program, "-c", "-"], { folder, input });
    expect((await piped('{"a": 1}\n\n{"a": 2}\n')).output).toBe('[{"a" 1} {"a" 2}]\n');
    expect((await piped('{\n"rows": [3]\n}\n')).output).toBe("[3]\n");
    expect((await piped("[1]\n")).output).toBe("[1]\n");
    expect(await piped("1\n{\n")).toMatchObject({
      code: 2,
      errors: expect.stringContaining(
        "context on standard input: line 2: not JSON: expected , or }",
      ) as string,
    });
    expect((await ptc(["eval", "-", "-c", "-"], { folder, input: "1" })).errors).toContain(
      "standard input is used for the context",
    );
  });

  test("has an option for each limit", async () => {
    const limited = await evaluate("(loop [] (recur))", "--steps", "1e3");
    expect(limited).toMatchObject({ code: 1 });
    expect(limited.errors).toContain("its limit of 1000 steps");
    for (const value of ["0", "-1", "1.5", "ten", "1e400"])
      expect(await evaluate("1", `--timeout-ms=${value}`)).toMatchObject({
        code: 2,
        errors: expect.stringContaining(
          "--timeout-ms needs a whole number of milliseconds above 0",
        ) as string,
      });
  });

  test("checks the context and the value against a signature", async () => {
    const words = ["(str data/id)", "--signature", "(id :int) -> :string", "--context"];
    expect(await evaluate(...words, "one.json")).toMatchObject({ code: 0, output: '"7"\n' });
    expect(await evaluate(...words, "context.json")).toEqual({
      code: 2,
      output: "",
      errors: expect.stringContaining(
        "ptc eval: the context doesn't match the signature: id: ",
      ) as string,
    });
    const wrong = await evaluate("(+ 1 2)", "--signature", "() -> :string");
    expect([wrong.code, wrong.output]).toEqual([1, ""]);
    expect(wrong.errors).toContain("validation_error: expected string, got ");
    const json = await evaluate("[1]", "--json", "--signature", "[:int]");
    expect(JSON.parse(json.output)).toMatchObject({ ok: true, return: [1], text: "[1]" });
    expect((await evaluate("1", "--signature", "() -> :itn")).errors).toContain(
      "ptc eval: --signature: ",
    );
  });

  test("provides the tools of a module", async () => {
    const named = await evaluate("(:name (tool/fetch {:id 7}))", "--tools", "tools.mjs");
    expect(named).toEqual({ code: 0, output: '"n7"\n', errors: "" });
    const failed = await evaluate("(tool/bad {})", "--tools", "tools.mjs");
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.errors).toContain("tool_error: ");
    expect(await evaluate("1", "--tools", "program.clj")).toMatchObject({ code: 2, output: "" });
  });

  test("prints a program's failure reason and message on one line", async () => {
    const { code, errors } = await evaluate('(fail {:reason "x\\nptc: done" :message "a\\nb"})');
    expect([code, errors.split("\n")[0]]).toEqual([
      1,
      "x\\u000aptc: done: a\\u000ab (line 1, column 1)",
    ]);
  });

  test("prints a failure with its location to standard error", async () => {
    const { code, output, errors } = await evaluate('(println "before")\n(+ 1 "a")');
    expect([code, output]).toEqual([1, "before\n"]);
    expect(errors).toContain(
      'eval_error: +: expected a number, got string "a" (line 2, column 1)\n(+ 1 "a")\n^\n',
    );
  });

  test("escapes control characters in values, output and failures", async () => {
    const { output } = await evaluate('(println "\\u001b[2J") "\\u009b\\u202e"');
    expect(output).toBe('\\u001b[2J\n"\\u009b\\u202e"\n');
    expect(
      (await evaluate('(fail {:reason :r\\u001b :message "\\u001b]0;x"})')).errors,
    ).not.toContain("\u001b");
  });

  test("prints colors only on a terminal, and not if NO_COLOR is set", async () => {
    const errorsOf = async (environment: Record<string, string>, columns?: number) =>
      (
        await ptc(["eval", "(nope)"], {
          environment,
          ...(columns === undefined ? {} : { columns }),
        })
      ).errors;
    expect(await errorsOf({}, 80)).toContain("\u001b[31m");
    expect(await errorsOf({ NO_COLOR: "1" }, 80)).not.toContain("\u001b");
    expect(await errorsOf({ FORCE_COLOR: "1", NO_COLOR: "1" })).toContain("\u001b[31m");
    expect(await errorsOf({ FORCE_COLOR: "0" }, 80)).not.toContain("\u001b");
    expect(await errorsOf({ TERM: "dumb" }, 80)).not.toContain("\u001b");
    expect(await errorsOf({})).not.toContain("\u001b");
  });

  test("prints one line of JSON with --json", async () => {
    const { code, output } = await evaluate(
      "--json",
      "(println 1) {:a nil 2 [10000000000000000000 ##NaN #{:k}]}",
    );
    expect([code, output.split("\n").length]).toEqual([0, 2]);
    expect(JSON.parse(output)).toEqual({
      ok: true,
      return: {
        $map: [
          ["a", null],
          [2, [{ $integer: "10000000000000000000" }, { $number: "NaN" }, ["k"]]],
        ],
      },
      text: "{:a nil, 2 [10000000000000000000 ##NaN #{:k}]}",
      prints: ["1"],
      usage: {
        durationMs: expect.any(Number) as number,
        steps: expect.any(Number) as number,
        memoryBytes: expect.any(Number) as number,
        peakMemoryBytes: expect.any(Number) as number,
        toolCalls: 0,
      },
    });
    const failed = await evaluate("--json", '(fail {:reason :no :message "m"})');
    expect([failed.code, failed.errors]).toEqual([1, ""]);
    const answer = JSON.parse(failed.output) as Record<string, unknown>;
    expect(Object.keys(answer)).toEqual(["ok", "fail", "prints", "usage"]);
    expect(answer["fail"]).toMatchObject({ reason: "no", message: "m" });
  });

  test.each([
    ["an unclosed program", ["(+ 1"], 1, "parse_error: Unclosed ("],
    ["10,000 open brackets", ["(".repeat(10_000)], 1, "parse_error: Nested more than"],
    ["an unknown symbol", ["(filtr odd? [1])"], 1, "did you mean `filter`"],
    ["a missing tool", ["(tool/fetch {})"], 1, "tool_not_found: "],
    [
      "a context that is not JSON",
      ["1", "--context", "broken.json"],
      2,
      'ptc eval: context file broken.json: not JSON: expected a value, got "]" at line 2, column 17\n',
    ],
    [
      "a context that is no object",
      ["1", "--context", "text.json"],
      2,
      "ptc eval: context file text.json: expected a JSON object (its fields become data/…) or a list (it becomes data/rows), got a string\n",
    ],
    [
      "a context file that is not there",
      ["1", "--context", "no.json"],
      2,
      "ptc eval: context file no.json: no such file\n",
    ],
    [
      "a program file that is a folder",
      ["--file", "."],
      2,
      "ptc eval: program .: this is a folder, not a file\n",
    ],
    [
      "a program in another encoding",
      ["--file", "latin.clj"],
      2,
      "ptc eval: program latin.clj: invalid UTF-8 in line 1, at byte 1 (0xe9)\n",
    ],
    [
      "two programs",
      ["1", "--file", "program.clj"],
      2,
      "ptc eval: use either a program argument or --file, not both\n",
    ],
    [
      "--batch with what each line brings",
      ["--batch", "--context", "context.json"],
      2,
      "ptc eval: --context can't be used with --batch",
    ],
  ])(
    "reports %s in one message with its location",
    async (_what, commandArguments, code, message) => {
      const outcome = await evaluate(...commandArguments);
      expect([outcome.code, outcome.output]).toEqual([code, ""]);
      expect(outcome.errors).toContain(message);
      expect(outcome.errors).not.toMatch(/^\s+at /m);
    },
  );
});

test.each(["missing.clj", "./programs/missing.clj", "missing-file.txt"])(
  "reports the missing file %j instead of an unknown symbol",
  async (name) => {
    const { code, errors } = await ptc(["eval", name]);
    expect([code, errors]).toEqual([2, `ptc eval: program ${name}: no such file\n`]);
  },
);

test.each(["data/x", "(str :a.clj)", "nofile.unknown"])(
  "evaluates %j as a program",
  async (text) => {
    expect((await ptc(["eval", text])).errors).not.toContain("no such file");
  },
);
