// Language values as JSON. A value that JSON cannot hold is written as its printed text.

import { printBounded } from "@ptc/core/printing";
import {
  DataDepthError,
  HostKeyError,
  WorkLimitError,
  toHost,
  type Value,
  type WorkMeter,
} from "@ptc/core/values";
import { hostJson, textJson } from "./host-json.ts";

const shownCharacters = 10_000;

/**
 * The value as JSON. `meter` bounds the work, in which structure that a program shared counts in
 * each of its places. A value that JSON cannot hold becomes `{"$text": …}` with its printed text,
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
