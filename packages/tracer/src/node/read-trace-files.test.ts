import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceEvent } from "@ptc/core/contracts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { formatEvent, formatTraceHeader } from "../trace-format.ts";
import { readTraceFiles } from "./read-trace-files.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-files-"));
  mkdirSync(join(folder, "audit"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const [a = "", b = "", c = "", d = ""] = ["a", "b", "c", "d"].map((digit) => digit.repeat(32));

/** Returns the end of a call in trace `traceId` that ran these missions. */
function call(traceId: string, ...childTraceIds: readonly string[]): TraceEvent {
  return {
    type: "tool-call-end",
    traceId,
    spanId: "s",
    time: 1,
    data: { name: "n", ok: true, result: "large", childTraceIds },
  };
}

function write(path: string, ...events: readonly TraceEvent[]): void {
  const lines = [formatTraceHeader(), ...events.map((event) => formatEvent(event))];
  writeFileSync(join(folder, path), `${lines.join("\n")}\n`);
}

async function read(path: string, options: Parameters<typeof readTraceFiles>[1] = {}) {
  const { events, files, ...rest } = await readTraceFiles(join(folder, path), options);
  return {
    ids: events.map(({ traceId }) => traceId),
    files: files.map((file) => [
      file.path.slice(folder.length + 1),
      file.ok ? file.problemCount : file.error.message.replace(/[,:].*/, ""),
    ]),
    ...rest,
  };
}

describe("readTraceFiles", () => {
  test("reads the files in the folder beside the trace, even if no call refers to them", async () => {
    write("audit.jsonl", call(a, b));
    write(`audit/${b}.jsonl`, call(b));
    write(`audit/${c}.jsonl`, call(c));
    write(`audit/notes.jsonl`, call(d));
    expect(await read("audit.jsonl")).toEqual({
      ids: [a, b, c],
      files: [
        ["audit.jsonl", 0],
        [`audit/${b}.jsonl`, 0],
        [`audit/${c}.jsonl`, 0],
      ],
      omittedFiles: 0,
      missing: [],
    });
  });

  test("follows the references of calls if all traces are in one folder", async () => {
    write(`audit/${a}.jsonl`, call(a, b, d));
    write(`audit/${b}.jsonl`, call(b, c));
    write(`audit/${c}.jsonl`, call(c, a, b));
    expect(await read(`audit/${a}.jsonl`)).toMatchObject({ ids: [a, b, c], missing: [d] });
    expect(await read(`audit/${c}.jsonl`)).toMatchObject({ ids: [c, a, b], missing: [d] });
    expect(await read(`./audit/../audit/${b}.jsonl`)).toMatchObject({ ids: [b, c, a] });
  });

  test("reads every file of a folder once", async () => {
    write("audit.jsonl", call(a, b));
    write(`audit/${b}.jsonl`, call(b));
    write(`${c}.jsonl`, call(c));
    writeFileSync(join(folder, "notes.txt"), "x");
    expect(await read(".")).toMatchObject({ ids: [a, b, c], missing: [] });
    expect(await read("audit")).toMatchObject({ ids: [b] });
  });

  test("reports traces that calls refer to but no file contains", async () => {
    write("audit.jsonl", call(a, b, "../../secret", b));
    expect(await read("audit.jsonl")).toMatchObject({ missing: [b, "../../secret"] });
    write("both.jsonl", call(a, b), call(b));
    expect(await read("both.jsonl")).toMatchObject({ missing: [] });
  });

  test("reports files that can't be read, or only in part", async () => {
    write("audit.jsonl", call(a));
    mkdirSync(join(folder, "audit", `${b}.jsonl`));
    writeFileSync(join(folder, "audit", `${c}.jsonl`), `x\n{"type`);
    expect(await read("audit.jsonl")).toMatchObject({
      ids: [a],
      files: [
        ["audit.jsonl", 0],
        [`audit/${b}.jsonl`, "is not a file"],
        [`audit/${c}.jsonl`, 1],
      ],
    });
    expect(await read("nowhere")).toMatchObject({ ids: [], files: [["nowhere", "ENOENT"]] });
    expect(await read("\u0000")).toMatchObject({ ids: [] });
  });

  test("limits the number and size of files, and the reader owns what it keeps", async () => {
    write("audit.jsonl", call(a));
    for (const id of [b, c, d]) write(`audit/${id}.jsonl`, call(id));
    expect(await read("audit.jsonl", { maximumFiles: 2 })).toMatchObject({
      ids: [a, b],
      omittedFiles: 2,
    });
    expect(await read("audit.jsonl", { maximumBytes: 300 })).toMatchObject({
      ids: [a],
      files: [
        ["audit.jsonl", 0],
        [`audit/${b}.jsonl`, expect.stringMatching(/^is larger than \d+ bytes$/)],
        [`audit/${c}.jsonl`, expect.anything()],
        [`audit/${d}.jsonl`, expect.anything()],
      ],
    });
    const { events } = await readTraceFiles(join(folder, "audit.jsonl"), {
      keep: (event) => ({ ...event, time: 7 }),
    });
    expect(new Set(events.map(({ time }) => time))).toEqual(new Set([7]));
  });
});
