// Tests that the language, traces and the command line write the same tagged JSON: the same value
// has the same tag, and data that looks like a tag stays data.

import type { TraceEvent } from "@ptc/core/contracts";
import { decodeValue } from "@ptc/core/decoding";
import { encodeValue, tags } from "@ptc/core/encoding";
import { Temporal, equals, fromHost, toHost } from "@ptc/core/values";
import { TrieSet } from "@ptc/core/internal/values";
import { formatEvent, formatTraceHeader, readTrace } from "@ptc/tracer";
import { describe, expect, test } from "vitest";
import { fromHostJson, hostJson } from "@ptc/core/internal/json";
import fc from "fast-check";

function asText(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json));
}

function traceLine(result: unknown): string {
  const event: TraceEvent = {
    type: "tool-call-end",
    traceId: "t",
    spanId: "s",
    time: 1,
    data: { name: "x", ok: true, result },
  };
  return formatEvent(event, { reveal: true });
}

function inTrace(result: unknown): unknown {
  const line = JSON.parse(traceLine(result)) as { readonly data: { readonly result: unknown } };
  return line.data.result;
}

function throughTrace(result: unknown): unknown {
  const { events, problems } = readTrace(`${formatTraceHeader()}\n${traceLine(result)}\n`);
  expect(problems).toEqual([]);
  return events[0]?.type === "tool-call-end" ? events[0].data.result : undefined;
}

const names = fc.oneof(
  fc.constantFrom<string>(...Object.values(tags)),
  fc.constantFrom("$bigint", "$date", "$object", "$ref", "$", "a", "__proto__"),
);

/** The contents that tags have, so that data looks like a well-formed tag. */
const contents = fc.constantFrom<unknown>(
  "1",
  "NaN",
  "-0",
  "1970-01-01T00:00:00Z",
  "1970-01-01",
  true,
  null,
  5,
  [["a", 1]],
  ["<", [1]],
  ["<", [["a", 1]]],
);

const data = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    contents,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 1, noNullPrototype: true }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

describe("data with names like tags is preserved", () => {
  test("by the encoding of the language", () => {
    fc.assert(
      fc.property(data, (value) => {
        const read = decodeValue(asText(encodeValue(fromHost(value))));
        expect(toHost(read)).toEqual(value);
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 250 : 1000 },
    );
  });

  test("by a trace", () => {
    fc.assert(
      fc.property(data, (value) => {
        expect(throughTrace(value)).toEqual(value);
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 250 : 1000 },
    );
  });

  test("by the JSON of the command line, which has only one kind of map", () => {
    fc.assert(
      fc.property(data, (value) => {
        expect(equals(fromHost(fromHostJson(asText(hostJson(value)))), fromHost(value))).toBe(true);
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 250 : 1000 },
    );
  });
});

describe("each value has one tag", () => {
  test.each([
    ["a large integer", 2n ** 64n, { $integer: "18446744073709551616" }],
    ["not a number", NaN, { $number: "NaN" }],
    ["an infinity", -Infinity, { $number: "-Infinity" }],
    ["keys that are no texts", new Map([[1, "one"]]), { $map: [[1, "one"]] }],
  ])("everywhere: %s", (_, value, json) => {
    expect(encodeValue(fromHost(value))).toEqual(json);
    expect(inTrace(value)).toEqual(json);
    expect(hostJson(value)).toEqual(json);
  });

  test.each([
    ["-0", -0, { $number: "-0" }],
    ["a moment", new Date(5), { $instant: "1970-01-01T00:00:00.005Z" }],
    ["a set", new Set([1]), { $set: [1] }],
    ["an object like a tag", { $set: [1] }, { $fields: [["$set", [1]]] }],
  ])("in the language and in traces: %s", (_, value, json) => {
    expect(encodeValue(fromHost(value))).toEqual(json);
    expect(inTrace(value)).toEqual(json);
  });

  test("even for a language value inside a trace", () => {
    for (const value of [new Temporal("instant", 5), TrieSet.of([1])])
      expect(inTrace(value)).toEqual(encodeValue(value));
  });
});
