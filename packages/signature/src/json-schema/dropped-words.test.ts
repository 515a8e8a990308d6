import { expect, test } from "vitest";
import { droppedWords } from "./dropped-words.ts";
import { fromJsonSchema } from "./from-json-schema.ts";

const wordsOf = (schema: object): string => droppedWords(fromJsonSchema(schema).dropped);

test("what a type does not say stands by the place that it is said of", () => {
  expect(
    wordsOf({
      type: "object",
      properties: {
        limit: { type: "integer", minimum: 1, maximum: 50 },
        day: { type: "string", format: "date" },
        "a:b": { type: "string" },
      },
    }),
  ).toBe(
    'limit: minimum 1, maximum 50; day: format "date"; "a:b" is one too, with this text as its key',
  );
});

test("what a type says all of needs no words, and neither does a schema that names nothing", () => {
  expect(wordsOf({ type: "object", properties: { n: { type: "integer" } } })).toBe("");
  expect(wordsOf({ type: "object" })).toBe("");
  expect(droppedWords([])).toBe("");
});

test("the words are bounded, however much a schema says", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 90 }, (_, index) => [
      `field-${String(index)}-${"x".repeat(60)}`,
      { type: "string", pattern: "y".repeat(100), minLength: index },
    ]),
  );
  const words = wordsOf({ type: "object", properties });
  expect(words).toContain("field-0-");
  expect(words.length).toBeLessThanOrEqual(601);
});
