// Tests writing events and reading them back.

import fc from "fast-check";
import { eventFirewall, type TraceEvent } from "@ptc/core/contracts";
import { tags } from "@ptc/core/encoding";
import { Vector } from "@ptc/core/values";
import { firewallByName } from "@ptc/core/internal/values";
import { describe, expect, test } from "vitest";
import { formatEvent, formatTraceHeader } from "./trace-format.ts";
import { readTrace } from "./read-trace.ts";

/** Returns an event that carries `result`, which may be anything. */
function eventWith(result: unknown): TraceEvent {
  return {
    type: "tool-call-end",
    traceId: "t",
    spanId: "s",
    time: 5,
    data: { name: "x", ok: true, result },
  };
}

/** Returns `result` as read back from a file. */
function throughFile(result: unknown, reveal = false): unknown {
  const line = formatEvent(eventWith(result), { reveal });
  expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
  const { events, problems } = readTrace(`${formatTraceHeader()}\n${line}\n`);
  expect(problems).toEqual([]);
  const [event] = events;
  return event?.type === "tool-call-end"
    ? event.data.result
    : expect.unreachable("the event was not read");
}

describe("formatEvent", () => {
  test("writes ordinary data as ordinary JSON", () => {
    const event = eventWith([{ id: 1, name: "a" }, null, true]);
    expect(JSON.parse(formatEvent(event))).toEqual(event);
  });

  test.each([
    [12345678901234567890n, '{"$integer":"12345678901234567890"}'],
    [NaN, '{"$number":"NaN"}'],
    [-0, '{"$number":"-0"}'],
    [[undefined], '[{"$undefined":true}]'],
    [{ a: undefined }, "{}"],
    [new Map([[{ k: 1 }, 2n]]), '{"$map":[[{"k":1},{"$integer":"2"}]]}'],
    [new Set(["a"]), '{"$set":["a"]}'],
    [new Date(0), '{"$instant":"1970-01-01T00:00:00Z"}'],
    [new Date(NaN), '{"$instant":null}'],
    [{ $integer: "1" }, '{"$fields":[["$integer","1"]]}'],
    [{ $bigint: "1" }, '{"$fields":[["$bigint","1"]]}'],
    [new Uint8Array(3), '"<3 bytes>"'],
    [() => 1, '"<Function>"'],
    [Symbol("s"), '"<Symbol>"'],
    ["\u2028\u2029\n\u0000\uD800", '"\\u2028\\u2029\\n\\u0000\\ud800"'],
  ])("writes %o as %s", (value, json) => {
    expect(formatEvent(eventWith(value))).toContain(`"result":${json}}`);
  });

  test("masks firewalled fields unless reveal is set", () => {
    const value = {
      _a: "canary",
      b: [new Map([["_c", "canary"]])],
      error: Object.assign(new Error("e"), { _d: "canary" }),
    };
    expect(formatEvent(eventWith(value))).not.toContain("canary");
    expect(throughFile(value)).toEqual({
      _a: "<Firewalled>",
      b: [new Map([["_c", "<Firewalled>"]])],
      error: { name: "Error", message: "e", _d: "<Firewalled>" },
    });
    expect(throughFile(value, true)).toEqual({
      _a: "canary",
      b: [new Map([["_c", "canary"]])],
      error: { name: "Error", message: "e", _d: "canary" },
    });
  });

  test("keeps the links of a child mission's trace, whatever its firewall hides", () => {
    const id = "2".repeat(32);
    const firewall = { ...firewallByName, hidesNumber: () => true, maskValues: () => "hidden" };
    const events: readonly TraceEvent[] = [
      {
        type: "mission-start",
        traceId: "t",
        spanId: "s",
        parentSpanId: "p",
        agent: "a",
        time: 5,
        data: { name: "a", parentTraceId: id, depth: 2, prompt: "secret", tools: [] },
        [eventFirewall]: firewall,
      },
      {
        ...eventWith("secret"),
        data: { name: "x", ok: true, childTraceIds: [id] },
        [eventFirewall]: firewall,
      } as TraceEvent,
    ];
    const lines = events.map((event) => formatEvent(event));
    expect(readTrace([formatTraceHeader(), ...lines].join("\n")).events).toMatchObject([
      {
        parentSpanId: "p",
        agent: "a",
        data: { parentTraceId: id, depth: 2, prompt: "hidden" },
      },
      { data: { name: "x", childTraceIds: [id] } },
    ]);
  });

  test("marks cycles, and writes shared parts at each use", () => {
    const shared = { a: 1 };
    const value: Record<string, unknown> = { first: shared, second: shared };
    value["self"] = [value];
    expect(throughFile(value)).toEqual({ first: { a: 1 }, second: { a: 1 }, self: ["<Cycle>"] });
  });

  test("limits the depth of values so that they can be read again", () => {
    let deep: unknown = new Map([["_s", "canary"]]);
    for (let level = 0; level < 10_000; level++) deep = new Map([["k", deep]]);
    let read = throughFile(deep);
    while (read instanceof Map) read = read.get("k");
    expect(read).toBe("<TooDeep>");
  });

  test("limits the size of values that are small in memory and large as text", () => {
    let shared: unknown = "a text";
    for (let level = 0; level < 60; level++) shared = [shared, shared];
    const started = process.cpuUsage();
    const line = formatEvent(eventWith(shared));
    expect(line).toContain("<TooLarge>");
    expect(line.length).toBeLessThan(40_000_000);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
    expect(formatEvent(eventWith(new Array(100_000_000))).length).toBeLessThan(40_000_000);
    expect(formatEvent(eventWith("x".repeat(20_000_000)))).toContain('"result":"<TooLarge>"');
  });

  test("marks integers of more than ten thousand digits instead of writing them", () => {
    const longest = 10n ** 9_990n;
    expect(throughFile([longest, -longest])).toEqual([longest, -longest]);
    expect(throughFile([2n ** 524_288n - 1n, 1])).toEqual([
      "<Integer of more than 10000 digits>",
      1,
    ]);
  });

  const elements = Array.from({ length: 300_000 }, (_, index) => index);
  test.each<[string, () => unknown]>([
    ["integers of many digits", () => Array<unknown>(10_000).fill(10n ** 9_990n)],
    ["dates", () => elements.map((index) => new Date(index))],
    [
      "fields without a value, again and again",
      () =>
        Array<unknown>(10_000).fill(
          Object.fromEntries(elements.map((index) => [`f${index}`, undefined])),
        ),
    ],
    [
      "values of the language, again and again",
      () => Array<unknown>(10_000).fill(Vector.of(elements)),
    ],
    [
      "values of the language that are too large",
      () =>
        Array<unknown>(10_000).fill(
          Vector.of([...elements, ...elements, ...elements, ...elements]),
        ),
    ],
  ])("takes bounded time for %s", (_, make) => {
    const value = make();
    const before = process.cpuUsage();
    const line = formatEvent(eventWith(value));
    const { user, system } = process.cpuUsage(before);
    expect(line).toContain("<TooLarge>");
    // This takes a fifth of a second; without bounds, each case took minutes.
    expect((user + system) / 1000).toBeLessThan(4_000);
    expect(readTrace(`${formatTraceHeader()}\n${line}\n`).problems).toEqual([]);
  });

  test("a text that is too large takes no room from the values after it", () => {
    expect(throughFile(["x".repeat(20_000_000), "after"])).toEqual(["<TooLarge>", "after"]);
  });

  test("runs no accessor and no toJSON, and survives proxies", () => {
    const value = Object.defineProperty(
      {
        toJSON: () => {
          throw new Error("ran");
        },
      },
      "trap",
      {
        enumerable: true,
        get: () => {
          throw new Error("ran");
        },
      },
    );
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(throughFile([value, proxy])).toEqual([
      { toJSON: "<Function>", trap: "<Accessor>" },
      "<Unreadable>",
    ]);
  });

  test("treats `__proto__` as an ordinary name", () => {
    const read = throughFile(JSON.parse('{"__proto__":{"polluted":true}}'), true) as object;
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(read, "__proto__")?.value).toEqual({ polluted: true });
  });

  test("reads a malformed tag as an ordinary object", () => {
    const line = formatEvent(eventWith("HERE")).replace(
      '"HERE"',
      '[{"$bigint":1},{"$map":[[1]]},{"$constructor":1},{"$integer":"x"},{"$instant":"soon"},{"$fields":[[1,2]]}]',
    );
    const [event] = readTrace(`${formatTraceHeader()}\n${line}\n`).events;
    expect(event?.data).toMatchObject({
      result: [
        { $bigint: 1 },
        { $map: [[1]] },
        { $constructor: 1 },
        { $integer: "x" },
        { $instant: "soon" },
        { $fields: [[1, 2]] },
      ],
    });
  });

  test("reads back any value that a trace can contain", () => {
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.string({ unit: "binary" }),
        fc.double(),
        fc.bigInt(),
        fc.boolean(),
        fc.constant(null),
        fc.constant(undefined),
        fc.date({ noInvalidDate: true }),
        fc.array(tie("value")),
        fc.array(tie("value")).map((items) => new Set(items)),
        fc.array(fc.tuple(tie("value"), tie("value"))).map((pairs) => new Map(pairs)),
        fc.dictionary(
          fc.oneof(
            fc.string({ unit: "binary" }),
            fc.constantFrom("$map", "$set", "$object", "$undefined", "__proto__", "toJSON"),
            fc.constantFrom(...Object.values(tags), "$bigint", "$date"),
          ),
          tie("value"),
          { noNullPrototype: true },
        ),
      ),
    }));
    fc.assert(
      fc.property(value, (original) => {
        expect(throughFile(original, true)).toEqual(original);
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 75 : 300 },
    );
  });
});
