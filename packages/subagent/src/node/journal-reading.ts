// Reads a journal from its file, and repairs the end if a crash cut it off. Damage anywhere else is
// an error. In that case, or if the file is not a journal, it stays unchanged.

import type { FileLine, LockedFile } from "@ptc/core/internal/node";
import { JournalFileError } from "./journal-file-error.ts";
import { changeIn, headerLine, headerProblem } from "../journal/journal-lines.ts";

/**
 * Returns the entries in `file`, and flushes its lines to the disk. An empty file becomes a
 * journal.
 * @throws JournalFileError
 */
export async function readJournalFile(
  file: LockedFile,
  path: string,
): Promise<Map<string, unknown>> {
  const entries = new Map<string, unknown>();
  let size = 0;
  let number = 0;
  let missing = headerLine;
  for await (const line of file.lines()) {
    number += 1;
    if (isCut(line, number)) break;
    takeLine(entries, line.bytes, number, path);
    size += line.bytes.length + (line.isEnded ? 1 : 0);
    missing = line.isEnded ? "" : "\n";
  }
  await file.repair(size, missing);
  return entries;
}

/**
 * True if a crash cut the line before it was reported as stored. In the first line, only a partial
 * header counts as cut, because a file with other content is not a journal.
 */
function isCut({ bytes, isEnded }: FileLine, number: number): boolean {
  if (isEnded) return false;
  if (number === 1)
    return bytes.length < headerLine.length - 1 && headerLine.startsWith(bytes.toString("latin1"));
  return jsonOf(textOf(bytes)) === undefined;
}

function takeLine(
  entries: Map<string, unknown>,
  bytes: Buffer,
  number: number,
  path: string,
): void {
  const wrong = (message: string): JournalFileError => new JournalFileError(path, number, message);
  const text = textOf(bytes);
  if (text === undefined) throw wrong("it is not UTF-8");
  const json = jsonOf(text);
  if (json === undefined) throw wrong("it is not JSON");
  if (number === 1) {
    const problem = headerProblem(json);
    if (problem !== undefined) throw wrong(problem);
    return;
  }
  const change = changeIn(json);
  if (typeof change === "string") throw wrong(change);
  if ("entry" in change) entries.set(change.id, change.entry);
  else entries.delete(change.id);
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns `undefined` for invalid JSON. */
function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
