// Tests properties of every signature and every value.

import fc from "fast-check";
import { z } from "zod";
import { describe, expect, test } from "vitest";
import {
  outputSchema,
  parseSignature,
  renderExample,
  renderSignature,
  signature,
  validateInput,
  validateOutput,
  type Signature,
  type Type,
} from "../src/index.ts";
import { signatureArbitrary, typeArbitrary, valueArbitrary } from "./arbitraries.ts";

const outputOf = (output: Type): Signature => ({
  definitions: [],
  parameters: [],
  output,
  text: "",
});
const typeAndValue = typeArbitrary(4).chain((type) =>
  fc.tuple(fc.constant(type), valueArbitrary(type)),
);

describe("reading and writing", () => {
  test("a rendered signature parses to the same signature", { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(signatureArbitrary, (generated) => {
        const text = renderSignature(generated);
        expect(signature(text)).toEqual({ ...generated, text });
        expect(renderSignature(signature(text))).toBe(text);
      }),
    );
  });

  test(
    "any text gives a signature or an error with a location in the text",
    { timeout: 30_000 },
    () => {
      const texts = fc.oneof(
        fc.string({ unit: "binary" }),
        fc
          .array(
            fc.constantFrom(
              "(",
              ")",
              "{",
              "}",
              "[",
              "]",
              ":",
              ",",
              "?",
              ";",
              "-",
              ">",
              " ",
              "\n",
              "\u001b",
              "_",
              "int",
              "name",
              ":int",
              "->",
            ),
          )
          .map((parts) => parts.join("")),
      );
      fc.assert(
        fc.property(texts, (text) => {
          const result = parseSignature(text);
          if (result.ok) return;
          const { position, excerpt, message } = result.error;
          expect(position.offset).toBeLessThanOrEqual(text.length);
          expect(text.slice(0, position.offset).split(/\r\n|\r(?!\n)|\n/).length).toBe(
            position.line,
          );
          expect(excerpt.split("\n")).toHaveLength(2);
          // eslint-disable-next-line no-control-regex -- control characters are what must not appear
          expect(message + excerpt.replace("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        }),
        { numRuns: process.env["PTC_TESTS"] === undefined ? 125 : 500 },
      );
    },
  );

  test(
    "an example is a balanced PTC-Lisp expression that names every field",
    { timeout: 30_000 },
    () => {
      fc.assert(
        fc.property(typeArbitrary(4), (type) => {
          const example = renderExample(type);
          const brackets = example.replace(/"(?:[^"\\]|\\.)*"/gs, "").replace(/[^()[\]{}]/g, "");
          expect(unnested(brackets)).toBe("");
          for (const name of namesIn(type)) expect(example).toContain(`:${name} `);
        }),
      );
    },
  );
});

describe("validation", () => {
  test(
    "accepts every value of a type and changes only the spelling of keys",
    { timeout: 30_000 },
    () => {
      fc.assert(
        fc.property(typeAndValue, ([type, value]) => {
          const before = fc.stringify(value);
          const result = validateOutput(outputOf(type), value);
          expect(result).toMatchObject({ ok: true });
          expect(fc.stringify(value)).toBe(before);
          // The keys of the result have the signature's spelling, so a second validation returns it
          // unchanged.
          const again = result.ok ? validateOutput(outputOf(type), result.value) : result;
          expect(again.ok && result.ok && Object.is(again.value, result.value)).toBe(true);
        }),
      );
    },
  );

  test(
    "never throws, and never shows control characters, for any value",
    { timeout: 30_000 },
    () => {
      const anything = fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withTypedArray: true,
        withSparseArray: true,
        withNullPrototype: true,
        withObjectString: true,
      });
      fc.assert(
        fc.property(signatureArbitrary, anything, (generated, value) => {
          for (const validate of [validateOutput, validateInput]) {
            const result = validate(generated, value);
            if (result.ok) continue;
            expect(result.violations.length).toBeGreaterThan(0);
            for (const { message, path, segments } of result.violations) {
              // eslint-disable-next-line no-control-regex -- control characters are what must not appear
              expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
              expect(path).toBe(
                z.core
                  .toDotPath(segments)
                  .replace(/\["([^"]*)"\]/g, (_, name: string) => `.${name}`)
                  .replace(/^\./, ""),
              );
            }
          }
        }),
        { numRuns: process.env["PTC_TESTS"] === undefined ? 75 : 300 },
      );
    },
  );

  test("reports the one location that was changed", { timeout: 30_000 }, () => {
    const spoilt = typeAndValue.chain(([type, value]) => {
      const places = placesIn(type, value);
      return places.length === 0
        ? fc.constant(undefined)
        : fc
            .constantFrom(...places)
            .map((place) => ({ type, value: spoiltAt(value, place), place }));
    });
    fc.assert(
      fc.property(spoilt, (sample) => {
        fc.pre(sample !== undefined);
        const result = validateOutput(outputOf(sample.type), sample.value);
        expect(
          result.ok ? [] : result.violations.map(({ segments }) => segments.map(plain)),
        ).toEqual([sample.place.map(plain)]);
        expect(result).toMatchObject({ omitted: 0 });
        const issues = outputSchema(outputOf(sample.type))["~standard"].validate(
          sample.value,
        ).issues;
        expect(issues?.map(({ path }) => path?.map(plain))).toEqual([sample.place.map(plain)]);
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 75 : 300 },
    );
  });
});

/** Returns the paths of all values in `value` whose type refuses a function. */
function placesIn(type: Type, value: unknown): (string | number)[][] {
  if (type.kind === "nilable" || type.kind === "reference") return placesIn(type.type, value);
  if (type.kind === "any" || value === null || value === undefined) return [];
  if (type.kind === "list" && Array.isArray(value))
    return [
      [],
      ...value.flatMap((item, index) =>
        placesIn(type.element, item).map((path) => [index, ...path]),
      ),
    ];
  if (type.kind !== "map") return [[]];
  const fields = new Map(type.fields.map((field) => [plain(field.name), field]));
  return [
    [],
    ...Object.entries(value).flatMap(([key, item]) => {
      const field = fields.get(plain(key));
      return field === undefined ? [] : placesIn(field.type, item).map((path) => [key, ...path]);
    }),
  ];
}

/** Returns a copy with a function at one location. A function fits only `:any`. */
function spoiltAt(value: unknown, [segment, ...rest]: readonly (string | number)[]): unknown {
  if (segment === undefined) return () => undefined;
  const copy: object = Array.isArray(value)
    ? [...(value as unknown[])]
    : Object.defineProperties({}, Object.getOwnPropertyDescriptors(value));
  const descriptor = Object.getOwnPropertyDescriptor(copy, segment);
  return Object.defineProperty(copy, segment, {
    ...descriptor,
    value: spoiltAt(descriptor?.value, rest),
  });
}

function plain(segment: string | number): string | number {
  return typeof segment === "number" ? segment : segment.replaceAll("-", "_");
}

function namesIn(type: Type): string[] {
  if (type.kind === "list") return namesIn(type.element);
  if (type.kind === "nilable" || type.kind === "reference") return namesIn(type.type);
  return type.kind === "map"
    ? type.fields.flatMap((field) => [field.name, ...namesIn(field.type)])
    : [];
}

function unnested(brackets: string): string {
  const shorter = brackets.replaceAll(/\(\)|\[\]|\{\}/g, "");
  return shorter === brackets ? brackets : unnested(shorter);
}
