// Converts journal entries between application values and stored JSON. The JSON uses the tagged
// encoding, so that a task returns the same value in every run.

import { DecodingError, decodeValue } from "@ptc/core/decoding";
import { EncodingError, encodeValue } from "@ptc/core/encoding";
import { OptionError } from "@ptc/core/errors";
import { oneLine } from "@ptc/core/internal/errors";
import {
  journalOption,
  storedFormCheck,
  unkeptReason,
  unreadFunctions,
} from "@ptc/core/internal/decoding";
import { unmarkedEntry } from "@ptc/core/internal/journal";
import {
  DataDepthError,
  HostKeyError,
  WorkLimitError,
  fromHost,
  toHost,
  workBudget,
} from "@ptc/core/values";
import { recordOf } from "@ptc/core/internal/values";
import { classOf, foreignValue, isPlain } from "./foreign-value.ts";
import { isBoolean, knownOptions } from "../options/option-checks.ts";
import { isJson, decodedValue } from "@ptc/core/internal/stored";

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

/** The options of `readJournal`. */
export interface ReadJournalOptions {
  /**
   * True for plain JavaScript data, in the form of a step's `return`: keywords become their names,
   * maps objects, sets arrays, instants Dates, other times their text, and functions a marker.
   * Default false: maps with keys other than names become a Map, sets a Set, and keywords stay
   * values of the language.
   */
  readonly plain?: boolean;
}

/**
 * Returns the entries of a journal as host values.
 * @example
 *   const { charge_order_42 } = readJournal(step.journal ?? {}, { plain: true });
 *
 * @throws OptionError naming an entry that cannot be read. With `plain`, also one with keys that an
 * object can't have: collections, or two keys with one name
 */
export function readJournal(
  journal: Readonly<Record<string, unknown>>,
  options: ReadJournalOptions = {},
): Readonly<Record<string, unknown>> {
  knownOptions(options, ["plain"] satisfies (keyof ReadJournalOptions)[]);
  const { plain = false } = options;
  const read = isBoolean("plain", plain) ? plainValue : decodedEntry;
  return recordOf(
    entriesOf(journal).map(([id, json]): [string, unknown] => [id, decoded(id, json, read)]),
  );
}

/**
 * Returns the journal that a mission is given. Values that are not JSON are encoded as
 * `journalEntry` does.
 * @throws OptionError naming the entry, also for JSON that isn't in the form that tasks store
 */
export function givenJournal(
  journal: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const check = storedFormCheck();
  return recordOf(
    entriesOf(journal).map(([id, entry]): [string, unknown] => {
      if (!isJson(entry)) return [checkedId(id), encoded(id, entry)];
      check(checkedId(id), entry);
      return [id, entry];
    }),
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

function decoded(id: string, json: unknown, read: (json: unknown) => unknown): unknown {
  const entry = unmarkedEntry(id, json, undefined);
  const unkept = unkeptReason(entry);
  if (unkept !== undefined)
    throw new OptionError(
      journalOption(id),
      `the task has run, but its result could not be stored: ${oneLine(unkept, longestReason)}. Read the journal without this entry`,
    );
  try {
    return read(entry);
  } catch (error) {
    throw mistakeIn(id, error);
  }
}

function decodedEntry(json: unknown): unknown {
  return decodedValue(json, "");
}

function plainValue(json: unknown): unknown {
  return toHost(decodeValue(json, { functions: unreadFunctions }));
}

function mistakeIn(id: string, error: unknown): unknown {
  return error instanceof EncodingError ||
    error instanceof DecodingError ||
    error instanceof DataDepthError ||
    error instanceof WorkLimitError
    ? new OptionError(journalOption(id), error.message)
    : error instanceof HostKeyError
      ? new OptionError(
          journalOption(id),
          `${error.message}, or read the journal without \`plain\``,
        )
      : error;
}

const longestReason = 300;
