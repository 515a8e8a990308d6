import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TraceEvent } from "@ptc/core/contracts";
import { Keyword, SymbolValue } from "@ptc/core/values";
import { MapBuilder } from "@ptc/core/internal/values";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readTrace } from "../read-trace.ts";
import { createFileTracer } from "./file-tracer.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-tracer-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function event(spanId: string, args: unknown = {}): TraceEvent {
  return {
    type: "tool-call-start",
    traceId: "t",
    spanId,
    time: 1,
    data: { name: "n", args, address: "a" },
  };
}

describe("createFileTracer", () => {
  test("writes a header and one line per event, readable before the tracer is closed", () => {
    const path = join(folder, "deep", "trace.jsonl");
    const tracer = createFileTracer(path);
    tracer.emit(event("1"));
    tracer.emit(event("2"));
    expect(readFileSync(path, "utf8").split("\n")).toEqual([
      '{"format":"ptc-trace","version":1}',
      JSON.stringify(event("1")),
      JSON.stringify(event("2")),
      "",
    ]);
    expect(tracer.path).toBe(path);
    tracer.close();
    expect(tracer.error).toBeUndefined();
  });

  test("masks firewalled fields unless the tracer is created to reveal them", () => {
    const [masked, revealed] = [join(folder, "masked"), join(folder, "revealed")];
    const args = { _token: "canary", rows: [{ _id: "canary" }] };
    const language = new MapBuilder();
    language.set(new SymbolValue("_s"), "canary");
    const answer = { rows: [language.build(false)], [Symbol("_no")]: "canary" };
    for (const [path, reveal] of [
      [masked, false],
      [revealed, true],
    ] as const) {
      const tracer = createFileTracer(path, { reveal });
      tracer.emit(event("1", args));
      tracer.close();
    }
    const tracer = createFileTracer(masked);
    tracer.emit(event("2", answer));
    tracer.emit(
      event(
        "3",
        new Map<unknown, unknown>([
          [new Keyword("_k"), "canary"],
          [Symbol("_no"), "canary"],
        ]),
      ),
    );
    tracer.close();
    expect(readFileSync(masked, "utf8")).not.toContain("canary");
    expect(readTrace(readFileSync(revealed, "utf8")).events).toEqual([event("1", args)]);
  });

  test.skipIf(process.platform === "win32")("creates a file that only its owner can read", () => {
    const path = join(folder, "trace.jsonl");
    createFileTracer(path).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("starts after an older trace, even one that ends inside a line", () => {
    const path = join(folder, "trace.jsonl");
    createFileTracer(path).close();
    appendFileSync(path, '{"type":"tool-ca');
    const tracer = createFileTracer(path);
    tracer.emit(event("1"));
    tracer.close();
    const header = '{"format":"ptc-trace","version":1}';
    expect(readFileSync(path, "utf8").split("\n")).toEqual([
      header,
      '{"type":"tool-ca',
      header,
      JSON.stringify(event("1")),
      "",
    ]);
    expect(readTrace(readFileSync(path, "utf8"))).toMatchObject({
      events: [event("1")],
      problems: [{ line: 2, message: "not JSON" }],
      problemCount: 1,
    });
  });

  test("a full file accepts events without their large values", () => {
    const path = join(folder, "trace.jsonl");
    const tracer = createFileTracer(path, { maximumBytes: 10_000 });
    const large = event("1", Array(2_000).fill("x".repeat(10)));
    for (let count = 0; count < 50; count++) tracer.emit(large);
    tracer.emit(event("2", ["small"]));
    tracer.close();
    const { events, problems } = readTrace(readFileSync(path, "utf8"));
    expect(problems).toEqual([]);
    expect([events[0], events.at(-1)]).toEqual([large, event("2", ["small"])]);
    expect(events).toHaveLength(51);
    expect(JSON.stringify(events[1])).toContain("<TooLarge>");
    expect(statSync(path).size).toBeLessThan(200_000);
  });

  test("drops events after it was closed, and can be closed twice", () => {
    const path = join(folder, "trace.jsonl");
    const tracer = createFileTracer(path);
    tracer.close();
    tracer.close();
    tracer.emit(event("1"));
    expect(readTrace(readFileSync(path, "utf8")).events).toEqual([]);
    expect(tracer.error).toBeUndefined();
  });

  test("stores the error of a path that can't be opened and continues", () => {
    writeFileSync(join(folder, "file"), "");
    for (const path of [folder, join(folder, "file", "below"), "bad\u0000path"]) {
      const tracer = createFileTracer(path);
      tracer.emit(event("1"));
      tracer.close();
      expect(tracer.error).toBeInstanceOf(Error);
    }
  });

  test.skipIf(!existsSync("/dev/full"))("stores the error of a full disk and continues", () => {
    const tracer = createFileTracer("/dev/full");
    tracer.emit(event("1"));
    expect(tracer.error).toMatchObject({ code: "ENOSPC" });
    tracer.emit(event("2"));
    tracer.close();
  });

  test("leaves a file that is readable up to the last event when the process is killed", () => {
    const path = join(folder, "trace.jsonl");
    const module = new URL("./file-tracer.ts", import.meta.url).href;
    const program = `
      const { createFileTracer } = await import(${JSON.stringify(module)});
      const tracer = createFileTracer(${JSON.stringify(path)});
      for (let index = 0; index < 1000; index++) {
        tracer.emit({ type: "turn-start", traceId: "t", spanId: String(index), time: index, data: { turn: index, turnsLeft: 0 } });
      }
      process.kill(process.pid, "SIGKILL");
      for (;;) {}
    `;
    const child = spawnSync(
      process.execPath,
      ["--conditions=@ptc/source", "--input-type=module", "--eval", program],
      {
        cwd: fileURLToPath(new URL(".", import.meta.url)),
        timeout: 30_000,
        encoding: "utf8",
      },
    );
    expect([child.signal, child.stderr]).toEqual(["SIGKILL", ""]);
    const { events, cutLine, problemCount } = readTrace(readFileSync(path, "utf8"));
    expect([events.length, events.at(-1)?.spanId, cutLine, problemCount]).toEqual([
      1000,
      "999",
      undefined,
      0,
    ]);
  });
});
