// What a program left in memory, as JSON of host values by name.

import { printBounded } from "@ptc/core/printing";
import { HostKeyError, DataDepthError, defineField, toHost, type Value, type WorkMeter } from "@ptc/core/values";
import type { Memory } from "@ptc/lisp";
import { hostJson, textJson } from "../values/host-json.ts";

/** Elements of all values together; structure that a program shared unfolds when it is copied. */
const maximumElements = 5_000_000;
const shownCharacters = 10_000;

class TooManyElements extends Error {}

/** A value that JSON cannot hold stands as `{"$text": …}`: its printed text, shortened. */
export function memoryJson(memory: Memory): unknown {
  let left = maximumElements;
  const meter: WorkMeter = {
    spend: (elements) => {
      if ((left -= elements) < 0) throw new TooManyElements();
    },
  };
  const object = {};
  for (const [name, value] of memory.entries()) defineField(object, name, valueJson(value, meter));
  return object;
}

function valueJson(value: Value, meter: WorkMeter): unknown {
  try {
    return hostJson(toHost(value, { collections: "native", meter }));
  } catch (error) {
    if (!(error instanceof HostKeyError || error instanceof DataDepthError || error instanceof TooManyElements)) throw error;
    const { text, truncated } = printBounded(value, { maxCharacters: shownCharacters });
    return textJson(truncated ? `${text}…` : text);
  }
}
