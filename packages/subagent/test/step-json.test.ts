// Steps written as JSON and read back: nothing that has a written form is lost, and no JSON from
// outside makes the reader throw.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Keyword, RegexValue, SymbolValue } from "@ptc/core/values";
import { Memory } from "@ptc/lisp";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, failedStep, run, successfulStep, type MissionStep } from "../src/index.ts";
import {
  stepFromJson,
  stepSchema,
  stepToJson,
  type StepFromJsonResult,
} from "../src/step-json/index.ts";

/** What a file keeps of it. */
const written = (step: MissionStep): Record<string, unknown> =>
  JSON.parse(JSON.stringify(stepToJson(step))) as Record<string, unknown>;

async function readBack(step: MissionStep): Promise<MissionStep> {
  const result = await stepFromJson(written(step));
  if (!result.ok) throw new Error(result.message);
  return result.step;
}

/** Memory compares by what it holds. */
const plain = (step: MissionStep): unknown => ({
  ...step,
  memory: step.memory.toJSON(),
  turns: step.turns.map((turn) => ({ ...turn, memory: turn.memory.toJSON() })),
});

describe("a step of a mission", () => {
  test("comes back with everything that was on it", async () => {
    const llm = createScriptedModel([
      {
        text: '(def rows (tool/find {:q "a"}))\n(println (count rows))\n(step-done "1" "looked")\n(task "t" #{:a})',
        usage: { inputTokens: 10, outputTokens: 2 },
      },
      "(def twice (fn [x] (* 2 x))) (pmap twice [1 2])",
      "(foo)",
      "(return {:day (:at (first rows)) :big 18446744073709551616 :n (twice 21)})",
    ]);
    const agent = defineAgent({
      prompt: "Find {{what}}.",
      signature: "(what :string) -> {day :datetime, big :any, n :int}",
      plan: ["look", "answer"],
      fieldDescriptions: { n: "a number" },
      tools: {
        find: {
          description: "Finds.",
          signature: "(q :string) -> [:any]",
          cache: true,
          execute: () => [{ at: new Date(5), _token: "t" }],
        },
      },
    });
    const step = await run(agent, {
      llm,
      context: { what: "it" },
      journal: {},
      collectMessages: true,
    });
    expect(step).toMatchObject({
      ok: true,
      return: { day: new Date(5), big: 18446744073709551616n, n: 42 },
    });
    const read = await readBack(step);
    expect(plain(read)).toEqual(plain(step));
    expect(Object.keys(read).sort()).toEqual(Object.keys(step).sort());
    const next = await run(defineAgent({ prompt: "Go on." }), {
      llm: createScriptedModel(["(return (twice (count rows)))"]),
      memory: read.memory,
      toolCache: read.toolCache,
    });
    expect(next).toMatchObject({ ok: true, return: 2 });
  });

  test("that failed comes back with its fail, and without usage when it had none", async () => {
    const step = await run(defineAgent({ prompt: "p", signature: ":int" }), {
      llm: createScriptedModel(['(fail {:reason :gone :data #{1} "__proto__" 2})']),
    });
    expect(plain(await readBack(step))).toEqual(plain(step));
    const refused = await run(defineAgent({ prompt: "p" }), {});
    expect(refused.usage).toBeUndefined();
    expect(plain(await readBack(refused))).toEqual(plain(refused));
  });

  test("writes memory that a turn did not change once", async () => {
    const step = await run(defineAgent({ prompt: "p" }), {
      llm: createScriptedModel(["(def a 1)", "(foo)", "(return 1)"]),
    });
    expect(stepToJson(step).turns.map((turn) => "memory" in turn)).toEqual([true, false, false]);
    expect(plain(await readBack(step))).toEqual(plain(step));
  });
});

describe("values", () => {
  const roundTrip = async (value: unknown): Promise<unknown> => {
    const step = await readBack(successfulStep(value));
    return step.ok ? step.return : undefined;
  };

  test.each<[string, unknown]>([
    ["a date", new Date(0)],
    ["a large integer", 2n ** 70n],
    ["a set", new Set([1, "1", new Set([new Date(1)])])],
    [
      "a Map",
      new Map<unknown, unknown>([
        ["a", new Map([[1, 2]])],
        [null, 1],
        [true, [new Map()]],
      ]),
    ],
    ["a keyword", [new Keyword("a/b"), new SymbolValue("x"), new RegexValue("a+")]],
    ["numbers that JSON has not", [NaN, -0, Infinity, -Infinity]],
    ["an empty object", {}],
    [
      "names of the prototype",
      JSON.parse('{"__proto__":{"constructor":1},"toString":2,"$set":[1],":a":2}'),
    ],
  ])("%s comes back", async (_, value) => {
    const read = await roundTrip({ list: [value] });
    expect(read).toEqual({ list: [value] });
    expect(
      JSON.stringify(read, (_key, item: unknown) =>
        typeof item === "bigint" ? String(item) : item,
      ),
    ).toBe(
      JSON.stringify({ list: [value] }, (_key, item: unknown) =>
        typeof item === "bigint" ? String(item) : item,
      ),
    );
  });

  class Order {
    readonly id = 7;
    readonly lines = new Map([["a", 1]]);
  }
  const held: unknown[] = [];
  held.push(held);
  const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`) as unknown;
  let shared: unknown = 1;
  for (let level = 0; level < 60; level++) shared = [shared, shared];

  test.each<[string, unknown, unknown]>([
    ["a function of the host", () => 1, "#<function>"],
    ["an instance", new Order(), { id: 7, lines: new Map([["a", 1]]) }],
    ["undefined", { a: undefined }, { a: null }],
    ["a small bigint", 5n, 5],
    ["data that holds itself", held, "#<nested too deep to be kept>"],
    ["data that is too deep", deep, "#<nested too deep to be kept>"],
    [
      "an accessor that throws",
      {
        get a(): never {
          throw new Error("no");
        },
      },
      { a: null },
    ],
    ["structure without end", shared, "#<too large to be kept>"],
  ])("%s is kept as what a program would see of it", async (_, value, seen) => {
    expect(await roundTrip(value)).toEqual(seen);
  });

  test("functions in memory can be called again, and those of the host are told as such", async () => {
    const step = await run(
      defineAgent({ prompt: "p", tools: { give: () => ({ call: () => 1 }) } }),
      {
        llm: createScriptedModel([
          "(def k 3) (defn f [x] (* k x)) (def host (tool/give)) (return 1)",
        ]),
      },
    );
    const { memory } = await readBack(step);
    const next = await run(defineAgent({ prompt: "p" }), {
      llm: createScriptedModel(["(return [(f 5) (map f [1 2]) (:call host)])"]),
      memory,
    });
    expect(next).toMatchObject({ ok: true, return: [15, [3, 6], "#<function>"] });
  });

  test("journal entries stay as they are, and plain values that the application wrote become entries", async () => {
    const step = successfulStep(1, Memory.empty, {
      journal: { a: { $set: [1] }, __proto: 1, 'b"': { at: new Date(0) } },
    });
    expect((await readBack(step)).journal).toEqual({
      a: { $set: [1] },
      __proto: 1,
      'b"': { at: { $instant: "1970-01-01T00:00:00Z" } },
    });
  });
});

describe("JSON that is no step is refused with its place", () => {
  const good = written(
    failedStep(
      "timeout",
      "late",
      { a: 1 },
      { data: 1, errors: [{ reason: "a", message: "b" }] },
      {
        turns: [
          {
            number: 1,
            rawResponse: "x",
            ok: true,
            result: [1],
            prints: [],
            toolCalls: [],
            memory: Memory.empty,
          },
        ],
      },
    ),
  );
  const turns = good["turns"] as readonly object[];
  const call = {
    name: "a",
    args: {},
    timestamp: 0,
    durationMs: 0,
    address: { run: "r", turn: 1, path: [], ordinal: 0 },
  };

  test.each<[unknown, string]>([
    [null, "expected object"],
    ["step", "expected object"],
    [{}, "ok: "],
    [{ ...good, format: "x" }, 'format: expected "ptc-step"'],
    [{ ...good, version: 2 }, "version: this release reads version 1 of the format"],
    [{ ...good, prints: [1] }, "prints[0]: "],
    [{ ...good, memory: [] }, "memory: expected an object of encoded values"],
    [
      { ...good, memory: { rows: { a: [{ $what: 1 }] } } },
      'memory: rows.a[0]: unknown tag "$what"',
    ],
    [
      { ...good, memory: { f: { $function: { source: "(fn [x", captured: {} } } } },
      "memory: f.$function: a function cannot be read here",
    ],
    [
      { ...good, turns: [{ ...turns[0], result: [{ $set: 1 }] }] },
      "turns[0].result[0]: malformed $set",
    ],
    [
      { ...good, turns: [{ ...turns[0], memory: { a: { $no: 1 } } }] },
      "turns[0].memory: a: unknown tag",
    ],
    [
      { ...good, toolCalls: [{ ...call, args: { a: { $no: 1 } } }] },
      "toolCalls[0].args.a: unknown tag",
    ],
    [{ ...good, toolCalls: [{ ...call, args: [1] }] }, "toolCalls[0].args: expected an object"],
    [{ ...good, toolCache: [["k", { $no: 1 }]] }, "toolCache.k: unknown tag"],
    [{ ...good, toolCache: [["k"]] }, "toolCache[0]"],
    [
      {
        ...good,
        fail: {
          reason: "a",
          message: "b",
          details: { errors: [{ reason: "c", message: "d", details: { data: { $no: 1 } } }] },
        },
      },
      "fail.details.errors[0].details.data: unknown tag",
    ],
    [{ ...good, fail: undefined }, "fail: "],
    [
      {
        ...good,
        ok: true,
        usage: { durationMs: 1, steps: 1, memoryBytes: 1, toolCalls: 0, turns: 1, llmRequests: 1 },
      },
      "return: ",
    ],
    [{ ...good, journal: [["a", new Date()]] }, "journal.a: expected JSON"],
  ])("%#", async (json, message) => {
    const result = await stepFromJson(json);
    expect(result).toEqual({ ok: false, message: expect.stringContaining(message) as unknown });
  });

  test("however deep it is, and whatever it does when it is read", async () => {
    const nested = (levels: number, begin: string, end: string): unknown =>
      JSON.parse(`${begin.repeat(levels)}1${end.repeat(levels)}`) as unknown;
    const fail = nested(20_000, '{"reason":"a","message":"b","details":{"errors":[', "]}}");
    expect(await stepFromJson({ ...good, fail })).toMatchObject({ ok: false });
    expect(await stepFromJson({ ...good, memory: { a: nested(20_000, "[", "]") } })).toMatchObject({
      ok: false,
    });
    expect(
      await stepFromJson(
        Object.defineProperty({ ...good }, "turns", {
          get: () => {
            throw new Error("no");
          },
        }),
      ),
    ).toMatchObject({ ok: false });
  });
});

describe("any", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.constantFrom("__proto__", "constructor", "$set", ":a", "7", '"', "a b"),
  );
  const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<unknown>(null, true, 2n ** 64n, NaN, -0, new Keyword("k")),
      text,
      fc.double(),
      fc.date({ noInvalidDate: true }),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(text, tie("value"), { maxKeys: 4, noNullPrototype: true }),
      fc
        .array(fc.tuple(fc.oneof(text, fc.integer()), tie("value")), { maxLength: 3 })
        .map((entries) => new Map(entries)),
      fc.array(fc.oneof(text, fc.integer()), { maxLength: 3 }).map((items) => new Set(items)),
    ),
  })).value;
  const fields = <Item>(item: fc.Arbitrary<Item>) =>
    fc.dictionary(text, item, { maxKeys: 3, noNullPrototype: true });
  /** As text of JSON holds it: without -0. */
  const plainJson = fc.jsonValue().map((json): unknown => JSON.parse(JSON.stringify(json)));
  const count = fc.nat();
  const call = fc.record(
    {
      name: text,
      args: fields(value),
      result: value,
      error: text,
      timestamp: count,
      durationMs: count,
      address: fc.record({
        run: text,
        turn: count,
        path: fc.array(fc.record({ fork: count, branch: count }), { maxLength: 2 }),
        ordinal: count,
      }),
    },
    { requiredKeys: ["name", "args", "timestamp", "durationMs", "address"] },
  );
  const fail = fc.record(
    {
      reason: text,
      message: text,
      details: fc.record(
        { kind: text, hint: text, data: value, omitted: count },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ["reason", "message"] },
  );
  const messages = fc.array(
    fc.record({
      role: fc.constantFrom("system" as const, "user" as const, "assistant" as const),
      content: text,
    }),
    { maxLength: 2 },
  );
  const memory = fields(value).map((values) => Memory.from(values));
  const turn = fc.record(
    {
      number: count,
      rawResponse: text,
      program: text,
      ok: fc.boolean(),
      result: value,
      fail,
      prints: fc.array(text, { maxLength: 2 }),
      toolCalls: fc.array(call, { maxLength: 2 }),
      memory,
      messages,
    },
    { requiredKeys: ["number", "rawResponse", "ok", "prints", "toolCalls", "memory"] },
  );
  const common = fc.record(
    {
      turns: fc.array(turn, { maxLength: 3 }),
      prints: fc.array(text, { maxLength: 2 }),
      toolCalls: fc.array(call, { maxLength: 2 }),
      toolCache: fields(value),
      summaries: fields(text),
      traceId: text,
      prompt: text,
      signature: text,
      tools: fields(fc.record({ description: text }, { requiredKeys: [] })),
      fieldDescriptions: fields(text),
      messages,
      journal: fields(plainJson),
      warnings: fc.array(text, { maxLength: 2 }),
      usage: fc.record({
        durationMs: count,
        steps: count,
        memoryBytes: count,
        toolCalls: count,
        turns: count,
        llmRequests: count,
        inputTokens: count,
      }),
    },
    { requiredKeys: [] },
  );
  const step: fc.Arbitrary<MissionStep> = fc.oneof(
    fc
      .tuple(value, memory, common)
      .map(([returned, left, rest]) => successfulStep(returned, left, rest)),
    fc
      .tuple(fail, memory, common)
      .map(([failed, left, rest]) =>
        failedStep(failed.reason, failed.message, left, failed.details, rest),
      ),
  );

  test("step is read as it was written", async () => {
    await fc.assert(
      fc.asyncProperty(step, async (made) => {
        expect(stepSchema.safeParse(written(made)).success).toBe(true);
        const read = await readBack(made);
        // What is undefined became nil.
        expect(plain(read)).toEqual(plain(made));
        expect(written(read)).toEqual(written(made));
      }),
      { numRuns: 200 },
    );
  });

  const answersWell = async (json: unknown): Promise<void> => {
    const result: StepFromJsonResult = await stepFromJson(json);
    if (result.ok) expect(stepSchema.safeParse(written(result.step)).success).toBe(true);
    else expect(result.message).toMatch(/^the JSON is no step: ./);
  };

  test("JSON is a step or is refused", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.jsonValue(),
          fc.anything({
            withProxy: true,
            withBigInt: true,
            withDate: true,
          } as fc.ObjectConstraints),
        ),
        answersWell,
      ),
      { numRuns: 300 },
    );
  });

  test("step that was tampered with is a step or is refused", async () => {
    const junk = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom<unknown>(
        { $function: { source: "(fn [] (f", captured: {} } },
        { $set: [{ $no: 1 }] },
        { __proto__: null },
        null,
        [[["a"]]],
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        step,
        fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
        junk,
        async (made, path, put) => {
          const json = written(made);
          let place: object = json;
          for (const [index, number] of path.entries()) {
            const names = Object.keys(place);
            const name = names[number % Math.max(1, names.length)];
            if (name === undefined) break;
            const below = (place as Record<string, unknown>)[name];
            if (index === path.length - 1 || typeof below !== "object" || below === null) {
              Object.defineProperty(place, name, {
                value: put,
                enumerable: true,
                configurable: true,
                writable: true,
              });
              break;
            }
            place = below;
          }
          await answersWell(json);
        },
      ),
      { numRuns: 400 },
    );
  });
});
