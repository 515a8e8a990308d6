import fc from "fast-check";
import type { TraceEvent, TraceEventData, TraceEventType } from "@ptc/core/contracts";
import { describe, expect, test } from "vitest";
import { readTrace } from "./read-trace.ts";
import { formatEvent, formatTraceHeader } from "./trace-format.ts";

const header = formatTraceHeader();

const runUsage = { durationMs: 1, steps: 2, memoryBytes: 3, toolCalls: 4 };

/** Two samples of data for each type: with the fewest and the most fields. */
const samples: {
  readonly [Type in TraceEventType]: readonly [TraceEventData[Type], TraceEventData[Type]];
} = {
  "mission-start": [
    { prompt: "p", tools: [] },
    {
      name: "n",
      parentTraceId: "q",
      depth: 2,
      prompt: "p",
      signature: "-> :int",
      tools: ["a"],
    },
  ],
  "mission-end": [
    { ok: true, turns: 1 },
    {
      ok: false,
      return: [1],
      fail: { reason: "timeout", message: "m", op: "o", details: { kind: "k" } },
      turns: 2,
    },
  ],
  "turn-start": [
    { turn: 1, turnsLeft: 4 },
    { turn: 5, turnsLeft: 0 },
  ],
  "turn-end": [
    { turn: 1, ok: true, done: true },
    { turn: 1, ok: false, done: false, feedback: "f" },
  ],
  "compaction-start": [
    { strategy: "trim", reason: "turns", messages: 17, estimatedTokens: 900 },
    { strategy: "summarize", reason: "tokens", messages: 9, estimatedTokens: 9_000 },
  ],
  "compaction-end": [
    { ok: true, droppedTurns: 5, messages: 7, estimatedTokens: 400, overBudget: false },
    {
      ok: false,
      error: "e",
      droppedTurns: 1,
      messages: 7,
      estimatedTokens: 8_000,
      overBudget: true,
    },
  ],
  "model-request-start": [
    { messages: [] },
    {
      purpose: "summary",
      messages: [
        { role: "system", content: "s" },
        { role: "assistant", content: "a" },
      ],
    },
  ],
  "model-request-end": [
    { ok: true },
    {
      ok: false,
      text: "t",
      usage: { inputTokens: 1, outputTokens: 2, cachedInputTokens: 1 },
      error: "e",
    },
  ],
  "program-start": [{ source: "" }, { source: "(+ 1 2)" }],
  "program-end": [
    { ok: true, prints: [], usage: runUsage },
    {
      ok: false,
      text: "3",
      fail: { reason: "custom", message: "m" },
      prints: ["p"],
      usage: { ...runUsage, peakMemoryBytes: 3 },
      warnings: ["w"],
    },
  ],
  "tool-call-start": [
    { name: "n", args: {}, address: "a" },
    { name: "n", args: [1, null], address: "a" },
  ],
  "tool-call-end": [
    { name: "n", ok: true },
    {
      name: "n",
      ok: false,
      result: {},
      error: "e",
      cached: true,
      childTraceIds: ["u", "v"],
      decision: { decision: "edited", arguments: { id: 1 } },
    },
  ],
  "approval-requested": [
    { id: "r/1/0", tool: "n", address: "r/1/0", reason: "approval", arguments: {} },
    {
      ...{ id: "r/1/0", tool: "n", address: "r/1/0", reason: "job" },
      ...{ arguments: { a: [1] }, expiresAt: 1, until: 2 },
    },
  ],
  "approval-decided": [
    { id: "r/1/0", tool: "n", decision: "approved" },
    { id: "r/1/0", tool: "n", decision: "denied", message: "m", arguments: { a: 1 } },
  ],
  "run-paused": [
    { pending: [], effects: 0 },
    { pending: ["r/1/0"], effects: 3 },
  ],
  "run-resumed": [{ decided: [] }, { decided: ["r/1/0"] }],
};

const events: readonly TraceEvent[] = Object.entries(samples).flatMap(([type, datas]) =>
  // Type and data come from one entry of the table.
  datas.map(
    (data, index) =>
      ({
        type,
        traceId: "t",
        spanId: `${type}${String(index)}`,
        ...(index === 0 ? {} : { parentSpanId: "p", agent: "a" }),
        time: index,
        data,
      }) as TraceEvent,
  ),
);

const lines = events.map((event) => formatEvent(event));
const [firstLine = ""] = lines;

describe("readTrace", () => {
  test("reads every type of event back", () => {
    expect(readTrace(`${[header, ...lines].join("\n")}\n`)).toEqual({
      events,
      cutLine: undefined,
      problems: [],
      problemCount: 0,
      unreadFromLine: undefined,
    });
  });

  test.each([
    ["", { traceId: "t", turn: 1, attempt: 1, kind: "text", text: "a" }],
    [" with data", { traceId: "t", spanId: "s", time: 1, data: { turn: 1, text: "a" } }],
    [" without fields", {}],
    [" with invalid fields", { data: null, time: "now" }],
    [" of a child mission", { traceId: "t", parentSpanId: "p", agent: "a", data: [] }],
  ])("names the source of a piece of an answer%s, which traces don't contain", (_, fields) => {
    const piece = JSON.stringify({ type: "model-delta", ...fields });
    const { events: read, problems } = readTrace(`${header}\n${piece}\n${firstLine}\n`);
    expect(read).toEqual([events[0]]);
    expect(problems).toEqual([
      {
        line: 2,
        message:
          "a piece of an answer (model-delta), which traces don't contain: write the events of `onEvent` or `trace` instead of those of `runEvents`",
      },
    ]);
  });

  test("accepts a byte order mark, CRLF, empty lines, and the headers of appended runs", () => {
    const text = `\uFEFF${header}\r\n${firstLine}\r\n\r\n${header}\r\n${firstLine}\r\n`;
    expect(readTrace(text)).toMatchObject({ events: [events[0], events[0]], problemCount: 0 });
  });

  test("reads a file that is cut at any position up to the cut", () => {
    const text = `${[header, ...lines].join("\n")}\n`;
    fc.assert(
      fc.property(fc.nat(text.length), (length) => {
        const { events: read, cutLine, problems } = readTrace(text.slice(0, length));
        expect(problems).toEqual([]);
        expect(read).toEqual(events.slice(0, read.length));
        const written = text.slice(0, length).split("\n");
        const isWhole =
          text.slice(0, length + 1).endsWith("\n") ||
          text.slice(0, length).endsWith("\n") ||
          length === 0;
        expect(cutLine).toBe(isWhole ? undefined : written.length);
        expect(read.length).toBe(
          Math.max(
            0,
            (isWhole ? written.filter((line) => line !== "").length : written.length - 1) - 1,
          ),
        );
      }),
    );
  });

  test.each([
    ["garbage", "not JSON"],
    ["[]", "not an event: expected object"],
    ["{}", "type: expected string"],
    ['{"type":"turn-end"}', "traceId: expected string"],
    [
      '{"type":"turn-end","traceId":"t","spanId":"s","time":"now","data":{}}',
      "time: expected number",
    ],
    [
      '{"type":"turn-end","traceId":"t","spanId":"s","time":0,"data":{"turn":1,"ok":true}}',
      "data.done: expected boolean",
    ],
    [
      '{"type":"model-request-start","traceId":"t","spanId":"s","time":0,"data":{"messages":[{"role":"robot","content":""}]}}',
      "data.messages.0.role: not a valid value here",
    ],
    [
      '{"type":"constructor","traceId":"t","spanId":"s","time":0,"data":{}}',
      "an event of an unknown type",
    ],
    [`${"[".repeat(100_000)}${"]".repeat(100_000)}`, "nested too deep"],
    ['{"format":"ptc-trace","version":2}', "this release reads version 1 of the format"],
  ])("reports the line %s and continues", (line, message) => {
    expect(readTrace(`${header}\n${line}\n${firstLine}\n`)).toEqual({
      events: [events[0]],
      cutLine: undefined,
      problems: [{ line: 2, message }],
      problemCount: 1,
      unreadFromLine: undefined,
    });
  });

  test("reports a cut line in the middle, where a later run was appended", () => {
    expect(
      readTrace(`${header}\n${firstLine.slice(0, 20)}\n${header}\n${firstLine}\n`),
    ).toMatchObject({
      events: [events[0]],
      cutLine: undefined,
      problems: [{ line: 2, message: "not JSON" }],
    });
  });

  test("reads a file without a header and reports that", () => {
    expect(readTrace(`${firstLine}\n`)).toMatchObject({
      events: [events[0]],
      problems: [{ line: 1, message: "the file does not begin with a trace header" }],
    });
  });

  test("counts all problems and lists the first hundred", () => {
    const reading = readTrace(`${header}\n${"x\n".repeat(250)}`);
    expect([reading.problemCount, reading.problems.length]).toEqual([250, 100]);
  });

  test.each<[string, string]>([
    ["text that isn't JSON", "x"],
    ["JSON that isn't an event", '{"type":"turn-end"}'],
    ["headers of another version", '{"format":"ptc-trace","version":2}'],
  ])("stops after a thousand lines of %s, and says so", (_, line) => {
    const text = [header, firstLine, ...Array<string>(5_000).fill(line), firstLine].join("\n");
    const { events: read, problems, problemCount, unreadFromLine } = readTrace(text);
    expect([read.length, problems.length, problemCount, unreadFromLine]).toEqual([
      1, 101, 1_000, 1_003,
    ]);
    expect(problems.at(-1)).toEqual({
      line: 1_003,
      message:
        "this line and those after it were not read, because the file has 1000 problems: check that it is a trace",
    });
  });

  test("reads a whole file with a thousand problems at its end", () => {
    const text = `${header}\n${firstLine}\n${"x\n".repeat(1_000)}\n\n`;
    expect(readTrace(text)).toMatchObject({ problemCount: 1_000, unreadFromLine: undefined });
  });

  test("reads an empty file as a trace without events", () => {
    expect(readTrace("")).toEqual({
      events: [],
      cutLine: undefined,
      problems: [],
      problemCount: 0,
      unreadFromLine: undefined,
    });
  });

  test("returns a result for any text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.json(), fc.string(), fc.constantFrom(header, ...lines))),
        (parts) => {
          const { events: read, problemCount, cutLine } = readTrace(parts.join("\n"));
          expect(
            read.length + problemCount + (cutLine === undefined ? 0 : 1),
          ).toBeGreaterThanOrEqual(parts.filter((part) => lines.includes(part)).length);
        },
      ),
    );
  });
});

describe("large integers in traces", () => {
  const lineWith = (result: unknown): string =>
    JSON.stringify({
      type: "tool-call-end",
      traceId: "t",
      spanId: "s",
      time: 0,
      data: { name: "n", ok: true, result },
    });

  test("doesn't read integers that no program produces, under either tag", () => {
    const digits = "7".repeat(4_000_000);
    const text = [header, lineWith({ $integer: digits }), lineWith({ $bigint: `-${digits}` })];
    const message = "an integer of more than 524288 bits can't be read";
    expect(readTrace(text.join("\n")).problems).toEqual([
      { line: 2, message },
      { line: 3, message },
    ]);
  });

  test("bounds the digits of integers in one file", { tags: "full" }, () => {
    const line = lineWith(Array(50).fill({ $integer: "7".repeat(150_000) }));
    const { events: read, problems } = readTrace(
      [header, ...Array<string>(4).fill(line)].join("\n"),
    );
    expect(read).toHaveLength(2);
    expect(problems.map(({ message }) => message)).toEqual(
      Array(2).fill("reading the integers of a trace takes more than 20000000 units of work"),
    );
  });
});
