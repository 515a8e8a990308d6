import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { signature } from "./parse-signature.ts";
import { typeOfStandardSchema } from "./json-schema/index.ts";
import { inputSchema, outputSchema } from "./typed-signature.ts";

const { validate } = outputSchema(signature("{count :int, due_date :string}"))["~standard"];

describe("a signature's output as a Standard Schema", () => {
  test("returns the value with the signature's field names", () => {
    const value = { count: 1, due_date: "today" };
    expect(validate(value)).toEqual({ value });
    expect(validate({ count: 1, "due-date": "today" })).toEqual({ value });
  });

  test("returns issues with the path separate from the message", () => {
    expect(validate({ count: "x" })).toEqual({
      issues: [
        { message: 'expected int, got string "x"', path: ["count"] },
        {
          message: "expected string, got nothing (add :due_date to the returned map)",
          path: ["due_date"],
        },
      ],
    });
    expect(validate(null)).toEqual({
      issues: [{ message: "expected map {count :int, due_date :string}, got nil", path: [] }],
    });
  });

  test("counts the unlisted violations in one last issue", () => {
    const { issues = [] } = outputSchema(signature("[:int]"))["~standard"].validate(
      Array<null>(30).fill(null),
    );
    expect(issues).toHaveLength(21);
    expect(issues.at(-1)).toEqual({ message: "and 10 more violations" });
  });

  test("is assignable to the type of Standard Schemas in zod", () => {
    const props: z.core.$ZodStandardSchema<z.ZodUnknown> = outputSchema(signature(":any"))[
      "~standard"
    ];
    expect(props).toMatchObject({ version: 1, vendor: "ptc" });
  });
});

test("a signature is a Standard Schema for its output", () => {
  const orders = signature("(limit :int?) -> [{id :int}]");
  expect(orders["~standard"]).toMatchObject({ version: 1, vendor: "ptc" });
  expect(orders["~standard"].validate([{ id: 1 }])).toEqual({ value: [{ id: 1 }] });
  expect(orders["~standard"].validate([{ id: "1" }])).toEqual({
    issues: [{ message: 'expected int, got string "1"', path: [0, "id"] }],
  });
  // The schema must not appear in the data.
  expect(JSON.parse(JSON.stringify(orders))).toEqual({
    definitions: [],
    parameters: orders.parameters,
    output: orders.output,
    text: orders.text,
  });
});

test("inputSchema is a Standard Schema for the parameters with lenient validation", () => {
  const schema = inputSchema(signature("(limit :int?) -> :any"));
  expect(schema["~standard"].validate({ limit: "5" })).toEqual({ value: { limit: 5 } });
  expect(schema["~standard"].validate({ limit: [] })).toEqual({
    issues: [{ message: "expected int or nil, got list of 0 items", path: ["limit"] }],
  });
});

test("a signature and its input schema implement the JSON Schema extension, and read back unchanged", () => {
  const orders = signature(
    'type Row {id :int, at :datetime?} (state :keyword "which", limit :int?) -> [:Row]',
  );
  const { jsonSchema } = orders["~standard"];
  expect(jsonSchema.output({ target: "draft-2020-12" })).toMatchObject({
    type: "array",
    items: { $ref: "#/$defs/Row" },
  });
  expect(() => jsonSchema.input({ target: "draft-04" })).toThrow(
    "signatures convert to JSON Schema draft-2020-12, not to draft-04",
  );
  expect(typeOfStandardSchema(orders, "output")).toEqual({
    type: orders.output,
    definitions: orders.definitions,
    dropped: [],
  });
  expect(typeOfStandardSchema(inputSchema(orders), "input")).toEqual({
    type: { kind: "map", fields: orders.parameters },
    definitions: [],
    dropped: [],
  });
});
