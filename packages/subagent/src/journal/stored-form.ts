// Checks that JSON entries of a journal have the form that tasks store, in which a name that begins
// with `$` is a tag. An application's own JSON may have such names, for example `$ref`, and would
// only fail when a program reads it, after other work was done.

import { DecodingError, decodeValue, type FunctionDecoder } from "@ptc/core/decoding";
import { tags } from "@ptc/core/encoding";
import { unmarkedEntry } from "@ptc/core/internal/journal";
import {
  DataDepthError,
  FunctionValue,
  OpaqueValue,
  WorkLimitError,
  workBudget,
  type Value,
  type WorkMeter,
} from "@ptc/core/values";
import { isFields } from "@ptc/core/internal/stored";

/** The work budget for one journal: a million values, which takes about a tenth of a second. */
const mostWork = 1_000_000;

/**
 * Returns a function that returns the problem with an entry, or undefined. It doesn't check entries
 * beyond its work budget; these fail when a program reads them.
 */
export function storedFormCheck(): (id: string, json: unknown) => string | undefined {
  const meter = workBudget("checking a journal", mostWork);
  return (id, json) => {
    try {
      return hasTag(json, meter) ? problemOf(unmarkedEntry(id, json, undefined), meter) : undefined;
    } catch (error) {
      if (error instanceof WorkLimitError) return undefined;
      throw error;
    }
  };
}

/** Returns why the result of a task could not be stored. Undefined for any other entry. */
export function unkeptReason(json: unknown): string | undefined {
  if (!isFields(json) || !Object.hasOwn(json, tags.unkept)) return undefined;
  const why = json[tags.unkept];
  return typeof why === "string" ? why : undefined;
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
  // A set also visits members that are added while it is read.
  const seen = new Set([json]);
  for (const value of seen) {
    if (typeof value !== "object" || value === null) continue;
    const names = Array.isArray(value) ? [] : Object.keys(value);
    if (names.some((name) => name.startsWith("$"))) return true;
    meter.spend(1 + (Array.isArray(value) ? value.length : names.length));
    for (const part of Object.values(value) as unknown[])
      if (typeof part === "object") seen.add(part);
  }
  return false;
}

/** A function in a journal. This check and plain reading don't need to call it. */
class UnreadFunction extends FunctionValue {
  readonly name: string | undefined;

  constructor(name: unknown) {
    super();
    this.name = typeof name === "string" ? name : undefined;
  }
}

/** A value of the language that has data, such as an exception. */
class UnreadData extends OpaqueValue {
  readonly typeName = "value";
  private readonly data: Value;

  constructor(data: Value) {
    super();
    this.data = data;
  }

  override get asData(): Value {
    return this.data;
  }
}

/** Reads functions and other values that aren't data, without the language that creates them. */
export const unreadFunctions: FunctionDecoder = {
  decodeFunction(json) {
    if (!isFields(json)) return undefined;
    const { source, builtin, maker, var: variable, name } = json;
    const kinds = [source, builtin, maker, variable];
    return kinds.some((kind) => typeof kind === "string")
      ? new UnreadFunction(name ?? builtin ?? variable)
      : undefined;
  },
  decodeOpaque(json, decode) {
    if (!isFields(json)) return undefined;
    const { reduced, exception, function: name } = json;
    if (reduced !== undefined) return new UnreadData(decode(reduced));
    if (name === null || typeof name === "string") return new UnreadFunction(name);
    if (!isFields(exception)) return undefined;
    const { message = null, data = null } = exception;
    return new UnreadData(
      decode({ ":message": message, ...(data === null ? {} : { ":data": data }) }),
    );
  },
  orderBy: (comparator) => ({ comparator, compare: () => NaN }),
};
