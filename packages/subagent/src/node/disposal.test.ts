import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createRunRecordingFile, openJournalFile } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-disposal-"));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("a journal file is closed, and free for others, when it is disposed of", async () => {
  const path = join(folder, "journal.jsonl");
  const journal = await openJournalFile(path);
  await journal[Symbol.asyncDispose]();
  await expect(journal.write("a", 1)).rejects.toThrow("it is closed");
  await (await openJournalFile(path)).close();
});

test("a recording file is closed when it is disposed of", () => {
  const file = createRunRecordingFile(join(folder, "recording.jsonl"));
  file.write("{}\n");
  file[Symbol.dispose]();
  expect(() => {
    file.write("{}\n");
  }).toThrow("the file of the recording is closed");
});
