// The lines of a journal in a file: a header, and a line for each change.
//
//   {"format":"ptc-journal","version":1}
//   {"id":"charge_order_42","entry":"tx_abc"}
//   {"id":"charge_order_42","removed":true}

import { OptionError } from "@ptc/core/errors";
import type { JournalChange } from "@ptc/lisp";
import { checkedId } from "../journal/journal-entry.ts";

const format = "ptc-journal";
const version = 1;

/** The first line, with its line feed. */
export const headerLine = `${JSON.stringify({ format, version })}\n`;

/**
 * The line of a change, with its line feed.
 * @throws OptionError for what could not be read again
 */
export function changeLine(change: JournalChange): string {
  const id = checkedId(change.id);
  if (!("entry" in change)) return `${JSON.stringify({ id, removed: true })}\n`;
  const json = JSON.stringify(change.entry) as string | undefined;
  if (json === undefined)
    throw new OptionError(`journal[${JSON.stringify(id)}]`, "what is no JSON cannot be kept");
  return `{"id":${JSON.stringify(id)},"entry":${json}}\n`;
}

/** What is wrong with the first line of a file as the header of a journal. */
export function headerProblem(json: unknown): string | undefined {
  if (fieldOf(json, "format") !== format)
    return `it does not say that the file is a journal, ${headerLine.trim()}`;
  const found = fieldOf(json, "version");
  return found === version
    ? undefined
    : `it says version ${JSON.stringify(found ?? null)}, and this release reads version ${String(version)}`;
}

/** The change that a line tells of, or what is wrong with the line. */
export function changeIn(json: unknown): JournalChange | string {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    return "it is no line of a journal";
  const id = fieldOf(json, "id");
  if (typeof id !== "string" || id === "") return "it has no id of a task";
  if (Object.hasOwn(json, "entry")) return { id, entry: fieldOf(json, "entry") };
  return fieldOf(json, "removed") === true
    ? { id, removed: true }
    : "it neither keeps an entry nor removes one";
}

function fieldOf(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null && Object.hasOwn(json, name)
    ? (json as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
