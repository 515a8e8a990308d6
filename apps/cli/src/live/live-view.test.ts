import { describe, expect, test } from "vitest";
import type { TraceEvent } from "@ptc/core/contracts";
import { displayWidth } from "@ptc/subagent/internal/node";
import { memoryHost } from "../../test/memory-host.ts";
import type { OutputStream } from "../terminal/host.ts";
import { boardLines } from "./board-lines.ts";
import { LiveView } from "./live-view.ts";
import { MissionBoard } from "./mission-board.ts";
import { progressFor } from "./shown-progress.ts";

const escape = "\u001b";
const control = new RegExp(`(${escape}\\[\\d+A\\r${escape}\\[J|\\n)`);
const plain = (_name: string, text: string) => text;

function event(
  type: TraceEvent["type"],
  traceId: string,
  data: object,
  more: object = {},
): TraceEvent {
  // The data of each call below matches its type.
  return { type, traceId, spanId: "s", time: 1_000, data, ...more } as unknown as TraceEvent;
}

const begin = (traceId: string, agent: string, parentTraceId?: string) =>
  event(
    "mission-start",
    traceId,
    { prompt: "p", tools: [], ...(parentTraceId === undefined ? {} : { parentTraceId, depth: 1 }) },
    { agent },
  );
const end = (traceId: string, ok: boolean, time = 2_500) =>
  event("mission-end", traceId, { ok, turns: 1 }, { time });
const call = (traceId: string, name: string, spanId: string) =>
  event("tool-call-start", traceId, { name, args: {}, address: "" }, { spanId });

/** A desk with three child missions: one is running, one has answered and one has failed. */
const events = [
  begin("d", "desk"),
  event("turn-start", "d", { turn: 1, turnsLeft: 1 }),
  event("turn-end", "d", { turn: 1, ok: true, done: false, fail: { reason: "x", message: "" } }),
  event("turn-start", "d", { turn: 2, turnsLeft: 0 }),
  event("model-request-start", "d", { messages: [] }),
  event("model-request-end", "d", { ok: true, usage: { inputTokens: 1_200, outputTokens: 30 } }),
  event("program-start", "d", { source: "" }),
  call("d", "find", "1"),
  call("d", "find", "2"),
  call("d", "rates", "3"),
  ...["a", "b", "c"].map((trace) => begin(trace, "finder", "d")),
  end("a", true),
  event("tool-call-end", "d", { name: "rates", ok: false }, { spanId: "3" }),
  end("b", false),
  event("turn-start", "c", { turn: 1, turnsLeft: 3 }),
  event("model-request-start", "c", { messages: [] }),
];

function linesOf(taken: readonly TraceEvent[], columns = 120, rows = 20): readonly string[] {
  const board = new MissionBoard();
  for (const taking of taken) board.take(taking);
  return boardLines(board, { columns, rows, now: 4_200, style: plain });
}

describe("the lines of the live view", () => {
  test("show running missions with their turns, work and counters, and fold ended ones", () => {
    expect(linesOf(events)).toEqual([
      "desk       turn 2 of 2, 1 repair   calls find × 2   1 call, 1 failed   1 request   3.2 s",
      "  finder   turn 1 of 4             asks the model                      1 request   3.2 s",
      "  finder × 1 answered, 1 failed",
      "in all: 2 requests, 1,200 tokens in, 30 out, 1 call, 1 failed",
    ]);
  });

  test("show how the outermost mission ended, with its time", () => {
    expect(linesOf([begin("d", "desk"), end("d", true)])).toEqual(["desk   answered   1.5 s"]);
    expect(linesOf([begin("d", "desk"), end("d", false, 70_000)])).toEqual([
      "desk   failed   1 min 9 s",
    ]);
  });

  test.each([20, 33, 60])("wrap at their words in %i columns", (columns) => {
    const wide = [begin("d", "界".repeat(30)), ...events.slice(1)];
    const lines = linesOf(wide, columns);
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    expect(lines.join(" ")).toContain("1 failed");
  });

  test("stay within the height of the terminal, however many missions run", () => {
    const many = Array.from({ length: 5_000 }, (_, index) =>
      begin(`x${String(index)}`, "reader", "d"),
    );
    const lines = linesOf([...events, ...many], 120, 8);
    expect(lines).toHaveLength(8);
    expect(lines[5]).toBe("  … 4,997 more missions");
    expect(lines.at(-1)).toMatch(/^in all: /);
  });

  test("escape hostile names, and end with missions that are their own parents", () => {
    const hostile = "__proto__\u001b[2J\n";
    const lines = linesOf([
      begin("d", hostile),
      call("d", hostile, "1"),
      begin("d2", hostile, "d2"),
    ]);
    expect(lines.join("")).not.toMatch(/\p{Cc}/u);
    expect(lines[0]).toMatch(/^__proto__\\u001b\[2J\\u000a {3}calls __proto__/);
  });

  test("show a mission that began in an earlier pass", () => {
    expect(linesOf([event("run-resumed", "r", { decided: [] }), call("r", "pay", "1")])[0]).toMatch(
      /^mission {3}calls pay/,
    );
  });
});

/** A terminal that interprets the control sequences of the view. */
function terminal(columns: number) {
  const host = memoryHost({ columns, environment: { NO_COLOR: "1" } });
  let tick = (): void => undefined;
  let isStopped = false;
  const view = new LiveView(host, plain, (action) => {
    tick = action;
    isStopped = false;
    return () => {
      isStopped = true;
    };
  });
  const screen = (): readonly string[] => {
    let rows: string[] = [""];
    for (const part of host.outputText().split(control)) {
      const up = part.startsWith(escape) ? /\d+/.exec(part)?.[0] : undefined;
      if (up !== undefined) rows = [...rows.slice(0, rows.length - 1 - Number(up)), ""];
      else if (part === "\n") rows.push("");
      else rows.push(`${rows.pop() ?? ""}${part}`);
    }
    return rows.slice(0, -1);
  };
  return {
    host,
    view,
    screen,
    tick: () => {
      tick();
    },
    isStopped: () => isStopped,
  };
}

describe("the live view", () => {
  test("redraws its lines in place, prints others above, and leaves the last ones", () => {
    const { host, view, screen, tick, isStopped } = terminal(140);
    for (const taking of events.slice(0, 5)) view.emit(taking);
    tick();
    expect(screen()).toEqual([expect.stringMatching(/^desk {3}turn 2 of 2/) as string]);
    const before = host.outputText();
    tick();
    expect(host.outputText()).toBe(before);
    for (const taking of events.slice(5)) view.emit(taking);
    view.print("a notice");
    tick();
    expect(screen().map((line) => line.slice(0, 8))).toEqual([
      ...["a notice", "desk    ", "  finder", "  finder", "in all: "],
    ]);
    view.emit(end("d", true));
    view.rest();
    expect(isStopped()).toBe(true);
    view.print("Answer");
    expect(screen().map((line) => line.split(/ {2,}/)[0])).toEqual([
      ...[
        "a notice",
        "desk",
        "",
        "",
        "in all: 2 requests, 1,200 tokens in, 30 out, 1 call, 1 failed",
        "Answer",
      ],
    ]);
    view.rest();
    expect(screen()).toHaveLength(6);
  });

  test("counts the rows that its lines take after the terminal got narrower", () => {
    const { host, view, tick } = terminal(100);
    for (const taking of events) view.emit(taking);
    tick();
    const before = host.outputText().length;
    Object.assign(host.output, { columns: 50 });
    host.output.emit("resize");
    // Two lines of more than 50 columns take two rows, the sums also, and one line takes one.
    expect(host.outputText().slice(before, before + 8)).toBe(`${escape}[7A\r${escape}[J`);
    view.rest();
    expect(host.output.listenerCount("resize")).toBe(0);
  });

  test.each<[what: string, output: object, environment: object, isVerbose: boolean]>([
    ["a pipe", { isTTY: false }, {}, false],
    ["a dumb terminal", {}, { TERM: "dumb" }, false],
    ["--verbose", {}, {}, true],
  ])("prints a line for each event with %s", (_what, output, environment, isVerbose) => {
    const { host } = terminal(80);
    const stream = Object.assign<OutputStream, object>(host.output, output);
    const shown = { ...host, output: stream, environment: { ...host.environment, ...environment } };
    const progress = progressFor(shown, { style: plain, isVerbose });
    progress.emit(event("turn-start", "d", { turn: 1, turnsLeft: 1 }));
    expect(host.outputText()).toBe("\nTurn 1 of at most 2\n");
    expect(progress).not.toBeInstanceOf(LiveView);
  });

  test("is for terminals", () => {
    expect(progressFor(terminal(80).host, { style: plain, isVerbose: false })).toBeInstanceOf(
      LiveView,
    );
  });
});
