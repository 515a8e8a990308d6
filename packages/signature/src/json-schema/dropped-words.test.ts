import { expect, test } from "vitest";
import { droppedWords } from "./dropped-words.ts";
import { fromJsonSchema } from "./from-json-schema.ts";

const wordsOf = (schema: object): string => droppedWords(fromJsonSchema(schema).dropped);

test("writes the dropped keywords of each field after the field's name", () => {
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

test("returns an empty text if a type expresses the whole schema or the schema names no fields", () => {
  expect(wordsOf({ type: "object", properties: { n: { type: "integer" } } })).toBe("");
  expect(wordsOf({ type: "object" })).toBe("");
  expect(droppedWords([])).toBe("");
});

test("limits the length of the text for a schema with many keywords", () => {
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
