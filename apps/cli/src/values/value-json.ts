// Language values as JSON. What JSON cannot hold stands as its printed text.

import { printBounded } from "@ptc/core/printing";
import { DataDepthError, HostKeyError, toHost, type Value, type WorkMeter } from "@ptc/core/values";
import { hostJson, textJson } from "./host-json.ts";

/**
 * Elements of everything written with one meter; structure that a program shared unfolds when it is
 * copied.
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

/** A value that JSON cannot hold stands as `{"$text": …}`: its printed text, shortened. */
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
