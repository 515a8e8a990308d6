// Where traces lie. A file holds the trace of a mission; the traces of the missions below it lie in
// a folder beside it, or in the same folder where each trace has a file of its own:
//
//   audit.jsonl          audit/<trace id>.jsonl          audit/<trace id>.jsonl

import { basename, dirname, join } from "node:path";

const extension = ".jsonl";
const fileName = /^[0-9a-f]{32}\.jsonl$/;

/**
 * The name of the file of a trace. Ids come from outside, and a path is made only of what cannot
 * lead anywhere: undefined for all but 32 hex digits.
 */
export function traceFileName(traceId: unknown): string | undefined {
  if (typeof traceId !== "string") return undefined;
  const name = `${traceId}${extension}`;
  return isTraceFileName(name) ? name : undefined;
}

export function isTraceFileName(name: string): boolean {
  return fileName.test(name);
}

/** Whether a file of this name in a folder of traces is one. */
export function looksLikeTrace(name: string): boolean {
  return name.endsWith(extension);
}

/** The folder for the traces of the missions below the one whose trace lies at `path`. */
export function folderBeside(path: string): string {
  const name = basename(path, extension);
  return join(dirname(path), name === basename(path) ? `${name}-missions` : name);
}
