// Reads language values by name from tagged JSON.

import type { Value, WorkMeter } from "@ptc/core/values";
import { decodeValue, type FunctionDecoder } from "@ptc/core/decoding";
import { fieldsOf } from "../evaluation/host/is-object.ts";
import { firewalledName, sequencesName } from "./sequences-name.ts";
import { unkeptReason } from "./unkept-names.ts";

/**
 * Reads the values of all names within the budget of `meter`. Omits names whose values could not be
 * written; to a program, they are undefined.
 * @throws DecodingError with the path of a value that can't be read; anything `meter` throws
 */
export function decodeValues(
  json: object,
  functions: FunctionDecoder,
  meter: WorkMeter,
): Map<string, Value> {
  return new Map(
    fieldsOf(json)
      .filter(
        ([name, value]) =>
          name !== sequencesName && name !== firewalledName && unkeptReason(value) === undefined,
      )
      .map(([name, value]) => [name, decodeValue(value, { functions, path: name, meter })]),
  );
}
