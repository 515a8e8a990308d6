import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { TraceEvent } from "@ptc/core/contracts";
import { createFileTracer, createMissionTracer, createTraceFolder } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-disposal-"));
const event = { type: "mission-start", traceId: "0".repeat(32) } as TraceEvent;

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("tracers write nothing after they are disposed", () => {
  for (const make of [createFileTracer, createMissionTracer]) {
    const path = join(folder, `${make.name}.jsonl`);
    const tracer = make(path);
    tracer[Symbol.dispose]();
    const before = readFileSync(path, "utf8");
    tracer.emit(event);
    expect(readFileSync(path, "utf8")).toBe(before);
  }
  const traces = createTraceFolder(join(folder, "traces"));
  traces[Symbol.dispose]();
  traces.emit(event);
  expect([traces.fileCount, existsSync(join(folder, "traces"))]).toEqual([0, false]);
});
