// Computes the locations of traces. The traces of child missions are in a folder beside the file of
// their mission's trace, or in the same folder if each trace has its own file:
//
//   audit.jsonl          audit/<trace id>.jsonl          audit/<trace id>.jsonl

import { basename, dirname, join } from "node:path";

const extension = ".jsonl";
const fileName = /^[0-9a-f]{32}\.jsonl$/;

/**
 * Returns the name of a trace's file. Ids come from outside and must not lead to other folders, so
 * the result is undefined for anything but 32 hex digits.
 */
export function traceFileName(traceId: unknown): string | undefined {
  if (typeof traceId !== "string") return undefined;
  const name = `${traceId}${extension}`;
  return isTraceFileName(name) ? name : undefined;
}

export function isTraceFileName(name: string): boolean {
  return fileName.test(name);
}

/** True if a file with this name in a folder of traces is a trace. */
export function looksLikeTrace(name: string): boolean {
  return name.endsWith(extension);
}

/** Returns the folder for the traces of child missions of the mission whose trace is at `path`. */
export function folderBeside(path: string): string {
  const name = basename(path, extension);
  return join(dirname(path), name === basename(path) ? `${name}-missions` : name);
}
