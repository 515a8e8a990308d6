import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { memoryHost, ptc } from "../../test/memory-host.ts";
import { main } from "../main.ts";

type Answer = Readonly<Record<string, unknown>>;

async function batch(...lines: readonly (string | object)[]): Promise<Answer[]> {
  const input = lines
    .map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`)
    .join("");
  const { code, output, errors } = await ptc(["eval", "--batch"], { input });
  expect([code, errors]).toEqual([0, ""]);
  return output
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Answer);
}

async function answer(request: object): Promise<Answer> {
  const [only = {}] = await batch({ id: 1, ...request });
  return only;
}

describe("ptc eval --batch", () => {
  test("responds to every line in order, with the documented fields", async () => {
    expect(
      await batch(
        { id: "a", program: "(println 1) {:x data/n}", context: { n: 2 } },
        { id: 7, program: '(fail "no")' },
        { program: "nil" },
      ),
    ).toEqual([
      { id: "a", ok: true, return: { x: 2 }, text: "{:x 2}", prints: ["1"], memory: {} },
      {
        id: 7,
        ok: false,
        fail: expect.objectContaining({ reason: "failed", message: "no" }) as object,
        prints: [],
        memory: {},
      },
      { id: null, ok: true, return: null, text: "nil", prints: [], memory: {} },
    ]);
  });

  test("writes host values as JSON, whatever their keys", async () => {
    const { return: returned, text } = await answer({
      program: '{"__proto__" 1 :big 12345678901234567890 :deep {[1] :k} :set #{1}}',
    });
    expect(Object.keys(returned as object)).toEqual(["__proto__", "big", "deep", "set"]);
    expect(returned).toMatchObject({
      big: { $integer: "12345678901234567890" },
      deep: { $map: [[[1], "k"]] },
      set: [1],
    });
    expect(text).toBe('{"__proto__" 1, :big 12345678901234567890, :deep {[1] :k}, :set #{1}}');
  });

  test("returns memory in a form that the next request accepts", async () => {
    const first = await answer({
      program: "(def n (* n 3)) (def m {1 :one})",
      memory: { n: { $integer: "9007199254740993" }, s: "x" },
    });
    expect(first["memory"]).toEqual({
      n: { $integer: "27021597764222979" },
      s: "x",
      m: { $map: [[1, "one"]] },
    });
    expect(await answer({ program: "[n (get m 1)]", memory: first["memory"] })).toMatchObject({
      text: '[27021597764222979 "one"]',
    });
    expect(await answer({ program: "(def n 5) (nope)", memory: { n: 1 } })).toMatchObject({
      ok: false,
      memory: { n: 1 },
    });
    expect((await answer({ program: '(def m {:a 1 "a" 2}) 1' }))["memory"]).toEqual({
      m: { $text: '{:a 1, "a" 2}' },
    });
  });

  test("a value without a form as JSON is undefined in the next request", async () => {
    const { memory, warnings } = await answer({
      program: "(def xs (iterate inc 0)) (def page {:rows xs}) (def n 1) nil",
    });
    expect(warnings).toEqual([
      'xs is not in "memory", because it has uncomputed elements; save a part of it, as in (def xs (vec (take 100 …)))',
    ]);
    for (const name of ["xs", "page"])
      expect(await answer({ program: name, memory })).toMatchObject({
        ok: false,
        fail: { message: `unknown symbol ${name}` },
      });
    expect(await answer({ program: "n", memory })).toMatchObject({ text: "1", memory: { n: 1 } });
  });

  test("reads integers of any size exactly in every field of a request", async () => {
    const line = `{"id":[1234567890123456789],"program":"[data/id (:k data/m) n (tool/get {}) (tool/same {:id data/id})]",
      "context":{"id":1234567890123456789,"m":{"k":[[-9007199254740993]],"1234567890123456789":"12345678901234567"}},
      "memory":{"n":123456789012345678},"tools":{"get":{"returns":{"id":123456789012345679}},"same":"echo"}}`;
    const { output } = await ptc(["eval", "--batch"], { input: `${line.replaceAll("\n", " ")}\n` });
    expect(output.slice(0, 28)).toBe('{"id":[1234567890123456789],');
    expect(JSON.parse(output)).toMatchObject({
      ok: true,
      text: '[1234567890123456789 [[-9007199254740993]] 123456789012345678 {"id" 123456789012345679} {"id" 1234567890123456789}]',
      memory: { n: { $integer: "123456789012345678" } },
    });
  });

  test("keeps a whole double beyond 2^53 a double in the memory of the next request", async () => {
    const { memory } = await answer({ program: "(def x 1e20) (def m {:n [1e300 1.5]})" });
    expect(memory).toEqual({
      x: { $number: "100000000000000000000" },
      m: { n: [{ $number: "1e+300" }, 1.5] },
    });
    expect(await answer({ program: "[(* x x) m]", memory })).toMatchObject({
      text: '[1e+40 {"n" [1e+300 1.5]}]',
    });
  });

  test("takes an integer of any size for :int", async () => {
    const request = { program: "(* 9007199254740991 3)", signature: ":int" };
    expect(await answer(request)).toMatchObject({
      ok: true,
      return: { $integer: "27021597764222973" },
    });
  });

  test(
    "refuses integers that no program produces, and very many large ones",
    { tags: "full" },
    async () => {
      const integer = (digits: number) => ({ $integer: "7".repeat(digits) });
      expect(
        await batch(
          { id: 1, program: "x", memory: { x: integer(4_000_000) } },
          { id: 2, program: "1", memory: { x: Array<unknown>(40).fill(integer(150_000)) } },
          { id: 3, program: "(mod x 10)", memory: { x: integer(150_000) } },
        ),
      ).toMatchObject([
        {
          id: 1,
          ok: false,
          fail: {
            reason: "invalid_request",
            message: "line 1: memory: integers of more than 524288 bits can't be read",
          },
        },
        {
          id: 2,
          ok: false,
          fail: {
            message: "line 2: memory: reading large integers takes more than 5000000 units of work",
          },
        },
        { id: 3, ok: true, return: 7 },
      ]);
    },
  );

  test("calls the stub tools of a request", async () => {
    const tools = {
      same: "echo",
      list: { returns: [1, { a: 2 }] },
      broken: { error: "backend down" },
      crash: { throws: "kaboom" },
    };
    expect(await answer({ tools, program: "[(tool/same {:a-b 1}) (tool/list {})]" })).toMatchObject(
      { text: '[{"a-b" 1} [1 {"a" 2}]]' },
    );
    expect(await answer({ tools, program: "(tool/broken {})" })).toMatchObject({
      ok: false,
      fail: { reason: "tool_error", message: "tool/broken failed: backend down" },
    });
    expect(await answer({ tools, program: "(tool/crash {})" })).toMatchObject({
      ok: false,
      fail: { reason: "tool_error", message: "tool/crash failed: kaboom" },
    });
    expect(await answer({ tools: ["a", "__proto__"], program: "(tool/a {:x 1})" })).toMatchObject({
      return: { x: 1 },
    });
    expect(await answer({ tools: ["search"], program: "(tool/serch {})" })).toMatchObject({
      ok: false,
      fail: { reason: "tool_not_found" },
    });
  });

  test("checks the value against a signature, and stops a program at its time limit", async () => {
    expect(await answer({ program: "{:count 2}", signature: "{count :int}" })).toMatchObject({
      ok: true,
      return: { count: 2 },
    });
    expect(await answer({ program: '{:count "x"}', signature: "{count :int}" })).toMatchObject({
      ok: false,
      fail: {
        reason: "validation_error",
        message: expect.stringContaining('count: expected int, got string "x"') as string,
      },
    });
    expect(await answer({ program: "(loop [] (recur))", timeout: 20 })).toMatchObject({
      ok: false,
      fail: { reason: "timeout" },
    });
  });

  test.each([
    [
      "oops",
      null,
      'line 1: not JSON: expected a value, or a string in double quotes, got "o" at column 1',
    ],
    ["[1]", null, "line 1: expected a JSON object, got a list"],
    [{ id: 1 }, 1, "line 1: program: expected a string, got nothing"],
    [{ id: { a: 1 }, program: 1 }, { a: 1 }, "line 1: program: expected a string, got a number"],
    [{ id: 1, program: "1", context: [] }, 1, "line 1: context: expected an object, got a list"],
    [
      { id: 1, program: "1", timeout: 0 },
      1,
      "line 1: timeout: expected a positive number of milliseconds, got 0",
    ],
    [
      { id: 1, program: "1", tools: { a: { return: 1 } } },
      1,
      'line 1: tools.a: expected "echo", {"returns": value}, {"error": message} or {"throws": message}, got an object',
    ],
    [{ id: 1, program: "1", tools: [1] }, 1, "line 1: tools[0]: expected a name, got a number"],
    [
      { id: 1, program: "1", tools: { a: { error: 1 } } },
      1,
      "line 1: tools.a.error: expected a string, got a number",
    ],
    [
      { id: 1, program: "1", signature: "{a :integer}" },
      1,
      "line 1: signature: unknown type :integer at line 1, column 4: write :int",
    ],
  ])("reports the malformed line %j and continues", async (line, id, message) => {
    expect(await batch(line, { id: "next", program: "(+ 1 2)" })).toEqual([
      { id, ok: false, fail: { reason: "invalid_request", message }, prints: [] },
      expect.objectContaining({ id: "next", ok: true, text: "3" }),
    ]);
  });

  test("rejects invalid UTF-8, ignores blank lines, and accepts a last line without a line feed", async () => {
    const input = [Uint8Array.from([0x22, 0xff, 0x0a]), "\n  \r\n", '{"id":2,"program":"1"}'];
    const { code, output } = await ptc(["eval", "--batch"], { input });
    expect(code).toBe(0);
    expect(
      output
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Answer),
    ).toMatchObject([
      { id: null, fail: { message: "line 1: invalid UTF-8 at byte 1 (0xff)" } },
      { id: 2, text: "1" },
    ]);
  });

  test("escapes line separators, so that every reader finds one result per line", async () => {
    const { output } = await ptc(["eval", "--batch"], {
      input: `${JSON.stringify({ id: "\u2028", program: '(str "\\u2028" "\\u0085")' })}\n`,
    });
    expect(output.split(/[\n\u2028\u0085]/)).toHaveLength(2);
    expect(JSON.parse(output)).toMatchObject({ id: "\u2028", return: "\u2028\u0085" });
  });

  test("reads a file, and reports one that can't be read", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ptc-batch-"));
    try {
      writeFileSync(join(folder, "requests.jsonl"), '{"id":1,"program":"(+ 1 1)"}\n');
      expect(await ptc(["eval", "--batch", "requests.jsonl"], { folder })).toMatchObject({
        code: 0,
        errors: "",
      });
      expect(await ptc(["eval", "--batch", "none.jsonl"], { folder })).toEqual({
        code: 2,
        output: "",
        errors: "ptc eval: requests file none.jsonl: no such file\n",
      });
      expect(await ptc(["eval", "--batch", "."], { folder })).toEqual({
        code: 2,
        output: "",
        errors: "ptc eval: requests file .: this is a folder, not a file\n",
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("reads only as fast as its results are consumed", async () => {
    const host = memoryHost({
      input: Array.from(
        { length: 200 },
        (_, index) => `{"id":${String(index)},"program":"(apply str (repeat 2000 \\"x\\"))"}\n`,
      ),
    });
    let isHeldBack = true;
    const release: (() => void)[] = [];
    host.output._write = (_chunk, _encoding, done: () => void) => {
      if (isHeldBack) release.push(done);
      else done();
    };
    const running = main(["eval", "--batch"], host);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(host.input.readableEnded).toBe(false);
    isHeldBack = false;
    for (const done of release) done();
    expect(await running).toBe(0);
    expect(host.input.readableEnded).toBe(true);
  });
});
