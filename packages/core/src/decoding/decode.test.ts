import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formOf } from "../../test/form-of.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { decodeValue, type FunctionDecoder } from "./decode.ts";
import { WorkLimitError, workBudget } from "../values/work-budget.ts";
import { DecodingError } from "./untrusted-json.ts";
import { encodeValue } from "../encoding/encode.ts";

/** Reads any JSON as a function that captured the value encoded by the JSON. */
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

function nested(levels: number, wrap: (below: unknown) => unknown): unknown {
  let json: unknown = 1;
  for (let level = 0; level < levels; level++) json = wrap(json);
  return json;
}

describe("malformed JSON", () => {
  const malformed: readonly {
    readonly json: unknown;
    readonly path: string;
    readonly problem: RegExp;
  }[] = [
    { json: undefined, path: "", problem: /expected JSON, got undefined/ },
    { json: () => 1, path: "", problem: /got function/ },
    { json: [1, 5n], path: "[1]", problem: /got bigint/ },
    { json: { a: [Symbol("s")] }, path: "a[0]", problem: /got symbol/ },
    { json: { $unknown: 1 }, path: "", problem: /unknown tag "\$unknown"/ },
    { json: { [`$${"x".repeat(100)}`]: 1 }, path: "", problem: /unknown tag "\$x{39}…"$/ },
    { json: { rows: [{ $what: 1 }] }, path: "rows[0]", problem: /unknown tag/ },
    { json: { $keyword: "a", b: 1 }, path: "", problem: /malformed \$keyword/ },
    { json: { b: 1, $set: [] }, path: "", problem: /malformed \$set/ },
    { json: { $keyword: 1 }, path: "", problem: /malformed/ },
    { json: { $integer: "1.5" }, path: "", problem: /malformed/ },
    { json: { $integer: "0x10" }, path: "", problem: /malformed/ },
    { json: { $integer: "" }, path: "", problem: /malformed/ },
    { json: { $integer: 5 }, path: "", problem: /malformed/ },
    { json: { $integer: "1\n" }, path: "", problem: /malformed/ },
    {
      json: { a: [{ $integer: "7".repeat(5_000_000) }] },
      path: "a[0].$integer",
      problem: /an integer of more than 524288 bits can't be read/,
    },
    { json: { $number: "1" }, path: "", problem: /malformed/ },
    { json: { $number: NaN }, path: "", problem: /malformed/ },
    { json: { $instant: "2026-02-30T00:00:00Z" }, path: "", problem: /malformed/ },
    { json: { $instant: 5 }, path: "", problem: /malformed/ },
    { json: { $localDate: "soon" }, path: "", problem: /malformed/ },
    { json: { $localDateTime: "2026-01-02T03:04Z" }, path: "", problem: /malformed/ },
    { json: { $localTime: "24:00" }, path: "", problem: /malformed/ },
    { json: { $yearMonth: "2026-13" }, path: "", problem: /malformed/ },
    { json: { $offsetDateTime: "2026-01-02T03:04" }, path: "", problem: /malformed/ },
    { json: { $zonedDateTime: "2026-01-02T03:04Z[Mars!]" }, path: "", problem: /malformed/ },
    { json: { $period: "P" }, path: "", problem: /malformed/ },
    { json: { $duration: "5" }, path: "", problem: /malformed/ },
    { json: { $duration: Infinity }, path: "", problem: /malformed/ },
    { json: { $duration: NaN }, path: "", problem: /malformed/ },
    { json: { $regex: null }, path: "", problem: /malformed/ },
    { json: { $set: {} }, path: "", problem: /malformed/ },
    { json: { $set: [1, { $no: 1 }] }, path: "$set[1]", problem: /unknown tag/ },
    { json: { $map: {} }, path: "", problem: /malformed/ },
    { json: { $map: [1] }, path: "$map[0]", problem: /expected a pair/ },
    { json: { $map: [[1, 2], [1]] }, path: "$map[1]", problem: /expected a pair/ },
    { json: { $map: [[1, 2, 3]] }, path: "$map[0]", problem: /expected a pair/ },
    {
      json: { a: { $fields: [["x", { $no: 1 }]] } },
      path: "a.$fields[0][1]",
      problem: /unknown tag/,
    },
    { json: { $sortedMap: [] }, path: "", problem: /malformed \$sortedMap/ },
    { json: { $sortedMap: ["<=", []] }, path: "", problem: /malformed/ },
    { json: { $sortedMap: ["<", [[1]]] }, path: "$sortedMap[1][0]", problem: /expected a pair/ },
    {
      json: { $sortedMap: ["<", [[1, { $no: 1 }]]] },
      path: "$sortedMap[1][0][1]",
      problem: /unknown tag/,
    },
    { json: { $sortedSet: ["<"] }, path: "", problem: /malformed \$sortedSet/ },
    { json: { $sortedSet: [{ $keyword: "a" }, []] }, path: "", problem: /malformed/ },
    { json: { $sortedSet: ["<", [{ $no: 1 }]] }, path: "$sortedSet[1][0]", problem: /unknown tag/ },
    {
      json: { $sortedSet: [{ $function: 1 }, []] },
      path: "$sortedSet[0].$function",
      problem: /a function cannot be read here/,
    },
    {
      json: { $function: { source: "f" } },
      path: "$function",
      problem: /a function cannot be read here/,
    },
    { json: { "a.b": [[{ $set: 1 }]] }, path: "a.b[0][0]", problem: /malformed/ },
    { json: { __proto__: null, toString: { $no: 1 } }, path: "toString", problem: /unknown tag/ },
  ];

  test.each(malformed)("case %#: rejects malformed JSON at `$path`", ({ json, path, problem }) => {
    const error = failure(json);
    expect(error.path).toBe(path);
    expect(error.message).toMatch(problem);
    expect(error.message.startsWith(path === "" ? "" : `${path}: `)).toBe(true);
  });

  test.each<[string, (below: unknown) => unknown]>([
    ["arrays", (below) => [below]],
    ["objects", (below) => ({ a: below })],
    ["sets", (below) => ({ $set: [below] })],
    ["pairs", (below) => ({ $map: [[below, 1]] })],
    ["sorted maps", (below) => ({ $sortedMap: ["<", [[below, 1]]] })],
    ["sorted sets", (below) => ({ $sortedSet: [">", [below]] })],
    ["comparators", (below) => ({ $sortedSet: [{ $function: below }, []] })],
    ["functions", (below) => ({ $function: below })],
  ])("rejects %s that are nested too deep, with a short path in the error", (_, wrap) => {
    const error = failure(nested(20_000, wrap), passingThrough);
    expect(error.message).toMatch(/nested too deep/);
    expect(error.message.length).toBeLessThan(120);
  });

  test("rejects JSON that contains itself", () => {
    const json: unknown[] = [];
    json.push(json);
    expect(failure(json).message).toMatch(/nested too deep/);
  });

  test("throws nothing but a DecodingError for malformed JSON, and decoded values can be written again", () => {
    const tag = fc.constantFrom(
      "$keyword",
      "$integer",
      "$number",
      "$instant",
      "$localDate",
      "$duration",
      "$localDateTime",
      "$localTime",
      "$yearMonth",
      "$offsetDateTime",
      "$zonedDateTime",
      "$period",
      "$regex",
      "$set",
      "$map",
      "$fields",
      "$sortedMap",
      "$sortedFields",
      "$sortedSet",
      "$fieldVector",
      "$fieldList",
      "$fieldSequence",
      "$fieldQueue",
      "$entry",
      "$fieldEntry",
      "$fieldSet",
      "$sortedFieldSet",
      "$function",
      "a",
      ":a",
      "__proto__",
      "7",
    );
    const arbitraryJson = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom<unknown>(
          null,
          true,
          0,
          -0,
          Infinity,
          "",
          "5",
          "NaN",
          "2026-01-02",
          "1970-01-01T00:00:00Z",
        ),
        fc.array(tie("json"), { maxLength: 3 }),
        fc.array(fc.tuple(tie("json"), tie("json")), { maxLength: 3 }),
        fc.dictionary(tag, tie("json"), { maxKeys: 2 }),
      ),
    })).json;
    fc.assert(
      fc.property(arbitraryJson, (json) => {
        let value;
        try {
          value = decodeValue(json);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodingError);
          return;
        }
        expect(formOf(decodeValue(encodeValue(value)))).toEqual(formOf(value));
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 250 : 1000 },
    );
  });
});

test("locations in errors start with the given path", () => {
  expect(() => decodeValue([{ $no: 1 }], { path: "journal.orders" })).toThrow(
    expect.objectContaining({
      path: "journal.orders[0]",
      message: 'journal.orders[0]: unknown tag "$no"',
    }) as Error,
  );
});

describe("refuses values that JSON cannot contain", () => {
  const throwing = (): never => {
    throw new Error("asked");
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  test.each<readonly [name: string, json: unknown, message: string]>([
    ["a hole", { list: Object.assign([1], { 2: 2 }) }, "list[1]: expected JSON, got undefined"],
    ["a Date", { at: new Date() }, "at: expected JSON, got an object of a class"],
    ["a Map", new Map([["a", 1]]), "expected JSON, got an object of a class"],
    [
      "an instance",
      [
        new (class {
          readonly a = 1;
        })(),
      ],
      "[0]: expected JSON, got an object of a class",
    ],
    [
      "a field that throws",
      {
        a: {
          get b() {
            return throwing();
          },
        },
      },
      "a: it cannot be read",
    ],
    [
      "an element that throws",
      Object.defineProperty([1], 0, { get: throwing }),
      "[0]: it cannot be read",
    ],
    ["a revoked proxy", { a: proxy }, "a: it cannot be read"],
  ])("rejects %s and names its location", (_, json, message) => {
    expect(() => decodeValue(json)).toThrow(
      expect.objectContaining({ name: "DecodingError", message }) as Error,
    );
  });
});

describe("the work budget of decodeValue", () => {
  const elements = (count: number) => Array.from({ length: count }, (_, index) => index);

  test.each<[string, unknown]>([
    ["a list", elements(200)],
    ["a set", { $set: elements(200) }],
    ["a sorted set", { $sortedSet: ["<", elements(200)] }],
    ["an object", Object.fromEntries(elements(200).map((each) => [String(each), each]))],
    ["a map", { $map: elements(200).map((each) => [each, each]) }],
    ["digits", { $integer: "7".repeat(200) }],
  ])("decoding of %s spends the work budget", (_, json) => {
    const ended = () => decodeValue(json, { meter: workBudget("a test", 150) });
    expect(ended).toThrow(WorkLimitError);
    expect(() => decodeValue(json, { meter: workBudget("a test", 20_000) })).not.toThrow();
  });
});
