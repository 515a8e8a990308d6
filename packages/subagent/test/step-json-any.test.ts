// Any valid step survives JSON unchanged.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Keyword } from "@ptc/core/values";
import { Memory } from "@ptc/lisp";
import { failedStep, successfulStep, type MissionStep } from "../src/index.ts";
import {
  stepFromJson,
  stepSchema,
  stepToJson,
  type StepFromJsonResult,
} from "../src/step-json/index.ts";

/** Returns the step as a file stores it. */
const written = (step: MissionStep): Record<string, unknown> =>
  JSON.parse(JSON.stringify(stepToJson(step))) as Record<string, unknown>;

async function readBack(step: MissionStep): Promise<MissionStep> {
  const result = await stepFromJson(written(step));
  if (!result.ok) throw new Error(result.message);
  return result.step;
}

/** Compares memory by its contents. */
const plain = (step: MissionStep): unknown => ({
  ...step,
  memory: step.memory.toJSON(),
  turns: step.turns.map((turn) => ({ ...turn, memory: turn.memory.toJSON() })),
});

describe("any step and any JSON", () => {
  // A bug in V8: after JSON.parse has read a key that ends in a backslash, it can return that key
  // for a similar one that ends in an escaped line break. Source: nodejs/node issue 63785, open.
  const isReadWell = (key: string): boolean => !key.endsWith("\\");
  const text = fc
    .oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom("__proto__", "constructor", "$set", ":a", "7", '"', "a b"),
    )
    .filter(isReadWell);
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
  /** As JSON text represents it: without -0. */
  const plainJson = fc
    .jsonValue()
    .map((json) => JSON.stringify(json))
    .filter((json) => !/\\\\"\s*:/.test(json))
    .map((json): unknown => JSON.parse(json));
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
        peakMemoryBytes: count,
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

  const some = process.env["PTC_TESTS"] === undefined ? 40 : 100;

  test("any step is read as it was written", async () => {
    await fc.assert(
      fc.asyncProperty(step, async (made) => {
        expect(stepSchema.safeParse(written(made)).success).toBe(true);
        const read = await readBack(made);
        // Undefined values become nil.
        expect(plain(read)).toEqual(plain(made));
        expect(written(read)).toEqual(written(made));
      }),
      { numRuns: 2 * some },
    );
  });

  const answersWell = async (json: unknown): Promise<void> => {
    const result: StepFromJsonResult = await stepFromJson(json);
    if (result.ok) expect(stepSchema.safeParse(written(result.step)).success).toBe(true);
    else expect(result.message).toMatch(/^the JSON is not a step: ./);
  };

  test("any JSON is a step or is refused", async () => {
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
      { numRuns: 3 * some },
    );
  });

  test("any tampered step is a step or is refused", async () => {
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
      { numRuns: 4 * some },
    );
  });
});
