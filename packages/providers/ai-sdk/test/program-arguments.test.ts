// Tests nil and instants as arguments of AI SDK tools, whose schemas describe JSON.

import { jsonSchema, tool, zodSchema, type FlexibleSchema, type JSONSchema7 } from "ai";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { run } from "@ptc/subagent";
import { aiSdkTools } from "../src/index.ts";

/** Returns the input of `execute`, or the message of the failed call. */
async function given(inputSchema: FlexibleSchema<unknown>, args: string): Promise<unknown> {
  const seen: unknown[] = [];
  const { tools } = aiSdkTools({
    find: tool({ inputSchema, execute: (input: unknown) => (seen.push(input), "ok") }),
  });
  const step = await run("Do it.", {
    llm: () => `(return (tool/find ${args}))`,
    tools,
    maxTurns: 1,
  });
  return step.ok ? seen[0] : step.fail.message;
}

const instant = '#inst "2026-01-02T03:04:05Z"';
const text = "2026-01-02T03:04:05.000Z";
const row = z.object({ name: z.string().optional(), at: z.iso.datetime().optional() });
const described: JSONSchema7 = {
  type: "object",
  properties: {
    name: { type: "string" },
    tag: { type: ["string", "null"] },
    at: { type: "string", format: "date-time" },
    rows: { type: "array", items: { $ref: "#/$defs/Row" } },
  },
  $defs: { Row: { type: "object", properties: { "due-date": { type: "string" } } } },
};

describe("nil", () => {
  test.each<readonly [string, FlexibleSchema<unknown>, string, unknown]>([
    ["is omitted for an optional field", row, "{:name nil}", {}],
    [
      "is omitted in nested objects and lists",
      z.object({ inner: z.object({ rows: z.array(row) }) }),
      '{:inner {:rows [{:name nil} {:name "a" :at nil}]}}',
      { inner: { rows: [{}, { name: "a" }] } },
    ],
    [
      "stays where the schema takes null",
      z.object({ a: z.string().nullish(), b: z.null(), c: z.unknown() }),
      "{:a nil :b nil :c nil}",
      { a: null, b: null, c: null },
    ],
    [
      "lets a default apply",
      z.object({ count: z.number().default(3) }),
      "{:count nil}",
      { count: 3 },
    ],
    [
      "is omitted in a branch of a union",
      z.object({ card: z.union([row, z.string()]) }),
      "{:card {:name nil}}",
      { card: {} },
    ],
    [
      "is omitted as a JSON Schema describes it, which nothing validates",
      jsonSchema(described),
      "{:name nil :tag nil :rows [{:due-date nil}]}",
      { tag: null, rows: [{}] },
    ],
    [
      "is omitted before the validate function of a JSON Schema",
      jsonSchema(described, {
        validate: (value) => ({ success: true, value: Object.keys(value as object) }),
      }),
      "{:name nil :tag nil}",
      ["tag"],
    ],
  ])("%s", async (_, schema, args, expected) => {
    expect(await given(schema, args)).toEqual(expected);
  });

  test("is refused for a required field, and in a list", async () => {
    expect(await given(z.object({ name: z.string() }), "{:name nil}")).toMatch(
      /wrong arguments: name: Invalid input: expected string, received null/,
    );
    expect(await given(z.object({ names: z.array(z.string()) }), "{:names [nil]}")).toMatch(
      /wrong arguments: names\[0\]: Invalid input: expected string, received null/,
    );
    expect(await given(jsonSchema({ ...described, required: ["name"] }), "{:name nil}")).toMatch(
      /wrong arguments: name: expected string/,
    );
  });

  test("is omitted from every row of a long list in one pass", async () => {
    let validations = 0;
    const counted = z.object({ rows: z.array(row) }).superRefine(() => {
      validations++;
    });
    const rows = "{:rows (vec (repeat 2000 {:name nil :at nil}))}";
    expect(await given(counted, rows)).toEqual({
      rows: Array.from({ length: 2000 }, () => ({})),
    });
    // Zod runs the refinement only if the fields are valid.
    expect(validations).toBe(1);
  });
});

describe("a misspelled field inside an argument", () => {
  test.each<readonly [string, FlexibleSchema<unknown>]>([
    ["zod", z.object({ rows: z.array(row) })],
    ["zodSchema()", zodSchema(z.object({ rows: z.array(row) }))],
    [
      "jsonSchema()",
      jsonSchema({
        type: "object",
        properties: {
          rows: {
            type: "array",
            items: { type: "object", properties: { name: { type: "string" }, at: {} } },
          },
        },
      }),
    ],
  ])("is reported, with the declared name: %s", async (_, schema) => {
    expect(await given(schema, '{:rows [{:name "a"} {:nmae "b"}]}')).toContain(
      "wrong arguments: rows[1]: there is no field nmae: did you mean name? It takes name, at",
    );
  });
});

describe("an instant", () => {
  test.each<readonly [string, FlexibleSchema<unknown>, string, unknown]>([
    [
      "is a date where the schema takes a date",
      z.object({ on: z.iso.date(), either: z.union([z.iso.date(), z.iso.datetime()]).optional() }),
      `{:on ${instant} :either ${instant}}`,
      { on: "2026-01-02", either: text },
    ],
    [
      "is a date or a time, as a JSON Schema describes it",
      jsonSchema({
        type: "object",
        properties: {
          on: { type: "string", format: "date" },
          from: { anyOf: [{ type: "string", format: "time" }, { type: "null" }] },
        },
      }),
      `{:on ${instant} :from ${instant}}`,
      { on: "2026-01-02", from: "03:04:05.000Z" },
    ],
    ["is ISO text where the schema takes text", row, `{:at ${instant}}`, { at: text }],
    [
      "is ISO text in a list and in a branch of a union",
      z.object({ times: z.array(z.union([z.iso.datetime(), z.number()])) }),
      `{:times [${instant} 5]}`,
      { times: [text, 5] },
    ],
    [
      "stays a Date where the schema takes one",
      z.object({ at: z.date() }),
      `{:at ${instant}}`,
      {
        at: new Date(text),
      },
    ],
    [
      "is ISO text for a JSON Schema",
      jsonSchema(described),
      `{:at ${instant} :other [${instant}]}`,
      { at: text, other: [text] },
    ],
  ])("%s", async (_, schema, args, expected) => {
    expect(await given(schema, args)).toEqual(expected);
  });

  test("as text reaches the tool unchanged", async () => {
    expect(await given(row, '{:at "2026-01-02T03:04:05.123456Z"}')).toEqual({
      at: "2026-01-02T03:04:05.123456Z",
    });
  });
});
