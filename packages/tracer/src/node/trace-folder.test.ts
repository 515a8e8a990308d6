import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
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

  test("writes a file for each of ten thousand missions, and drops traces beyond its limit", () => {
    const tracer = createTraceFolder(folder);
    for (let index = 0; index < 10_000; index++) tracer.emit(missionEnd(id(index)));
    tracer.close();
    expect([readdirSync(folder).length, tracer.fileCount, tracer.error]).toEqual([
      10_000,
      10_000,
      undefined,
    ]);
    const bounded = createTraceFolder(join(folder, "bounded"), { maximumFiles: 2 });
    for (let index = 0; index < 5; index++) bounded.emit(turn(id(index)));
    bounded.emit(turn(id(1), 2));
    bounded.close();
    expect(readdirSync(join(folder, "bounded"))).toHaveLength(2);
    expect(eventsOf(folder, "bounded", `${id(1)}.jsonl`)).toHaveLength(2);
    expect(bounded.error?.message).toBe(
      "there are 2 traces (option maximumFiles): more are dropped",
    );
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

  test("reports the first error of the file or the folder", () => {
    const below = createMissionTracer(join(folder, "a.jsonl"));
    for (const traceId of [id(1), "x"]) below.emit(turn(traceId));
    expect(below.error?.message).toContain("32 hex digits");
    below.close();
    const own = createMissionTracer(folder);
    expect(own.error).toMatchObject({ code: "EISDIR" });
  });
});
