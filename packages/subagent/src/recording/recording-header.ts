// The first line of a recording: its format, and the inputs of the run.

import { recordOf } from "@ptc/core/internal/values";
import { presentFields } from "@ptc/llm/adapter";
import type { StartedRun } from "../loop/run-observer.ts";
import { contextOf, dataOrMark, type JsonFields } from "./effect-json.ts";
import type { HiddenJson } from "./hidden-json.ts";
import type { CheckedOptions } from "./recorder-options.ts";
import { recordingFormat, recordingVersion } from "./recording-lines.ts";

/** Returns the header of a run that begins at `now`, in milliseconds since the epoch. */
export function headerOf(
  run: StartedRun,
  { note, mission }: CheckedOptions,
  hiding: HiddenJson,
  now: number,
): object {
  const { allow } = run.allowed;
  return {
    format: recordingFormat,
    version: recordingVersion,
    runId: run.runId,
    seed: run.seed,
    recordedAt: new Date(now).toISOString(),
    ...(mission === undefined ? {} : { mission: [...mission] }),
    ...presentFields({ note }),
    inOrder: true,
    collectMessages: run.collectMessages,
    ...(allow === undefined ? {} : { allowed: [...allow] }),
    ...contextOf(run, hiding),
    memory: hiding.madeJson(run.memory.toJSON()),
    ...(run.journal === undefined ? {} : { journal: hiding.madeJson(run.journal as JsonFields) }),
    ...(Object.keys(run.summaries).length === 0
      ? {}
      : { summaries: hiding.madeJson({ ...run.summaries }) }),
    ...presentFields({ libraries: run.libraries }),
    toolCache: recordOf(
      Object.entries(run.toolCache).map(([key, answer]) => [key, dataOrMark(answer, hiding)]),
    ),
  };
}
