import { eventFirewall, type Fail, type TraceEvent } from "@ptc/core/contracts";
import { Firewall } from "@ptc/core/firewall";
import { nothingUsed } from "@ptc/core/internal/contracts";
import { maskFirewalled } from "@ptc/tracer";
import { describe, expect, test } from "vitest";
import { Progress } from "./progress.ts";

/** Returns the lines shown for `events`. */
function shown(
  ...events: readonly (Pick<TraceEvent, "type" | "data"> & Partial<TraceEvent>)[]
): string[] {
  const lines: string[] = [];
  const progress = new Progress({
    style: (_name, text) => text,
    print: (line) => {
      lines.push(line);
    },
    mask: maskFirewalled,
  });
  for (const event of events) progress.emit({ traceId: "t", spanId: "s", time: 0, ...event });
  return lines;
}

const forged = "no\nTurn 2 of at most 3\n  tool/pay {} -> 1 row, 3 bytes, 1 ms\u001b[31m";

test("text of tools, models and programs never starts a line of the progress", () => {
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

test("reports a compacted conversation on one line, and why it has no summary", () => {
  const data = { droppedTurns: 5, messages: 8, estimatedTokens: 1_200, overBudget: false };
  expect(
    shown(
      { type: "compaction-end", data: { ok: true, ...data } },
      { type: "compaction-end", data: { ok: false, error: forged, ...data } },
    ).slice(0, 2),
  ).toEqual(Array(2).fill("  5 turns dropped; the conversation now has about 1,200 tokens"));
});

test("shows calls that wait, their decisions, and calls that an earlier process began", () => {
  const request = { id: "r/1/0", tool: "pay", address: "r/1/0", arguments: { amount: 7 } };
  const lines = shown(
    { type: "approval-requested", data: { ...request, reason: "approval" } },
    { type: "approval-requested", data: { ...request, reason: forged } },
    { type: "run-paused", data: { pending: ["r/1/0", "r/1/1"], effects: 3 } },
    { type: "run-resumed", data: { decided: ["r/1/0"] } },
    { type: "approval-decided", data: { id: "r/1/0", tool: "pay", decision: "approved" } },
    {
      type: "approval-decided",
      data: { id: "r/1/0", tool: "pay", decision: "edited", arguments: { _pin: 1, amount: 9 } },
    },
    {
      type: "approval-decided",
      data: { id: "r/1/0", tool: forged, decision: "denied", message: forged },
    },
    { type: "tool-call-end", data: { name: "pay", ok: true, result: 1 } },
  );
  expect(lines.filter((_, index) => index !== 1 && index !== 6)).toEqual([
    '  waits for an approval: tool/pay {"amount":7}',
    "  paused: 2 calls to decide",
    "  resumed with 1 decision",
    "  approved: tool/pay",
    '  edited: tool/pay {"_pin":"<Firewalled>","amount":9}',
    "  tool/pay -> a number, 1 byte, 0 ms",
  ]);
  for (const line of lines) expect(line).not.toMatch(/\p{Cc}/u);
});

test("hides values that the firewall of the mission remembers, under any name", () => {
  const firewall = new Firewall();
  firewall.note("5404 4444");
  const fail = { reason: "failed", message: "no card 5404 4444" };
  const masked = { [eventFirewall]: firewall };
  const text = "5404 4444";
  const lines = shown(
    { type: "tool-call-start", data: { name: "pay", args: { to: text }, address: "a" }, ...masked },
    { type: "tool-call-end", data: { name: "pay", ok: false, error: text }, ...masked },
    {
      type: "program-end",
      data: { ok: true, text, usage: nothingUsed, prints: [text], warnings: [text] },
      ...masked,
    },
    { type: "program-end", data: { ok: false, fail, usage: nothingUsed, prints: [] }, ...masked },
    { type: "turn-end", data: { turn: 1, ok: false, done: false, fail }, ...masked },
  );
  expect(lines.filter((line) => line.includes("<Firewalled>")).length).toBeGreaterThanOrEqual(5);
  expect(lines.join("\n")).not.toContain("5404");
});

test("omits arguments whose names start with _", () => {
  const args = { order: 42, _card: "5404 4444", to: [{ _street: "Via Po", city: "Torino" }] };
  expect(
    shown(
      { type: "tool-call-start", data: { name: "charge", args, address: "a" } },
      { type: "tool-call-end", data: { name: "charge", ok: true, result: 1 } },
    ).join("\n"),
  ).toContain(
    'tool/charge {"order":42,"_card":"<Firewalled>","to":[{"_street":"<Firewalled>","city":"Torino"}]} ->',
  );
});

test("lays out a program of one long line, and shows others with their own lines", () => {
  const program = (source: string) => shown({ type: "program-start", data: { source } });
  const long = `(def paid (filter :paid data/orders)) (return (->> paid (group-by :customer) (map first) (sort-by str)))`;
  expect(program(long)).toEqual([
    "  reformatted from one line",
    "    (def paid (filter :paid data/orders))",
    "    (return (->> paid (group-by :customer) (map first) (sort-by str)))",
  ]);
  for (const source of ["(f   1)", `${long}\n(g)`, `${long})`, `(f ${"1   ".repeat(10_000)})`])
    expect(program(source).join("")).not.toContain("laid out here");
  expect(program(`${long}\n(g   1)`)).toEqual([`    ${long}`, "    (g   1)"]);
});

test("shows large arguments and results at a bounded cost", () => {
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

describe("progress of child missions", () => {
  const call = (traceId: string, spanId: string, name: string) =>
    ({ type: "tool-call-start", traceId, spanId, data: { name, args: {}, address: "a" } }) as const;
  const start = (traceId: string, parentTraceId: string, parentSpanId: string, depth: number) =>
    ({
      type: "mission-start",
      traceId,
      parentSpanId,
      data: { parentTraceId, depth, prompt: `\n\nTask of ${traceId}.\nMore.`, tools: [] },
    }) as const;
  const turn = (traceId: string, number: number) =>
    ({ type: "turn-start", traceId, data: { turn: number, turnsLeft: 3 - number } }) as const;

  test("shows child missions on their own lines, with agent or tool, indented by depth", () => {
    const lines = shown(
      { type: "mission-start", data: { prompt: "p", tools: [] } },
      turn("t", 1),
      call("t", "1", "find"),
      { ...start("u", "t", "1", 1), agent: forged },
      turn("u", 1),
      call("u", "1", "ask"),
      start("v", "u", "1", 2),
      turn("v", 1),
      turn("u", 2),
      { type: "program-start", traceId: "v", data: { source: "(+ 1\n 2)" } },
      {
        type: "turn-end",
        traceId: "u",
        data: { turn: 2, ok: true, done: false, fail: { reason: "r", message: "m" } },
      },
      turn("v", 2),
      { type: "tool-call-end", traceId: "u", spanId: "1", data: { name: "ask", ok: true } },
      turn("t", 2),
    );
    const label = "no\\u000aTurn 2 of at most 3\\u000a  tool/… 1 |";
    expect(lines).toEqual([
      "",
      "Turn 1 of at most 3",
      `    ${label} Task of u.`,
      "        ask 2 | Task of v.",
      `    ${label} Turn 2 of at most 3`,
      "        ask 2 |     (+ 1",
      "        ask 2 |      2)",
      `    ${label}   r`,
      `    ${label}     m`,
      "        ask 2 | Turn 2 of at most 3",
      `    ${label}   tool/ask {} -> nothing, 4 bytes, 0 ms`,
      "",
      "Turn 2 of at most 3",
    ]);
  });

  test("limits the number and indentation of child missions", () => {
    const many = Array.from({ length: 300 }, (_, index) => start(String(index), "t", "s", 1));
    const lines = shown(...many, turn("299", 2), turn("7", 2));
    expect(lines).toHaveLength(102);
    expect(lines.slice(-3)).toEqual([
      "    mission 100 | Task of 99.",
      "  … only the first 100 child missions are shown; the trace has all of them",
      "    mission 8 | Turn 2 of at most 3",
    ]);
    expect(shown(start("u", "t", "s", 1e9))).toEqual([`${" ".repeat(32)}mission 1 | Task of u.`]);
  });
});
