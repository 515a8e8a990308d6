import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { signature } from "./parse-signature.ts";
import { outputSchema } from "./standard-schema.ts";

const { validate } = outputSchema(signature("{count :int, due_date :string}"))["~standard"];

describe("a signature's output as a Standard Schema", () => {
  test("answers with the value", () => {
    const value = { count: 1, due_date: "today" };
    expect(validate(value)).toEqual({ value });
    expect(validate({ count: 1, "due-date": "today" })).toEqual({ value });
  });

  test("answers with issues, whose messages leave the path to the taker", () => {
    expect(validate({ count: "x" })).toEqual({
      issues: [
        { message: 'expected int, got string "x"', path: ["count"] },
        { message: "expected string, got nothing (add :due_date to the returned map)", path: ["due_date"] },
      ],
    });
    expect(validate(null)).toEqual({ issues: [{ message: "expected map {count :int, due_date :string}, got nil", path: [] }] });
  });

  test("counts what it does not list in one last issue", () => {
    const { issues = [] } = outputSchema(signature("[:int]"))["~standard"].validate(Array<null>(30).fill(null));
    expect(issues).toHaveLength(21);
    expect(issues.at(-1)).toEqual({ message: "and 10 more violations" });
  });

  test("has the type that takers of Standard Schemas ask for", () => {
    const props: z.core.$ZodStandardSchema<z.ZodUnknown> = outputSchema(signature(":any"))["~standard"];
    expect(props).toMatchObject({ version: 1, vendor: "ptc" });
  });
});
