// Language values as JSON. A value that JSON cannot hold is written as its printed text.

import { printBounded } from "@ptc/core/printing";
import { DataDepthError, HostKeyError, toHost, type Value, type WorkMeter } from "@ptc/core/values";
import { hostJson, textJson } from "./host-json.ts";

/**
 * How many elements may be written with one meter. Structure that a program shared is counted in
 * each of its places.
 */
const maximumElements = 5_000_000;
const shownCharacters = 10_000;

class TooManyElements extends Error {}

/** A bound for the values of one answer. */
export function elementMeter(): WorkMeter {
  let left = maximumElements;
  return {
    spend: (elements) => {
      if ((left -= elements) < 0) throw new TooManyElements();
    },
  };
}

/**
 * The value as JSON. A value that JSON cannot hold becomes `{"$text": …}` with its printed text,
 * shortened.
 */
export function valueJson(value: Value, meter: WorkMeter): unknown {
  try {
    return hostJson(toHost(value, { collections: "native", meter }));
  } catch (error) {
    if (!(
      error instanceof HostKeyError ||
      error instanceof DataDepthError ||
      error instanceof TooManyElements
    ))
      throw error;
    const { text, truncated } = printBounded(value, { maxCharacters: shownCharacters });
    return textJson(truncated ? `${text}…` : text);
  }
}
