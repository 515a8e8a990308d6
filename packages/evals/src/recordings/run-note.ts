// The note of a recording, which names its run. It comes back from files, so it is checked.

import { fromJson } from "@ptc/core/json";
import { isObject } from "@ptc/core/internal/host";
import { createRunRecorder, type RunRecorder } from "@ptc/subagent/recordings";
import type { RunName } from "../run/run-case.ts";

/**
 * Returns the recorder of a run, for the option `record` of `runEval`. `write` receives the lines
 * of the recording, each with its line feed.
 */
export function runRecorder(run: RunName, write: (line: string) => void): RunRecorder {
  const { caseName, variant, repeat } = run;
  return createRunRecorder({
    write,
    note: JSON.stringify({ eval: { caseName, variant, repeat } }),
  });
}

/** Returns the name of a run in a note, or undefined for any other note. */
export function runInNote(note: string | undefined): RunName | undefined {
  let json: unknown;
  try {
    json = fromJson(note ?? "");
  } catch {
    return undefined;
  }
  const named = isObject(json) ? json["eval"] : undefined;
  if (!isObject(named)) return undefined;
  const { caseName, variant, repeat } = named;
  const isNamed =
    typeof caseName === "string" && typeof variant === "string" && typeof repeat === "number";
  return isNamed ? { caseName, variant, repeat } : undefined;
}
