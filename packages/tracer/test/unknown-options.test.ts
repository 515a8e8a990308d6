import { tmpdir } from "node:os";
import { join } from "node:path";
import { OptionError } from "@ptc/core/errors";
import { expect, test } from "vitest";
import {
  createFileTracer,
  createMissionTracer,
  createTraceFolder,
  readTraceFiles,
} from "../src/node/index.ts";
import { formatEvent } from "../src/index.ts";

// Invalid options that a JavaScript caller could write.
const misspelled = { maximum: 3 } as object;
const nowhere = join(tmpdir(), "no-trace-is-written-here");

test.each([
  ["createFileTracer", () => createFileTracer(nowhere, misspelled), "reveal, maximumBytes"],
  ["createTraceFolder", () => createTraceFolder(nowhere, misspelled), "reveal, maximumBytes"],
  ["createMissionTracer", () => createMissionTracer(nowhere, misspelled), "reveal, maximumBytes"],
  ["formatEvent", () => formatEvent({} as Parameters<typeof formatEvent>[0], misspelled), "reveal"],
])("%s refuses an unknown option and lists the known ones", (_name, call, known) => {
  expect(call).toThrow(OptionError);
  expect(call).toThrow(`option \`maximum\`: unknown option; the options are ${known}`);
});

test("readTraceFiles refuses an unknown option and lists the known ones", async () => {
  await expect(readTraceFiles(nowhere, misspelled)).rejects.toThrow(
    "option `maximum`: unknown option; the options are keep, maximumFiles, maximumBytes",
  );
});
