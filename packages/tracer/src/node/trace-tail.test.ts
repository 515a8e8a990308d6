import {
  appendFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceEvent } from "@ptc/core/contracts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { formatEvent, formatTraceHeader } from "../trace-format.ts";
import { TraceTail } from "./trace-tail.ts";

let path = "";
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-tail-"));
  path = join(folder, "audit.jsonl");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const line = (turn: number, traceId = "t"): string => {
  const event: TraceEvent = {
    ...{ type: "turn-start", traceId, spanId: String(turn).padStart(200, "0"), time: 1 },
    data: { turn, turnsLeft: 0 },
  };
  return `${formatEvent(event)}\n`;
};
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => line(from + index)).join("");
const header = `${formatTraceHeader()}\n`;

function started(text: string) {
  writeFileSync(path, text);
  const tail = new TraceTail(path, (event) => event);
  return {
    tail,
    /** Reads, and returns the turns with the problems. */
    read: async (maximum = 1e9) => {
      const file = await tail.read(maximum);
      const turns = tail.events.map(({ data }) => (data as { readonly turn: number }).turn);
      if (!file.ok) return [turns, file.error.message];
      return [turns, file.problems, file.cutLine].slice(0, file.cutLine === undefined ? 2 : 3);
    },
  };
}

const count = (to: number): readonly number[] =>
  Array.from({ length: to }, (_, index) => index + 1);

describe("a file that is read again", () => {
  test("is read from where the last reading ended, also inside a line or a character", async () => {
    const whole = Buffer.from(`\uFEFF${header}${line(1)}${line(2, "界")}${line(3)}`);
    const { read } = started("");
    const seen: unknown[] = [];
    for (const byte of whole) {
      appendFileSync(path, Buffer.from([byte]));
      const [turns, problems] = await read();
      expect(problems).toEqual([]);
      if (JSON.stringify(turns) !== JSON.stringify(seen.at(-1))) seen.push(turns);
    }
    expect(seen).toEqual([[], [1], [1, 2], [1, 2, 3]]);
  });

  test("isn't read again where it was read: only its appended bytes are", async () => {
    const { read } = started(`${header}${lines(1, 60)}`);
    expect(await read()).toEqual([count(60), []]);
    const text = readFileSync(path, "utf8");
    // A change in the middle shows that the middle is not read again.
    const at = text.indexOf('"turn":30,');
    const file = openSync(path, "r+");
    writeSync(file, '"turn":99,', at);
    appendFileSync(path, line(61));
    expect(await read()).toEqual([count(61), []]);
  });

  test("is read from its start if it was cut off, replaced or changed", async () => {
    const { read } = started(`${header}${lines(1, 60)}`);
    await read();
    truncateSync(path, header.length + line(1).length);
    expect(await read()).toEqual([[1], []]);
    appendFileSync(path, line(2));
    expect(await read()).toEqual([[1, 2], []]);
    writeFileSync(path, `${header}${lines(11, 60)}`);
    expect((await read())[0]).toHaveLength(50);
    const next = join(folder, "next");
    writeFileSync(next, `${header}${lines(11, 70)}`);
    renameSync(next, path);
    expect((await read())[0]).toHaveLength(60);
    writeFileSync(path, `${header}${lines(5, 12)}`);
    expect(await read()).toEqual([[5, 6, 7, 8, 9, 10, 11, 12], []]);
    rmSync(path);
    expect((await read())[1]).toContain("ENOENT");
    writeFileSync(path, `${header}${line(1)}`);
    expect(await read()).toEqual([[1], []]);
  });

  test("reports the lines of its problems in the whole file, and limits its size", async () => {
    const { read } = started(`${header}${line(1)}`);
    await read();
    appendFileSync(path, "x\n");
    expect(await read()).toEqual([[1], [{ line: 3, message: "not JSON" }]]);
    appendFileSync(path, `${line(2)}{"ty`);
    expect(await read()).toEqual([[1, 2], [{ line: 3, message: "not JSON" }], 5]);
    expect(await read(20)).toEqual([[], "is larger than 20 bytes"]);
  });
});
