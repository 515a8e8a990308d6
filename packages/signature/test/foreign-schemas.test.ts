// Tests JSON Schemas in the form that other libraries write: every value that a schema accepts fits
// its type. If nothing was dropped, the type accepts no other values, except nil for an optional
// field. A JSON Schema validator decides.

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { validateOutput } from "../src/index.ts";
import { fromJsonSchema } from "../src/json-schema/index.ts";

const names = fc.constantFrom("a", "b", "c");

const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<object>(
      {},
      { type: "string" },
      { type: "integer" },
      { type: "number" },
      { type: "boolean" },
      { type: "null" },
      { type: ["string", "null"] },
      { type: ["integer", "number"] },
      { enum: ["a", "b", null] },
      { enum: ["x"] },
      { type: "string", enum: ["a", null] },
      { const: "c" },
      { const: null },
      { enum: [true, false] },
      { enum: [1, "a"] },
      { $ref: "#/$defs/D" },
      { type: "object" },
      { type: "array" },
      { type: "integer", minimum: 1 },
    ),
    fc
      .tuple(
        fc.dictionary(names, tie("schema"), { maxKeys: 3, noNullPrototype: true }),
        fc.uniqueArray(names, { maxLength: 2 }),
      )
      .map(([properties, required]) => ({ type: "object", properties, required })),
    fc
      .tuple(
        fc.constantFrom("anyOf", "allOf"),
        fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
      )
      .map(([keyword, branches]) => ({ [keyword]: branches })),
    tie("schema").map((items) => ({ type: "array", items })),
  ),
}));

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>("a", "b", "c", "x", "zz", 1, -1, 1.5, true, false, null),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

test(
  "a type accepts every value of its schema, and no others if nothing was dropped",
  { timeout: 120_000 },
  () => {
    const ajv = new Ajv2020({ strict: false });
    const verdicts = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(
        schema,
        schema,
        fc.array(value, { minLength: 15, maxLength: 15 }),
        (root, D, values) => {
          const document = { ...root, $defs: { D } };
          const { type, dropped } = fromJsonSchema(document);
          const isValid = validatorOf(ajv, document);
          if (isValid === undefined) return;
          for (const sample of values) {
            const isTaken = verdictOf(isValid, sample);
            const fits = validateOutput({ output: type }, sample).ok;
            if (isTaken === true) expect(fits, JSON.stringify(sample)).toBe(true);
            if (isTaken === false && dropped.length === 0 && !holdsNull(sample))
              expect(fits, JSON.stringify(sample)).toBe(false);
            if (isTaken !== undefined) verdicts[isTaken ? "taken" : "refused"] += 1;
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(Math.min(verdicts.taken, verdicts.refused)).toBeGreaterThan(300);
  },
);

function validatorOf(ajv: Ajv2020, document: object): ValidateFunction | undefined {
  return unlessOutOfStack(() => ajv.compile(document));
}

function verdictOf(isValid: ValidateFunction, sample: unknown): boolean | undefined {
  return unlessOutOfStack(() => isValid(sample));
}

/**
 * Returns `undefined` for a schema that only refers to itself, because the validator runs out of
 * stack.
 */
function unlessOutOfStack<Answer>(ask: () => Answer): Answer | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function holdsNull(sample: unknown): boolean {
  return sample === null || (typeof sample === "object" && Object.values(sample).some(holdsNull));
}
