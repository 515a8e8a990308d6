// Reads traces for analyses, and reports what could not be read on standard error.

import { resolve } from "node:path";
import { buildTraceTree, summarizeRuns, type TracedRun, type TraceSpan } from "@ptc/tracer";
import { readTraceFiles } from "@ptc/tracer/node";
import { analysisEvents, briefEvent, readingProblems } from "@ptc/tracer/internal/node";
import type { Host } from "../terminal/host.ts";
import { writeLine } from "../terminal/output.ts";

export interface ReadRuns {
  readonly roots: readonly TraceSpan[];
  readonly runs: readonly TracedRun[];
}

/**
 * Reads the runs of a file or folder. With `isWhole`, events keep messages and results.
 * @throws LoadError if nothing can be read
 */
export async function readRuns(
  host: Host,
  path: string,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): Promise<ReadRuns> {
  const reading = await readTraceFiles(
    resolve(host.folder, path),
    isWhole ? {} : { keep: analysisEvents(briefEvent) },
  );
  const problems = readingProblems(reading, path, host.folder);
  const roots = buildTraceTree(reading.events);
  for (const problem of problems) await writeLine(host.errors, `ptc trace: ${problem}`);
  return { roots, runs: summarizeRuns(roots) };
}
