// The recordings of an eval: one file for each run, closed when the eval ends.

import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { fileProblem, LoadError } from "@ptc/core/internal/host";
import { readTextFile } from "@ptc/core/internal/node";
import type { EvalOptions, RunName } from "@ptc/evals";
import { runRecorder } from "@ptc/evals/recordings";
import { createRunRecordingFile, type RunRecordingFile } from "@ptc/subagent/node";
import type { Host } from "../terminal/host.ts";
import { fileName } from "./file-name.ts";

const ending = ".jsonl";
/** A process has a few hundred descriptors in total. */
const openFiles = 256;

/** Returns what records each run to a new file in the folder. */
export function openRecordings(
  { folder: current, now }: Pick<Host, "folder" | "now">,
  folder: string,
): { readonly record: NonNullable<EvalOptions["record"]>; readonly close: () => void } {
  const open: RunRecordingFile[] = [];
  // A recording belongs to one run, so a repeated one gets another file.
  const session = now().getTime().toString(36);
  return {
    record: (run) => {
      const file = createRunRecordingFile(resolve(current, folder, nameOf(run, session)));
      open.push(file);
      if (open.length > openFiles) open.shift()?.close();
      return runRecorder(run, file.write);
    },
    close: () => {
      for (const file of open) file.close();
    },
  };
}

function nameOf({ caseName, variant, repeat }: RunName, session: string): string {
  return `${fileName(variant)}.${fileName(caseName)}.${String(repeat)}.${session}${ending}`;
}

/** Yields the recordings in a folder, in the order of their names. @throws LoadError */
export async function* recordingsIn(
  { folder: current }: Pick<Host, "folder">,
  folder: string,
): AsyncGenerator<{ readonly name: string; readonly text: string }> {
  const path = resolve(current, folder);
  let names: readonly string[];
  try {
    names = (await readdir(path)).filter((name) => name.endsWith(ending)).sort();
  } catch (error) {
    throw new LoadError(`${folder}: ${fileProblem(error)}`);
  }
  if (names.length === 0) throw new LoadError(`${folder}: there are no recordings in this folder`);
  for (const name of names)
    yield { name, text: readTextFile({ folder: path }, name, "the recording") };
}
