// The values that well-formed JSON decodes to.

import { describe, expect, test } from "vitest";
import { formOf } from "../../test/form-of.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { MapValue, Vector, type Value } from "../values/index.ts";
import { SortedSet } from "../values/internal.ts";
import { decodeValue, type FunctionDecoder } from "./decode.ts";
import { DecodingError } from "./untrusted-json.ts";
import { encodeValue } from "../encoding/encode.ts";

/** Treats any JSON as the one value that a function captured. */
const passingThrough: FunctionDecoder = {
  decodeFunction: (json, decode) => {
    decode(json);
    return new NamedFunction();
  },
};

function failure(json: unknown, functions?: FunctionDecoder): DecodingError {
  try {
    decodeValue(json, functions === undefined ? {} : { functions });
  } catch (error) {
    if (error instanceof DecodingError) return error;
    throw error;
  }
  throw new Error("expected a DecodingError");
}

describe("decoding of well-formed JSON", () => {
  test("decodes a tagged integer to a number if it is safe", () => {
    expect(formOf(decodeValue([{ $integer: "-7" }, { $integer: "18446744073709551616" }]))).toEqual(
      [-7, 18446744073709551616n],
    );
  });

  test("round-trips the largest allowed integers, and rejects larger ones when encoding", () => {
    const largest = 2n ** 524_288n - 1n;
    expect(decodeValue(encodeValue(Vector.of<Value>([largest, -largest])))).toEqual(
      Vector.of<Value>([largest, -largest]),
    );
    expect(() => encodeValue(Vector.of<Value>([1, 8n * largest]))).toThrow(
      "[1]: an integer of more than 524288 bits can't be stored",
    );
  });

  test("decodes fields named like prototype properties as ordinary fields", () => {
    const value = decodeValue(
      JSON.parse('{"__proto__": 1, "constructor": 2, "hasOwnProperty": 3}'),
    );
    expect(formOf(value)).toEqual({
      entries: [
        ["__proto__", 1],
        ["constructor", 2],
        ["hasOwnProperty", 3],
      ],
      hasFieldNames: true,
    });
  });

  test("decodes an object with a string key to a host map, and one with only keywords to a program map", () => {
    const rule = (json: unknown) => {
      const value = decodeValue(json);
      return value instanceof MapValue && value.hasFieldNames;
    };
    expect([
      rule({ ":a": 1 }),
      rule({}),
      rule({ a: 1 }),
      rule({ ":a": 1, b: 2 }),
      rule({ $fields: [] }),
      rule({ $map: [["a", 1]] }),
    ]).toEqual([false, false, true, true, true, false]);
  });

  test("sorts the content of a sorted collection written in the wrong order", () => {
    expect(
      formOf(
        decodeValue({
          $sortedMap: [
            ">",
            [
              [1, 2],
              [3, 4],
            ],
          ],
        }),
      ),
    ).toEqual({
      entries: [
        [3, 4],
        [1, 2],
      ],
      hasFieldNames: false,
      order: ">",
    });
    expect(formOf(decodeValue({ $sortedSet: ["<", [2, 1, 2]] }))).toEqual({
      members: [1, 2],
      order: "<",
    });
  });

  test("keeps the written order of a collection ordered by a function, and rejects it without orderBy", () => {
    const json = { $sortedSet: [{ $function: 1 }, [1, 2]] };
    const ordering: FunctionDecoder = {
      ...passingThrough,
      orderBy: (comparator) => ({
        comparator,
        compare: () => {
          throw new Error("no run to call it");
        },
      }),
    };
    const set = decodeValue(json, { functions: ordering });
    expect(set).toBeInstanceOf(SortedSet);
    expect(formOf(set)).toMatchObject({
      members: [1, 2],
      order: expect.any(NamedFunction) as unknown,
    });
    expect(failure(json, passingThrough).message).toMatch(/malformed \$sortedSet/);
  });

  test("the later of two equal keys wins", () => {
    expect(
      formOf(
        decodeValue({
          $map: [
            ["a", 1],
            ["b", 2],
            ["a", 3],
          ],
        }),
      ),
    ).toEqual({
      entries: [
        ["a", 3],
        ["b", 2],
      ],
      hasFieldNames: false,
    });
  });
});
