import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openJournalFile } from "./journal-file.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-journal-"));
  path = join(folder, "42.jsonl");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const header = '{"format":"ptc-journal","version":1}';

/** Adds an entry, reopens the file, and returns its entries. */
async function entriesAfter(id: string): Promise<Readonly<Record<string, unknown>>> {
  const file = await openJournalFile(path);
  await file.write(id, true);
  await file.close();
  const again = await openJournalFile(path);
  await again.close();
  return again.journal;
}

describe("reading a journal", () => {
  test("continues after the last complete change, wherever a crash cut the file", async () => {
    const lines = [
      header,
      '{"id":"a","entry":"é😀"}',
      '{"id":"b","entry":{"c":[1]}}',
      '{"id":"a","removed":true}',
    ];
    const states = [{}, {}, { a: "é😀" }, { a: "é😀", b: { c: [1] } }, { b: { c: [1] } }];
    const bytes = Buffer.from(`${lines.join("\n")}\n`);
    // The number of bytes written when each line is complete except for its line feed.
    const ends = lines.map((_, index) => Buffer.from(lines.slice(0, index + 1).join("\n")).length);
    for (let length = 0; length <= bytes.length; length++) {
      writeFileSync(path, bytes.subarray(0, length));
      const whole = ends.filter((end) => end <= length).length;
      expect(await entriesAfter("z"), String(length)).toEqual({ ...states[whole], z: true });
    }
  });

  test.each([
    ["notes of somebody, a line without its end", "it is not JSON"],
    [`${header.slice(0, 9)}x`, "it is not JSON"],
    ['{"format":"ptc-run"}', "it is not the header of a journal"],
    ["\u00ff\u00fe", "it is not UTF-8"],
    [`\u00ff\u00fe\n${header}`, "it is not UTF-8"],
  ])("refuses a file in another format, %j, and leaves it unchanged", async (text, message) => {
    const bytes = Buffer.from(text, "latin1");
    writeFileSync(path, bytes);
    await expect(openJournalFile(path)).rejects.toThrow(`the journal ${path}, line 1: ${message}`);
    expect(readFileSync(path)).toEqual(bytes);
  });

  test("reports the number of a damaged line, even among long ones", async () => {
    const long = `{"id":"long","entry":"${"é".repeat(100_000)}"}`;
    const lines = Buffer.from(`${header}\n${long}\n{"id":"a","entry":"?"}\n${long}\n`);
    lines[lines.indexOf("?")] = 0xff;
    writeFileSync(path, lines);
    await expect(openJournalFile(path)).rejects.toThrow("line 3: it is not UTF-8");
    expect(readFileSync(path)).toEqual(lines);
  });

  test("reads lines of 10 MB, removals of missing entries, and any key", async () => {
    const large = "x".repeat(10_000_000);
    const changes = [
      `{"id":"__proto__","entry":{"__proto__":1}}`,
      `{"id":"large","entry":"${large}"}`,
      `{"id":"none","removed":true}`,
      `{"id":"none","removed":true}`,
      `{"id":"constructor","entry":null,"later":{"field":1}}`,
    ];
    writeFileSync(path, `${header}\n${changes.join("\n")}\n`);
    const entries = await entriesAfter("toString");
    expect(Object.keys(entries)).toEqual(["__proto__", "large", "constructor", "toString"]);
    expect(JSON.stringify(Object.getOwnPropertyDescriptor(entries, "__proto__")?.value)).toBe(
      '{"__proto__":1}',
    );
    expect(entries["large"] === large).toBe(true);
  });
});
