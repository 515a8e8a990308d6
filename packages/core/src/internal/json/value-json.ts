// Language values as JSON. A value without a JSON form becomes its printed text.

import { printBounded } from "../../printing/index.ts";
import {
  DataDepthError,
  HostKeyError,
  WorkLimitError,
  toHost,
  type Value,
  type WorkMeter,
} from "../../values/index.ts";
import { hostJson, textJson } from "./host-json.ts";

const shownCharacters = 10_000;

/**
 * Returns the value as JSON. `meter` limits the work; structure that occurs several times in a
 * value counts each time. A value without a JSON form becomes `{"$text": …}` with its printed text,
 * shortened.
 */
export function valueJson(value: Value, meter: WorkMeter): unknown {
  try {
    return hostJson(toHost(value, { collections: "native", meter }), meter);
  } catch (error) {
    if (!(
      error instanceof HostKeyError ||
      error instanceof DataDepthError ||
      error instanceof WorkLimitError
    ))
      throw error;
    const { text, truncated } = printBounded(value, { maxCharacters: shownCharacters });
    return textJson(truncated ? `${text}…` : text);
  }
}
