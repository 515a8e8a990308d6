// Checks that JSON entries of a journal have the form that tasks store, in which a name that begins
// with `$` is a tag. An application's own JSON may have such names, for example `$ref`, and would
// only fail when a program reads it, after other work was done.

import { tags } from "../encoding/index.ts";
import { OptionError } from "../errors/index.ts";
import { oneLine } from "../errors/internal.ts";
import { isObject } from "../internal/host/index.ts";
import { unmarkedEntry } from "../internal/journal/index.ts";
import { DataDepthError, WorkLimitError, workBudget, type WorkMeter } from "../values/index.ts";
import { decodeValue } from "./decode.ts";
import { unreadFunctions } from "./unread-functions.ts";
import { DecodingError, fieldsOf } from "./untrusted-json.ts";

/** The work budget for one journal: a million values, which takes about a tenth of a second. */
const mostWork = 1_000_000;

/**
 * Returns a function that checks one entry after the other. It doesn't check entries beyond its
 * work budget, and values that aren't JSON; these fail when a program reads them. The function
 * throws OptionError naming an entry that isn't in the stored form, and the fix.
 */
export function storedFormCheck(): (id: string, json: unknown) => void {
  const meter = workBudget("checking a journal", mostWork);
  return (id, json) => {
    const problem = problemWithin(id, json, meter);
    if (problem !== undefined)
      throw new OptionError(
        journalOption(id),
        `${problem}. In a journal, names that begin with "$" are tags of stored values. Write your own data with journalEntry(${shownId(id)}, value) from @ptc/subagent, or encodeValue(fromHost(value)) from @ptc/core. If a task stored this entry, it is damaged or from a newer release`,
      );
  };
}

/** Returns why the result of a task could not be stored. Undefined for any other entry. */
export function unkeptReason(json: unknown): string | undefined {
  if (!isObject(json) || !Object.hasOwn(json, tags.unkept)) return undefined;
  const why = json[tags.unkept];
  return typeof why === "string" ? why : undefined;
}

/** Returns the name of an entry in an error about the option `journal`: `journal["pay"]`. */
export function journalOption(id: string): string {
  return `journal[${shownId(id)}]`;
}

function shownId(id: string): string {
  return JSON.stringify(oneLine(id, longestId));
}

const longestId = 60;

function problemWithin(id: string, json: unknown, meter: WorkMeter): string | undefined {
  try {
    return hasTag(json, meter) ? problemOf(unmarkedEntry(id, json, undefined), meter) : undefined;
  } catch {
    // The budget is spent, or the host's object can't be read.
    return undefined;
  }
}

function problemOf(json: unknown, meter: WorkMeter): string | undefined {
  if (unkeptReason(json) !== undefined) return undefined;
  try {
    decodeValue(json, { functions: unreadFunctions, meter });
    return undefined;
  } catch (error) {
    if (error instanceof DecodingError || error instanceof DataDepthError) return error.message;
    throw error;
  }
}

/** True if an object within `json` has a name that begins with `$`. */
function hasTag(json: unknown, meter: WorkMeter): boolean {
  if (typeof json !== "object" || json === null) return false;
  // A set also visits members that are added while it is read.
  const seen = new Set<object>([json]);
  for (const value of seen) {
    const { names, parts } = contentsOf(value, meter);
    if (names.some((name) => name.startsWith("$"))) return true;
    for (const part of parts) if (typeof part === "object" && part !== null) seen.add(part);
  }
  return false;
}

interface Contents {
  readonly names: readonly string[];
  readonly parts: readonly unknown[];
}

const noContents: Contents = { names: [], parts: [] };

/** Returns the contents of an array or a plain object, and nothing for anything else. */
function contentsOf(value: object, meter: WorkMeter): Contents {
  try {
    if (Array.isArray(value)) {
      meter.spend(1 + value.length);
      return { names: [], parts: Object.values(value) as readonly unknown[] };
    }
    const fields = fieldsOf(value, "");
    meter.spend(1 + fields.length);
    return { names: fields.map(([name]) => name), parts: fields.map(([, part]) => part) };
  } catch (error) {
    // An object of a class, or one whose fields can't be read.
    if (error instanceof WorkLimitError) throw error;
    return noContents;
  }
}
