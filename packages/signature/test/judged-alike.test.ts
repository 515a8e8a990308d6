// The validation of a signature, a JSON Schema validator and zod judge a value alike.

import { inspect } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parseInstant } from "@ptc/core/internal/decoding";
import { hostFieldName } from "@ptc/core/internal/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validateOutput, type Type } from "../src/index.ts";
import { typeToJsonSchema } from "../src/json-schema/internal.ts";
import { toZod } from "../src/zod/index.ts";
import { typeArbitrary, valueArbitrary } from "./arbitraries.ts";

describe("a value is judged alike", () => {
  const samplesOf = (types: fc.Arbitrary<Type>) =>
    types.chain((type) =>
      fc.tuple(
        fc.constant(type),
        fc.array(
          fc.oneof(
            { weight: 3, arbitrary: valueArbitrary(type).map((value) => jsonOf(type, value)) },
            fc.jsonValue({ maxDepth: 3 }),
          ),
          { minLength: 1, maxLength: 6 },
        ),
        fc.infiniteStream(
          fc.tuple(
            fc.double({ min: 0, max: 1, noNaN: true }),
            fc.oneof(
              fc.jsonValue({ maxDepth: 1 }),
              fc.constantFrom<unknown>(
                null,
                1.5,
                2 ** 53,
                1e300,
                "",
                "2026-01-31T09:30:00Z",
                "2026-02-30T09:30:00Z",
                "2026-01-31T09:30:00",
                {},
                [],
              ),
            ),
          ),
        ),
      ),
    );

  type Judge = (value: unknown) => boolean;

  /**
   * Holds fitting, spoilt and random values against a type in two ways; `judges` makes both of a
   * type.
   */
  function compareJudges(
    types: fc.Arbitrary<Type>,
    judges: (type: Type) => readonly [Judge, Judge],
    numRuns: number,
  ): void {
    const verdicts = { fits: 0, fails: 0 };
    fc.assert(
      fc.property(samplesOf(types), ([type, values, spoiling]) => {
        const [ours, theirs] = judges(type);
        for (const fitting of values) {
          for (const value of [fitting, spoilt(fitting, spoiling), spoilt(fitting, spoiling)]) {
            const fits = ours(value);
            verdicts[fits ? "fits" : "fails"] += 1;
            expect(theirs(value), JSON.stringify(value)).toBe(fits);
          }
        }
      }),
      { numRuns },
    );
    // Neither verdict was an accident.
    expect(Math.min(verdicts.fits, verdicts.fails)).toBeGreaterThan(numRuns / 2);
  }

  test("by a JSON Schema validator and by the mode strict", { timeout: 120_000 }, () => {
    // Names as `toString` are there in every object, by its prototype.
    const ajv = addFormats.default(new Ajv2020({ ownProperties: true, strict: false }));
    // It leaves out a property of this one name.
    compareJudges(
      typeArbitrary(3).filter((type) => !holdsName(type, (name) => name === "__proto__")),
      (type) => [
        (value) => validateOutput({ output: type }, withDates(type, value), { mode: "strict" }).ok,
        ajv.compile(typeToJsonSchema(type, { closed: true })),
      ],
      200,
    );
  });

  test("by zod and by the mode enabled", { timeout: 120_000 }, () => {
    // zod takes what a prototype holds for the field of an object.
    compareJudges(
      typeArbitrary(3).filter((type) => !holdsName(type, (name) => name in Object.prototype)),
      (type) => {
        const schema = toZod(type);
        return [
          (value) => validateOutput({ output: type }, withDates(type, value)).ok,
          (value) => schema.safeParse(withDates(type, value)).success,
        ];
      },
      200,
    );
  });
});

function holdsName(type: Type, isMeant: (name: string) => boolean): boolean {
  if (type.kind === "list") return holdsName(type.element, isMeant);
  if (type.kind === "nilable") return holdsName(type.type, isMeant);
  return (
    type.kind === "map" &&
    type.fields.some((field) => isMeant(field.name) || holdsName(field.type, isMeant))
  );
}

/**
 * A value that fits as it stands in JSON: its keys as the type spells them, its dates as texts,
 * nothing undefined.
 */
function jsonOf(type: Type, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  switch (type.kind) {
    case "nilable":
      return value === null ? null : jsonOf(type.type, value);
    case "list":
      return (value as readonly unknown[]).map((item) => jsonOf(type.element, item));
    case "map":
      return Object.fromEntries(
        Object.entries(value as Readonly<Record<string, unknown>>).map(([key, item]) => {
          const field = type.fields.find(({ name }) => hostFieldName(name) === hostFieldName(key));
          return field === undefined
            ? [key, item]
            : [field.name, item === null ? null : jsonOf(field.type, item)];
        }),
      );
    case "any":
      return JSON.parse(JSON.stringify(plain(value)) || "null") as unknown;
    default:
      return value;
  }
}

/** Anything as JSON can hold it. */
function plain(value: unknown): unknown {
  // An object in an array may have no prototype, and so no text of its own.
  if (Array.isArray(value)) return inspect(value);
  return typeof value === "string" || typeof value === "boolean" ? String(value) : null;
}

/** A copy with one place, chosen by the numbers of the stream, replaced, or one key more. */
function spoilt(value: unknown, spoiling: fc.Stream<[number, unknown]>): unknown {
  const [choice, replacement] = spoiling.next().value as [number, unknown];
  if (Array.isArray(value) && value.length > 0 && choice > 0.2) {
    const at = Math.floor(choice * value.length) % value.length;
    return value.map((item: unknown, index) => (index === at ? spoilt(item, spoiling) : item));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || choice < 0.2)
    return replacement;
  const entries: [string, unknown][] = Object.entries(value);
  if (choice > 0.9) return Object.fromEntries([...entries, ["further", replacement]]);
  const at = Math.floor(choice * entries.length) % Math.max(entries.length, 1);
  if (choice > 0.75) return Object.fromEntries(entries.filter((_, index) => index !== at));
  return Object.fromEntries(
    entries.map(([key, item], index) => [key, index === at ? spoilt(item, spoiling) : item]),
  );
}

/**
 * The dates that a JSON value says, where the type has them. Texts of RFC 3339 only: leap seconds
 * aside, this is what the format means.
 */
function withDates(type: Type, value: unknown): unknown {
  if (type.kind === "nilable") return withDates(type.type, value);
  if (type.kind === "datetime") return dateOf(value) ?? value;
  if (type.kind === "list" && Array.isArray(value))
    return value.map((item) => withDates(type.element, item));
  if (type.kind !== "map" || typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, unknown>>).map(([key, item]) => {
      const field = type.fields.find(({ name }) => name === key);
      return [key, field === undefined ? item : withDates(field.type, item)];
    }),
  );
}

function dateOf(value: unknown): Date | undefined {
  if (
    typeof value !== "string" ||
    !/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value)
  )
    return undefined;
  const instant = parseInstant(value);
  return instant === undefined ? undefined : new Date(instant.amount);
}
