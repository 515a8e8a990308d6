// The lines of a journal file: a header, and one line per change. Entries in a store are the same.
//
//   {"format":"ptc-journal","version":1}
//   {"id":"charge_order_42","entry":"tx_abc"}
//   {"id":"charge_order_42","removed":true}

import { OptionError } from "@ptc/core/errors";
import type { JournalChange } from "@ptc/lisp";
import { checkedId } from "./journal-entry.ts";

const format = "ptc-journal";
const version = 1;

/** The first line, with its line feed. */
export const headerLine = `${JSON.stringify({ format, version })}\n`;

/**
 * Returns the line of a change, with its line feed.
 * @throws OptionError for an entry that could not be read again
 */
export function changeLine(change: JournalChange): string {
  const id = checkedId(change.id);
  if (!("entry" in change)) return `${JSON.stringify({ id, removed: true })}\n`;
  const json = JSON.stringify(change.entry) as string | undefined;
  if (json === undefined)
    throw new OptionError(
      `journal[${JSON.stringify(id)}]`,
      "the value is not JSON and cannot be stored",
    );
  return `{"id":${JSON.stringify(id)},"entry":${json}}\n`;
}

/** Returns the problem with the header of a journal file. Undefined for a valid header. */
export function headerProblem(json: unknown): string | undefined {
  if (fieldOf(json, "format") !== format)
    return `it is not the header of a journal, ${headerLine.trim()}`;
  const found = fieldOf(json, "version");
  return found === version
    ? undefined
    : `it has version ${JSON.stringify(found ?? null)}, but this release reads version ${String(version)}`;
}

/** Returns the change in a line, or a string with the problem. */
export function changeIn(json: unknown): JournalChange | string {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    return "it is not a journal line";
  const id = fieldOf(json, "id");
  if (typeof id !== "string" || id === "") return "it has no task id";
  if (Object.hasOwn(json, "entry")) return { id, entry: fieldOf(json, "entry") };
  return fieldOf(json, "removed") === true
    ? { id, removed: true }
    : "it neither stores nor removes an entry";
}

function fieldOf(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null && Object.hasOwn(json, name)
    ? (json as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
