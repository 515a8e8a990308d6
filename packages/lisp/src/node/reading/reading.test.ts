// Reading in slices returns the same as reading in one piece, yields on the way, and stops at its
// budget.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeValue } from "@ptc/core/decoding";
import { encodeValue } from "@ptc/core/encoding";
import { printValue } from "@ptc/core/printing";
import {
  Keyword,
  WorkLimitError,
  fromHost,
  toHost,
  workBudget,
  type Value,
} from "@ptc/core/values";
import { MessageError } from "../message-error.ts";
import { readJson } from "./read-json.ts";
import { readValue } from "./read-value.ts";
import { toHostInSlices } from "./to-host-in-slices.ts";
import { Turns, atOnce, type Slice, type SlicedWork } from "./turns.ts";

const plenty = { spend: () => undefined };
const noFunctions = { decodeFunction: () => undefined };

/** A slice that is always over, so that the work yields as often as possible. */
const noTime = {
  begin: () => undefined,
  isOver: () => true,
  isOverNow: () => true,
} as never as Slice;

function interrupted<T>(make: (slice: Slice) => SlicedWork<T>): { result: T; yields: number } {
  const work = make(noTime);
  for (let yields = 0; ; yields++) {
    const step = work.next();
    if (step.done === true) return { result: step.value, yields };
  }
}

function jsonOf(text: string): unknown {
  return interrupted((slice) => readJson(Buffer.from(text), plenty, slice)).result;
}

function valueOf(json: unknown): Value {
  const bytes = Buffer.from(JSON.stringify(json));
  return interrupted((slice) => readValue(bytes, noFunctions, plenty, slice)).result;
}

describe("JSON read in slices", () => {
  test("reading JSON in slices returns the same as JSON.parse", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const compact = JSON.stringify(JSON.parse(text));
        expect(jsonOf(compact)).toEqual(JSON.parse(compact));
      }),
    );
  });

  test("reads strings longer than a piece, with escapes and wide characters at piece boundaries", () => {
    for (const unit of [
      "a",
      "\u00e9",
      "\u{1f600}",
      '"',
      "\\",
      "\n",
      "\ud800",
      "a\u{1f600}\u0007",
    ]) {
      for (const shift of ["", "x", "xy", "xyz"]) {
        const text = shift + unit.repeat(150_000 / unit.length);
        expect(jsonOf(JSON.stringify([text, { [text]: 1 }]))).toEqual([text, { [text]: 1 }]);
      }
    }
  });

  test.each([
    "",
    "[",
    "[1",
    "[1,",
    "[1,]",
    "{",
    '{"a"',
    '{"a":1',
    '{"a":1,}',
    "{1:1}",
    '"abc',
    '"\\x"',
    '"\\',
    "tru",
    "nul",
    "-",
    "1e",
    "[1 ,2]",
    "[] ",
    "[1][",
    "]",
    "NaN",
    "9".repeat(100),
  ])("rejects text that isn't JSON: %j", (text) => {
    expect(() => jsonOf(text)).toThrow(MessageError);
  });

  test("rejects JSON that is nested too deep", () => {
    expect(() => jsonOf("[".repeat(100_000))).toThrow(MessageError);
    expect(() => jsonOf('{"a":'.repeat(100_000))).toThrow(MessageError);
  });

  test("reads `__proto__` as an ordinary field", () => {
    const read = jsonOf('{"__proto__":{"x":1}}');
    expect([Object.keys(read as object), Object.getPrototypeOf(read)]).toEqual([
      ["__proto__"],
      Object.prototype,
    ]);
  });
});

describe("values read in slices", () => {
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
    "$symbol",
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
    "$unknown",
    "a",
    ":a",
    "__proto__",
  );
  const { json: encoded } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { depthSize: "medium" },
      fc.constantFrom<unknown>(
        null,
        true,
        0,
        1.5,
        -3,
        "",
        "5",
        "<",
        ">",
        "NaN",
        "2026-01-02",
        "2026-01-02T03:04",
        "03:04",
        "2026-01",
        "2026-01-02T03:04Z[UTC]",
        "P1M",
      ),
      fc.array(tie("json"), { maxLength: 3 }),
      fc.array(fc.tuple(tie("json"), tie("json")), { maxLength: 3 }),
      fc.dictionary(tag, tie("json"), { maxKeys: 2 }),
    ),
  }));

  test("reading a value in slices returns the same as `decodeValue`, or both fail", () => {
    let values = 0;
    fc.assert(
      fc.property(encoded, (json) => {
        let expected;
        try {
          expected = decodeValue(json);
        } catch {
          expect(() => valueOf(json)).toThrow();
          return;
        }
        values++;
        expect(encodeValue(valueOf(json))).toEqual(encodeValue(expected));
      }),
      { numRuns: 3_000 },
    );
    expect(values).toBeGreaterThan(300);
  });

  test("reads sorted collections of any size in the wrong order", () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 5_003);
    for (const json of [
      { $sortedSet: [">", keys] },
      { $sortedMap: ["<", keys.map((key) => [key, key + 1])] },
    ])
      expect(encodeValue(valueOf(json))).toEqual(encodeValue(decodeValue(json)));
  });

  test.each([
    { $sortedSet: ["<"] },
    { $sortedSet: ["<", [], 1] },
    { $sortedMap: ["<", [[1]]] },
    { $map: [[1, 2, 3]] },
    { $map: [1] },
    { $set: {} },
    { $set: [], a: 1 },
    { a: 1, $set: [] },
    { $keyword: 1 },
    { $function: { source: "(fn [x] x)", captured: {} } },
    { $opaque: { reduced: 1 } },
    { $what: 1 },
  ])("rejects JSON that doesn't encode a value: %j", (json) => {
    expect(() => valueOf(json)).toThrow();
  });

  test("converts to host data like `toHost`", () => {
    const values: readonly unknown[] = [
      [1, [2, { a: new Map([["x", new Set([1, "a"])]]), b: new Date(0) }]],
      new Set([1, 2]),
      new Map<unknown, unknown>([
        [1, 2],
        [null, 3],
        [true, 4],
      ]),
      [new Keyword("k"), 10n ** 30n, null, false],
    ];
    for (const collections of ["plain", "native"] as const)
      for (const value of values.map((value) => fromHost(value))) {
        const { result, yields } = interrupted((slice) =>
          toHostInSlices(value, collections, plenty, slice),
        );
        expect([printValue(value), result]).toEqual([
          printValue(value),
          toHost(value, { collections }),
        ]);
        expect(yields).toBeGreaterThan(0);
      }
  });

  test("yields after each element, and stops at its budget", () => {
    const bytes = Buffer.from(JSON.stringify(Array.from({ length: 500 }, () => ({ a: [] }))));
    const { yields } = interrupted((slice) => readValue(bytes, noFunctions, plenty, slice));
    expect(yields).toBeGreaterThanOrEqual(1_000);
    expect(() =>
      atOnce((slice) => readValue(bytes, noFunctions, workBudget("a test", 900), slice)),
    ).toThrow(WorkLimitError);
    expect(() => atOnce((slice) => readJson(bytes, workBudget("a test", 900), slice))).toThrow(
      WorkLimitError,
    );
  });
});

test("each turn of the event loop runs one slice of all work of a pool", async () => {
  const turns = new Turns();
  const order: string[] = [];
  const work = (name: string) =>
    turns.work(function* () {
      for (let index = 0; index < 3; index++) {
        order.push(name);
        yield;
      }
    });
  let loops = 0;
  const count = (): void => {
    loops++;
    order.push("|");
    if (loops < 12) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all([work("a"), work("b")]);
  expect(order.join("").replaceAll("|", "")).toBe("ababab");
  expect(order.join("")).not.toMatch(/[ab][ab]/);
});
