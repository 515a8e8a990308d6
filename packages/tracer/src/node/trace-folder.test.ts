import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceEvent } from "@ptc/core/contracts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readTrace } from "../read-trace.ts";
import { createMissionTracer } from "./mission-tracer.ts";
import { createTraceFolder } from "./trace-folder.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-folder-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const id = (index: number): string => index.toString(16).padStart(32, "0");

function turn(traceId: string, number = 1): TraceEvent {
  return {
    type: "turn-start",
    traceId,
    spanId: String(number),
    time: 1,
    data: { turn: number, turnsLeft: 0 },
  };
}

function missionEnd(traceId: string): TraceEvent {
  return { type: "mission-end", traceId, spanId: "m", time: 2, data: { ok: true, turns: 1 } };
}

const eventsOf = (...path: readonly string[]): readonly TraceEvent[] => {
  const { events, problems } = readTrace(readFileSync(join(...path), "utf8"));
  expect(problems).toEqual([]);
  return events;
};

/** Returns the number of open files below the folder, if the host reports them. */
function openFiles(expected: number): number {
  if (!existsSync("/proc/self/fd")) return expected;
  const isBelow = (descriptor: string): boolean => {
    try {
      return readlinkSync(join("/proc/self/fd", descriptor)).startsWith(folder);
    } catch {
      // The descriptor that read the list.
      return false;
    }
  };
  return readdirSync("/proc/self/fd").filter(isBelow).length;
}

describe("createTraceFolder", () => {
  test("writes a file for each trace, with a header, readable before the tracer is closed", () => {
    const path = join(folder, "deep", "traces");
    const tracer = createTraceFolder(path);
    expect(existsSync(path)).toBe(false);
    tracer.emit(turn(id(1)));
    tracer.emit(turn(id(2)));
    tracer.emit(turn(id(1), 2));
    expect(readdirSync(path).sort()).toEqual([`${id(1)}.jsonl`, `${id(2)}.jsonl`]);
    expect(readFileSync(join(path, `${id(1)}.jsonl`), "utf8").split("\n")).toEqual([
      '{"format":"ptc-trace","version":1}',
      JSON.stringify(turn(id(1))),
      JSON.stringify(turn(id(1), 2)),
      "",
    ]);
    expect([tracer.path, tracer.fileCount, tracer.error]).toEqual([path, 2, undefined]);
    tracer.close();
    tracer.close();
    tracer.emit(turn(id(1), 3));
    expect(eventsOf(path, `${id(1)}.jsonl`)).toHaveLength(2);
  });

  test.each([
    "",
    "t",
    "..",
    `../${"a".repeat(29)}`,
    `/${"a".repeat(31)}`,
    "A".repeat(32),
    `${"a".repeat(32)}\n`,
    `${"a".repeat(32)}\u0000`,
    "a".repeat(33),
    { toString: () => "a".repeat(32) },
  ])("ignores a trace id that isn't 32 hex digits: %j", (traceId) => {
    const tracer = createTraceFolder(folder);
    tracer.emit(turn(traceId as string));
    expect(readdirSync(folder)).toEqual([]);
    expect(tracer.error?.message).toBe(
      "the id of a trace is not 32 hex digits: its events are dropped",
    );
    tracer.emit(turn(id(1)));
    expect(readdirSync(folder)).toEqual([`${id(1)}.jsonl`]);
    tracer.close();
  });

  test("keeps few files open and loses no events of the others", () => {
    const tracer = createTraceFolder(folder);
    for (const number of [1, 2, 3])
      for (let index = 0; index < 200; index++) tracer.emit(turn(id(index), number));
    expect(openFiles(64)).toBe(64);
    for (let index = 0; index < 200; index++) tracer.emit(missionEnd(id(index)));
    expect(openFiles(0)).toBe(0);
    tracer.emit(turn(id(7), 4));
    tracer.close();
    expect(openFiles(0)).toBe(0);
    for (let index = 0; index < 200; index++) {
      const expected = [1, 2, 3].map((number) => turn(id(index), number));
      const late = index === 7 ? [turn(id(7), 4)] : [];
      expect(eventsOf(folder, `${id(index)}.jsonl`)).toEqual([
        ...expected,
        missionEnd(id(index)),
        ...late,
      ]);
    }
    expect(tracer.error).toBeUndefined();
  });

  test("writes a file for each of ten thousand missions", () => {
    const tracer = createTraceFolder(folder);
    for (let index = 0; index < 10_000; index++) tracer.emit(missionEnd(id(index)));
    tracer.close();
    expect([readdirSync(folder).length, tracer.fileCount, tracer.error]).toEqual([
      10_000,
      10_000,
      undefined,
    ]);
  });

  test("shares one byte limit among its files, and masks firewalled fields in all of them", () => {
    const tracer = createTraceFolder(folder, { maximumBytes: 10_000 });
    for (let index = 0; index < 20; index++)
      tracer.emit({
        type: "tool-call-start",
        traceId: id(index),
        spanId: "1",
        time: 1,
        data: {
          name: "n",
          args: { _token: "canary", rows: Array(2_000).fill("x".repeat(10)) },
          address: "a",
        },
      });
    tracer.close();
    const texts = Array.from({ length: 20 }, (_, index) =>
      readFileSync(join(folder, `${id(index)}.jsonl`), "utf8"),
    );
    expect(texts.map((text) => text.includes("<TooLarge>"))).toEqual([
      false,
      ...Array<boolean>(19).fill(true),
    ]);
    expect(texts.join("")).not.toContain("canary");
  });

  test("continues with other traces if the file of one can't be written", () => {
    mkdirSync(join(folder, `${id(1)}.jsonl`));
    const tracer = createTraceFolder(folder);
    for (const index of [1, 2]) tracer.emit(turn(id(index)));
    tracer.emit(missionEnd(id(1)));
    tracer.close();
    expect(tracer.error).toMatchObject({ code: "EISDIR" });
    expect(eventsOf(folder, `${id(2)}.jsonl`)).toEqual([turn(id(2))]);
  });
});

describe("a full trace folder", () => {
  const start = (traceId: string, parentTraceId?: string): TraceEvent => ({
    type: "mission-start",
    traceId,
    spanId: "m",
    ...(parentTraceId === undefined ? {} : { parentSpanId: "1" }),
    time: 1,
    data: { prompt: "", tools: [], ...(parentTraceId === undefined ? {} : { parentTraceId }) },
  });
  const childEnd = (traceId: string): TraceEvent => ({ ...missionEnd(traceId), parentSpanId: "1" });
  const traces = (): readonly number[] =>
    readdirSync(folder)
      .map((name) => Number.parseInt(name, 16))
      .sort((left, right) => left - right);

  test("removes the run that ended first, with its child missions, when a new one begins", () => {
    const tracer = createTraceFolder(folder, { maximumFiles: 4 });
    for (const event of [
      ...[start(id(1)), start(id(2)), start(id(3), id(2)), childEnd(id(3)), missionEnd(id(2))],
      ...[start(id(4)), missionEnd(id(4))],
    ])
      tracer.emit(event);
    expect(traces()).toEqual([1, 2, 3, 4]);
    tracer.emit(start(id(5)));
    expect(traces()).toEqual([1, 4, 5]);
    tracer.emit(missionEnd(id(1)));
    for (const index of [6, 7, 8]) tracer.emit(start(id(index)));
    expect(traces()).toEqual([5, 6, 7, 8]);
    tracer.close();
    expect(tracer).toMatchObject({ removedFiles: 4, lostEvents: 0, fileCount: 4 });
    expect(tracer.error).toBeUndefined();
  });

  test("drops new traces while no run has ended, and counts their events", () => {
    const tracer = createTraceFolder(folder, { maximumFiles: 2 });
    for (let index = 0; index < 5; index++) tracer.emit(turn(id(index)));
    tracer.emit(start(id(6), id(1)));
    tracer.emit(childEnd(id(6)));
    expect([traces(), tracer.lostEvents]).toEqual([[0, 1], 5]);
    expect(tracer.error?.message).toBe(
      "all of the 2 traces (option maximumFiles) are of runs that haven't ended: more are dropped",
    );
    tracer.close();
  });

  test("removes runs of earlier processes first, but not other files", () => {
    writeFileSync(join(folder, "notes.jsonl"), "");
    for (const [index, time] of [
      [3, 100],
      [1, 200],
      [2, 300],
    ] as const) {
      writeFileSync(join(folder, `${id(index)}.jsonl`), "");
      utimesSync(join(folder, `${id(index)}.jsonl`), time, time);
    }
    const tracer = createTraceFolder(folder, { maximumFiles: 3 });
    tracer.emit(turn(id(1)));
    for (const index of [4, 5]) tracer.emit(start(id(index)));
    tracer.close();
    expect(readdirSync(folder).sort()).toEqual([
      ...[id(1), id(4), id(5)].map((name) => `${name}.jsonl`),
      "notes.jsonl",
    ]);
  });

  test("removes runs until its bytes are within the limit, but never the one it writes", () => {
    const rows = Array<string>(200).fill("x".repeat(50));
    const large = (index: number): TraceEvent => ({
      type: "tool-call-end",
      traceId: id(index),
      spanId: "1",
      parentSpanId: "m",
      time: 1,
      data: { name: "n", ok: true, result: rows },
    });
    const tracer = createTraceFolder(folder, { maximumBytes: 25_000 });
    for (const index of [1, 2, 3])
      for (const event of [start(id(index)), large(index), missionEnd(id(index))])
        tracer.emit(event);
    expect(traces()).toEqual([2, 3]);
    for (let count = 0; count < 3; count++) tracer.emit(large(3));
    tracer.emit(missionEnd(id(3)));
    tracer.close();
    expect(traces()).toEqual([3]);
    expect(readFileSync(join(folder, `${id(3)}.jsonl`), "utf8")).toContain("<TooLarge>");
  });

  test("keeps a run that continues after it waited", () => {
    const mark = (type: "run-paused" | "run-resumed"): TraceEvent =>
      ({
        ...{ type, traceId: id(1), spanId: "x", time: 1 },
        data: { pending: [], effects: 0, decided: [] },
      }) as unknown as TraceEvent;
    const tracer = createTraceFolder(folder, { maximumFiles: 2 });
    const begin = [start(id(1)), mark("run-paused"), start(id(2)), missionEnd(id(2))];
    for (const event of [...begin, mark("run-resumed"), start(id(3))]) tracer.emit(event);
    tracer.close();
    expect(traces()).toEqual([1, 3]);
  });
});

describe("createMissionTracer", () => {
  test("writes the first trace to its file, and others to a folder beside it", () => {
    const path = join(folder, "audit.jsonl");
    const tracer = createMissionTracer(path);
    tracer.emit(turn(id(9)));
    expect(readdirSync(folder)).toEqual(["audit.jsonl"]);
    tracer.emit(turn(id(1)));
    tracer.emit(turn(id(9), 2));
    tracer.close();
    expect(eventsOf(path)).toEqual([turn(id(9)), turn(id(9), 2)]);
    expect(eventsOf(folder, "audit", `${id(1)}.jsonl`)).toEqual([turn(id(1))]);
    expect(tracer).toMatchObject({ path, below: { path: join(folder, "audit"), fileCount: 1 } });
    expect(tracer.error).toBeUndefined();
  });

  test("uses a different folder name if the path doesn't end in .jsonl", () => {
    const tracer = createMissionTracer(join(folder, "audit"));
    tracer.emit(turn(id(9)));
    tracer.emit(turn(id(1)));
    tracer.close();
    expect(readdirSync(join(folder, "audit-missions"))).toEqual([`${id(1)}.jsonl`]);
  });

  test("drops the traces of child missions beyond its limit", () => {
    const path = join(folder, "audit.jsonl");
    const tracer = createMissionTracer(path, { maximumFiles: 2 });
    for (let index = 0; index < 5; index++) tracer.emit(missionEnd(id(index)));
    tracer.close();
    expect(readdirSync(join(folder, "audit")).sort()).toEqual([`${id(1)}.jsonl`, `${id(2)}.jsonl`]);
    expect([tracer.lostEvents, tracer.error?.message]).toEqual([
      2,
      "there are 2 traces (option maximumFiles): more are dropped",
    ]);
  });

  test("reports the first error of the file or the folder", () => {
    const below = createMissionTracer(join(folder, "a.jsonl"));
    for (const traceId of [id(1), "x"]) below.emit(turn(traceId));
    expect(below.error?.message).toContain("32 hex digits");
    below.close();
    const own = createMissionTracer(folder);
    expect(own.error).toMatchObject({ code: "EISDIR" });
  });
});
