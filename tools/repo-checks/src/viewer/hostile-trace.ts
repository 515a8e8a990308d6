// Traces that try to do something on the page: markup, scripts and control characters in every
// field, broken lines, and very many or very large events.

import { formatEvent, formatTraceHeader } from "@ptc/tracer";
import type { TraceEvent } from "@ptc/core/contracts";

/** Every text of the hostile trace ends with this, so that a check finds it on the page. */
export const hostileMark = "hostile-mark";

const hostile = [
  "</script><script>globalThis.hacked = true</script>",
  '"><img src=x onerror="globalThis.hacked = true">',
  "<!-- <script> --> ]]> ${globalThis.hacked = true} {{constructor}}",
  "javascript:globalThis.hacked=true",
  "\u001b[31m\u001b]8;;https://evil.test\u0007link\u001b]8;;\u0007\u0000\u0008",
  "\u202egnp.exe\u2066\u200b\ufeff\ud800",
  "__proto__",
  "𝒳".repeat(40) + "Z̸̧͎͑a̴͉̿l̵g̶o̷",
].join(" ");

/** Returns a trace with hostile text in every field that is a text. */
export function hostileTrace(): string {
  const text = `${hostile} ${hostileMark}`;
  const base = { traceId: text, agent: text, time: 1_800_000_000_000 };
  const events = [
    {
      type: "mission-start",
      spanId: "m",
      data: { name: text, prompt: text, signature: text, tools: [text] },
    },
    { type: "turn-start", spanId: "t", parentSpanId: "m", data: { turn: 1, turnsLeft: 0 } },
    {
      type: "model-request-start",
      spanId: "r",
      parentSpanId: "t",
      data: {
        provider: text,
        model: text,
        messages: [
          { role: "system", content: text },
          { role: "user", content: text, parts: [{ type: text, [text]: text }] },
        ],
      },
    },
    {
      type: "model-request-end",
      spanId: "r",
      parentSpanId: "t",
      data: { ok: true, text, requestId: text, usage: { inputTokens: 10, outputTokens: 1 } },
    },
    {
      type: "program-start",
      spanId: "p",
      parentSpanId: "t",
      data: { source: `(tool/x "${text}") ; ${text}` },
    },
    {
      type: "tool-call-start",
      spanId: "c",
      parentSpanId: "p",
      data: { name: text, args: { [text]: text, ["__proto__"]: text }, address: text },
    },
    {
      type: "approval-requested",
      spanId: "a",
      parentSpanId: "c",
      data: { id: text, tool: text, address: text, reason: text, arguments: { [text]: text } },
    },
    {
      type: "tool-call-end",
      spanId: "c",
      parentSpanId: "p",
      data: { name: text, ok: false, error: text, result: [text] },
    },
    {
      type: "program-end",
      spanId: "p",
      parentSpanId: "t",
      data: {
        ok: false,
        text,
        prints: [text],
        warnings: [text],
        usage: { durationMs: 1, steps: 1, memoryBytes: 1, toolCalls: 1 },
        fail: {
          reason: text,
          message: text,
          op: text,
          details: { kind: text, hint: text, position: { line: 1, column: 2, offset: 1 } },
        },
      },
    },
    {
      type: "turn-end",
      spanId: "t",
      parentSpanId: "m",
      data: {
        turn: 1,
        ok: true,
        done: false,
        feedback: text,
        fail: { reason: text, message: text },
        changes: {
          memory: [{ name: text, text }],
          journal: [{ name: text, text }],
          plan: [{ name: text, text }],
        },
      },
    },
    {
      type: "mission-end",
      spanId: "m",
      data: {
        ok: false,
        turns: 1,
        return: { [text]: text },
        fail: { reason: text, message: text },
      },
    },
  ].map((event, index) => ({
    ...base,
    ...event,
    time: base.time + index * 40,
  })) as unknown as readonly TraceEvent[];
  const lines = events.map((event) => formatEvent(event));
  return [formatTraceHeader(), "<script>", '{"type":', ...lines, "\u0000", '{"type":"turn-'].join(
    "\n",
  );
}

/** Returns a trace with this number of events, most of them calls of two tools in turns. */
export function longTrace(count: number): string {
  const traceId = "c".repeat(32);
  const time = 1_800_000_000_000;
  const lines = [formatTraceHeader()];
  const push = (event: object): void => {
    lines.push(
      formatEvent({
        traceId,
        agent: "loader",
        time: time + lines.length,
        ...event,
      } as unknown as TraceEvent),
    );
  };
  push({
    type: "mission-start",
    spanId: "m",
    data: { prompt: "Load everything.", tools: ["read", "write"] },
  });
  push({ type: "turn-start", spanId: "t", parentSpanId: "m", data: { turn: 1, turnsLeft: 0 } });
  push({
    type: "program-start",
    spanId: "p",
    parentSpanId: "t",
    data: { source: "(doseq [i (range 5000)]\n  (tool/read {:id i})\n  (tool/write {:id i}))" },
  });
  for (let index = 0; index < (count - 6) / 2; index += 1) {
    const name = index % 2 === 0 ? "read" : "write";
    const spanId = `c${String(index)}`;
    push({
      type: "tool-call-start",
      spanId,
      parentSpanId: "p",
      data: { name, args: { id: index }, address: `r/1/${String(index)}` },
    });
    push({
      type: "tool-call-end",
      spanId,
      parentSpanId: "p",
      data: { name, ok: index % 50 !== 7, result: { id: index, text: `row ${String(index)}` } },
    });
  }
  push({
    type: "program-end",
    spanId: "p",
    parentSpanId: "t",
    data: {
      ok: true,
      text: "nil",
      prints: [],
      usage: { durationMs: 1, steps: 1, memoryBytes: 1, toolCalls: 1 },
    },
  });
  push({
    type: "turn-end",
    spanId: "t",
    parentSpanId: "m",
    data: { turn: 1, ok: true, done: true },
  });
  push({ type: "mission-end", spanId: "m", data: { ok: true, turns: 1 } });
  return `${lines.join("\n")}\n`;
}

/** Returns a trace of this size, with results of half a megabyte. */
export function largeTrace(bytes: number): string {
  const result = Array.from({ length: 5_000 }, (_, id) => ({
    id,
    text: "some text of a row that is long, and goes to no model",
  }));
  const one = longTrace(8).trimEnd().split("\n");
  const end = formatEvent({
    type: "tool-call-end",
    traceId: "c".repeat(32),
    spanId: "c0",
    parentSpanId: "p",
    time: 1_800_000_000_100,
    data: { name: "read", ok: true, result },
  });
  const lines = [...one];
  for (let size = 0, index = 0; size < bytes; size += end.length, index += 1) {
    const spanId = `x${String(index)}`;
    lines.splice(
      -3,
      0,
      formatEvent({
        type: "tool-call-start",
        traceId: "c".repeat(32),
        spanId,
        parentSpanId: "p",
        time: 1_800_000_000_050 + index,
        data: { name: "read", args: { page: index }, address: "r/1/0" },
      }),
      end
        .replace('"spanId":"c0"', `"spanId":"${spanId}"`)
        .replace('"id":0', `"id":${String(index)}`),
    );
  }
  return `${lines.join("\n")}\n`;
}
