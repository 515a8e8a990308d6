// Language values by name, read from tagged JSON.

import { workBudget, type Value } from "@ptc/core/values";
import { decodeValue } from "@ptc/core/decoding";
import { tags } from "@ptc/core/encoding";
import { fieldsOf, isObject } from "../evaluation/host/is-object.ts";
import { functionDecoder, type FunctionMaker } from "./function-decoder.ts";

/** The work that reading all of them may make where nobody else bounds it: about two seconds. */
const maximumWork = 80_000_000;

/**
 * Reads the values of all names within one budget. A name whose value could not be written is left
 * out: a program that uses it is told that it is not defined.
 * @throws DecodingError naming the place of what cannot be read; WorkLimitError
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
