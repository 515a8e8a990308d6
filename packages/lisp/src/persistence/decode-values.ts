// Reads language values by name from tagged JSON.

import { workBudget, type Value } from "@ptc/core/values";
import { decodeValue } from "@ptc/core/decoding";
import { tags } from "@ptc/core/encoding";
import { isObject } from "@ptc/core/internal/host";
import { fieldsOf } from "../evaluation/host/is-object.ts";
import { functionDecoder, type FunctionMaker } from "./function-decoder.ts";

/** Limit of the work for reading all values: about two seconds. No other limit applies here. */
const maximumWork = 80_000_000;

/**
 * Reads the values of all names within one work budget. Omits names whose values could not be
 * written; to a program, they are undefined.
 * @throws DecodingError with the path of a value that can't be read; WorkLimitError
 */
export function decodeValues(json: object, make: FunctionMaker): Map<string, Value> {
  const functions = functionDecoder(make);
  const meter = workBudget("reading the values of a memory", maximumWork);
  return new Map(
    fieldsOf(json)
      .filter(([, value]) => !isUnstored(value))
      .map(([name, value]) => [name, decodeValue(value, { functions, path: name, meter })]),
  );
}

function isUnstored(json: unknown): boolean {
  if (!isObject(json)) return false;
  const fields = fieldsOf(json);
  return fields.length === 1 && fields[0]?.[0] === tags.unkept && typeof fields[0][1] === "string";
}
