// Writes outcomes without hiding anything. The checkpoint hides or encrypts firewalled values when
// it is written.

import type { Json } from "@ptc/core/encoding";
import { encodedValue } from "@ptc/core/internal/stored";
import { workBudget } from "@ptc/core/values";
import type { StoredForm } from "../recording/effect-json.ts";
import { filesIn } from "../recording/recorded-files.ts";

/** Limit of the work for one value, about a second. */
const mostWork = 4_000_000;

export const clearJson: StoredForm = {
  dataWithFiles: (value) => {
    let digests: Set<string> | undefined;
    const json = encodedValue(value, meter(), ({ digest }) => {
      (digests ??= new Set()).add(digest);
    });
    const files = digests === undefined ? [] : filesIn(json, digests);
    return files.length === 0 ? { json } : { json, files };
  },
  madeFormat: (json) => json,
  json: (json) => json,
  text: (text) => text,
};

/** @throws WorkLimitError, DataDepthError, EncodingError for values that can't be stored */
export function clearData(value: unknown): Json {
  return encodedValue(value, meter());
}

function meter() {
  return workBudget("writing one value", mostWork);
}
