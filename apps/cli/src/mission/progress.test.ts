import type { Fail, TraceEvent } from "@ptc/core/contracts";
import { expect, test } from "vitest";
import { Progress } from "./progress.ts";

/** The lines that are shown for events. */
function shown(...events: readonly Pick<TraceEvent, "type" | "data">[]): string[] {
  const lines: string[] = [];
  const progress = new Progress(
    (_name, text) => text,
    (line) => {
      lines.push(line);
    },
  );
  for (const event of events)
    progress.emit({ traceId: "t", spanId: "s", time: 0, ...event } as TraceEvent);
  return lines;
}

const forged = "no\nTurn 2 of at most 3\n  tool/pay {} -> 1 row, 3 bytes, 1 ms\u001b[31m";

test("nothing that a tool, a model or a program says begins a line of the progress", () => {
  const turnEnd = (fail: Fail) =>
    shown({ type: "turn-end", data: { turn: 1, ok: false, done: false, fail } });
  const lines = [
    ...shown(
      { type: "tool-call-start", data: { name: forged, args: { [forged]: forged }, address: "a" } },
      { type: "tool-call-end", data: { name: "x", ok: false, error: forged } },
      { type: "tool-call-end", data: { name: "x", ok: true, result: { [forged]: [1] } } },
      { type: "model-request-end", data: { ok: false, error: forged } },
    ),
    ...turnEnd({ reason: forged, message: forged }),
    ...turnEnd({ reason: "failed", message: forged, details: { kind: forged } }),
  ];
  expect(lines).toHaveLength(7);
  for (const line of lines) {
    expect(line).not.toMatch(/\p{Cc}/u);
    expect(line).not.toMatch(/^(?:Turn 2| {2}tool\/pay)/);
  }
});

test("arguments and answers that are large are shown for a bounded price", () => {
  let unfolding: unknown = [1, 2];
  for (let level = 0; level < 60; level++) unfolding = [unfolding, unfolding];
  const integers = Array<bigint>(10_000).fill(2n ** 524_000n);
  const before = process.cpuUsage();
  const lines = [unfolding, integers].flatMap((value) =>
    shown(
      { type: "tool-call-start", data: { name: "x", args: { value }, address: "a" } },
      { type: "tool-call-end", data: { name: "x", ok: true, result: value } },
    ),
  );
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(5_000);
  expect(lines).toEqual(["  tool/x … -> 2 rows, 0 ms", "  tool/x … -> 10,000 rows, 0 ms"]);
});
