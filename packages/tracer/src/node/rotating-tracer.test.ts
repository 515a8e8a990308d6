import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceEvent } from "@ptc/core/contracts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readTrace } from "../read-trace.ts";
import { createFileTracer } from "./file-tracer.ts";
import { createRotatingTracer } from "./rotating-tracer.ts";
import { createTraceFolder } from "./trace-folder.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-rotating-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function start(run: number, prompt = "p".repeat(400)): TraceEvent {
  return {
    type: "mission-start",
    traceId: String(run).padStart(32, "0"),
    spanId: "1".repeat(16),
    time: run,
    data: { prompt, tools: [] },
  };
}

function end(run: number): TraceEvent {
  return { ...start(run), type: "mission-end", data: { ok: true, turns: 1 } };
}

function eventsIn(name: string): readonly string[] {
  const { events, problems } = readTrace(readFileSync(join(folder, name), "utf8"));
  expect(problems).toEqual([]);
  return events.map(({ type, traceId }) => `${type} ${String(Number(traceId))}`);
}

describe("createRotatingTracer", () => {
  test("begins a new file with the next run, and removes the oldest file", () => {
    using tracer = createRotatingTracer(join(folder, "audit.jsonl"), { fileBytes: 500, files: 3 });
    for (let run = 1; run <= 5; run++) {
      tracer.emit(start(run));
      tracer.emit(end(run));
    }
    expect(readdirSync(folder).toSorted()).toEqual([
      "audit.1.jsonl",
      "audit.2.jsonl",
      "audit.jsonl",
    ]);
    expect(eventsIn("audit.jsonl")).toEqual(["mission-start 5", "mission-end 5"]);
    expect(eventsIn("audit.2.jsonl")).toEqual(["mission-start 3", "mission-end 3"]);
    expect([tracer.error, tracer.lostEvents]).toEqual([undefined, 0]);
  });

  test("a run that is in progress continues in its file, up to twice the size", () => {
    using tracer = createRotatingTracer(join(folder, "audit"), { fileBytes: 600 });
    tracer.emit(start(1));
    for (let index = 0; index < 4; index++) tracer.emit({ ...start(2), parentSpanId: "1" });
    tracer.emit(end(1));
    const sizes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]);
    expect(sizes.map(([name]) => name).toSorted()).toEqual(["audit", "audit.1"]);
    for (const [, size] of sizes) expect(size).toBeLessThan(1_800);
  });

  test("continues a file of an earlier process, and its size", () => {
    for (let run = 1; run <= 2; run++) {
      using tracer = createRotatingTracer(join(folder, "audit.jsonl"), { fileBytes: 500 });
      tracer.emit(start(run));
      tracer.emit(end(run));
    }
    expect(readdirSync(folder).toSorted()).toEqual(["audit.1.jsonl", "audit.jsonl"]);
  });

  test("keeps writing to the file if it can't be renamed", () => {
    mkdirSync(join(folder, "audit.1.jsonl", "full"), { recursive: true });
    writeFileSync(join(folder, "audit.1.jsonl", "full", "x"), "x");
    using tracer = createRotatingTracer(join(folder, "audit.jsonl"), { fileBytes: 10, files: 2 });
    for (let run = 1; run <= 3; run++) tracer.emit(start(run));
    expect(tracer.error).toBeInstanceOf(Error);
    expect(tracer.lostEvents).toBe(0);
    expect(eventsIn("audit.jsonl")).toHaveLength(3);
  });

  test.each([
    [{ fileBytes: 0 }, "option `fileBytes`"],
    [{ files: 0 }, "option `files`"],
    [
      { maximumBytes: 1 },
      "option `maximumBytes`: unknown option (expected reveal, fileBytes, files",
    ],
  ])("refuses the options %j", (options, message) => {
    expect(() => createRotatingTracer(join(folder, "x"), options as object)).toThrow(message);
  });
});

test("files count the events that they lose, and a run continues", () => {
  writeFileSync(join(folder, "file"), "");
  const tracer = createFileTracer(join(folder, "file", "trace.jsonl"));
  tracer.emit(start(1));
  tracer.emit(end(1));
  expect([tracer.error instanceof Error, tracer.lostEvents]).toEqual([true, 2]);
  const traces = createTraceFolder(join(folder, "traces"), { maximumFiles: 1 });
  for (const run of [1, 2, 3]) traces.emit(start(run));
  expect([traces.error?.message.includes("maximumFiles"), traces.lostEvents]).toEqual([true, 2]);
  const closed = createFileTracer(join(folder, "closed.jsonl"));
  closed.close();
  closed.emit(start(1));
  expect(closed.lostEvents).toBe(0);
});
