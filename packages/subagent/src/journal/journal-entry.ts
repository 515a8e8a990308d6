// Converts journal entries between application values and stored JSON. The JSON uses the tagged
// encoding, so that a task returns the same value in every run.

import { DecodingError } from "@ptc/core/decoding";
import { EncodingError, encodeValue } from "@ptc/core/encoding";
import { OptionError } from "@ptc/core/errors";
import { oneLine } from "@ptc/core/internal/errors";
import { unmarkedEntry } from "@ptc/core/internal/journal";
import { DataDepthError, WorkLimitError, fromHost, workBudget } from "@ptc/core/values";
import { recordOf } from "@ptc/core/internal/values";
import { classOf, foreignValue, isPlain } from "./foreign-value.ts";
import { isJson, decodedValue } from "../values/value-json.ts";

/** The work budget for writing one entry: about a second. */
const mostWork = 4_000_000;

/**
 * Returns a journal with one entry: `{ ...step.journal, ...journalEntry("confirmed_42", true) }`.
 * The value may be anything that is allowed in a context. Dates, Maps, Sets and large integers
 * keep their types, and names that begin with `$` stay names.
 * @throws OptionError for an empty id or a value that can't be stored: undefined, functions,
 * promises, objects of classes without fields, invalid dates, and data that is too large or
 * contains itself
 */
export function journalEntry(id: string, value: unknown): Readonly<Record<string, unknown>> {
  return recordOf([[checkedId(id), encoded(id, value)]]);
}

/**
 * Returns the entries of a journal as host values.
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
 * Returns the journal that a mission is given. Values that are not JSON are encoded as
 * `journalEntry` does.
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

/**
 * Refuses a journal without readable entries, such as a Map, which would otherwise pass for an
 * empty one.
 */
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
  throw new OptionError("journal", "the id of a task must be a nonempty string");
}

function encoded(id: string, value: unknown): unknown {
  try {
    const foreign =
      value === undefined
        ? "undefined is not a result: omit the entry, or use null"
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
    return decodedValue(unmarkedEntry(id, json, undefined), "");
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
