import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createRunRecordingFile, openJournalFile } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-disposal-"));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("disposing of a journal file closes it and releases its lock", async () => {
  const path = join(folder, "journal.jsonl");
  const journal = await openJournalFile(path);
  await journal[Symbol.asyncDispose]();
  await expect(journal.write("a", 1)).rejects.toThrow("it is closed");
  await (await openJournalFile(path)).close();
});

test("disposing of a recording file closes it", () => {
  const file = createRunRecordingFile(join(folder, "recording.jsonl"));
  file.write("{}\n");
  file[Symbol.dispose]();
  expect(() => {
    file.write("{}\n");
  }).toThrow("the recording file is closed");
});
