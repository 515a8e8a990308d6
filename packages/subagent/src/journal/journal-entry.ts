// Entries of a journal as an application writes and reads them. In the journal they are JSON in the
// tagged encoding, so that a task answers the same value in every run.

import { DecodingError } from "@ptc/core/decoding";
import { EncodingError, encodeValue } from "@ptc/core/encoding";
import { OptionError, oneLine } from "@ptc/core/errors";
import { DataDepthError, WorkLimitError, fromHost, recordOf, workBudget } from "@ptc/core/values";
import { classOf, foreignValue, isPlain } from "./foreign-value.ts";
import { isJson, decodedValue } from "../step-json/value-json.ts";

/** What writing one entry may take: about a second. */
const mostWork = 4_000_000;

/**
 * A journal with one entry: `{ ...step.journal, ...journalEntry("confirmed_42", true) }`. The value
 * may be anything that a context may hold: dates, Maps, Sets and large integers are kept
 * as such, and names that begin with `$` as names.
 * @throws OptionError for an empty id and for what cannot be kept: functions, promises, objects of
 * classes without fields, dates that are not valid, undefined, data that contains itself or is too
 * large
 */
export function journalEntry(id: string, value: unknown): Readonly<Record<string, unknown>> {
  return recordOf([[checkedId(id), encoded(id, value)]]);
}

/**
 * The entries of a journal as values of the host.
 * @throws OptionError naming an entry that cannot be read
 */
export function readJournal(
  journal: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return recordOf(
    entriesOf(journal).map(([id, json]): [string, unknown] => [id, decoded(id, json)]),
  );
}

/**
 * The journal that a mission is given: what is no JSON is written as `journalEntry` does.
 * @throws OptionError naming the entry
 */
export function givenJournal(
  journal: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return recordOf(
    entriesOf(journal).map(([id, entry]): [string, unknown] => [
      checkedId(id),
      isJson(entry) ? entry : encoded(id, entry),
    ]),
  );
}

/** A journal of which nothing would be read, such as a Map, must not be taken for an empty one. */
function entriesOf(journal: Readonly<Record<string, unknown>>): readonly [string, unknown][] {
  if (isPlain(journal)) return Object.entries(journal);
  throw new OptionError(
    "journal",
    `expected results of tasks by id in a plain object, got an object of the class ${classOf(journal)}${journal instanceof Map ? ": pass Object.fromEntries(journal)" : ""}`,
  );
}

/** @throws OptionError */
export function checkedId(id: string): string {
  if (typeof (id as unknown) === "string" && id !== "") return id;
  throw new OptionError("journal", "the id of a task is a text that is not empty");
}

function encoded(id: string, value: unknown): unknown {
  try {
    const foreign =
      value === undefined
        ? "undefined is no result: leave the entry out, or write null"
        : foreignValue(value);
    if (foreign !== undefined) throw new EncodingError("", foreign);
    const meter = workBudget("writing an entry of the journal", mostWork);
    return encodeValue(fromHost(value), undefined, meter);
  } catch (error) {
    throw mistakeIn(id, error);
  }
}

function decoded(id: string, json: unknown): unknown {
  try {
    return decodedValue(json, "");
  } catch (error) {
    throw mistakeIn(id, error);
  }
}

function mistakeIn(id: string, error: unknown): unknown {
  return error instanceof EncodingError ||
    error instanceof DecodingError ||
    error instanceof DataDepthError ||
    error instanceof WorkLimitError
    ? new OptionError(`journal[${JSON.stringify(oneLine(id, longestId))}]`, error.message)
    : error;
}

const longestId = 60;
