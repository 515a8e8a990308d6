// Writes outcomes without hiding anything. The checkpoint hides or encrypts firewalled values when
// it is written.

import type { Json } from "@ptc/core/encoding";
import { encodedValue } from "@ptc/core/internal/stored";
import { workBudget } from "@ptc/core/values";
import { encodedInPieces } from "@ptc/lisp/internal/waiting";
import type { StoredForm } from "../recording/effect-json.ts";
import { filesIn } from "../recording/recorded-files.ts";

/** Limit of the work for one value, about a second. */
const mostWork = 4_000_000;

export const clearJson: StoredForm = {
  dataWithFiles: (value) => {
    const digests = new Set<string>();
    const json = encodedValue(value, meter(), ({ digest }) => {
      digests.add(digest);
    });
    return withFiles(json, digests);
  },
  madeFormat: (json) => json,
  json: (json) => json,
  text: (text) => text,
};

/**
 * Writes large data in pieces, so that other work of the host gets its turns.
 * @throws the same errors
 */
export async function clearDataInPieces(value: unknown): Promise<DataWithFiles> {
  const digests = new Set<string>();
  const json = await encodedInPieces(value, meter(), ({ digest }) => {
    digests.add(digest);
  });
  return withFiles(json, digests);
}

type DataWithFiles = ReturnType<StoredForm["dataWithFiles"]>;

function withFiles(json: Json, digests: ReadonlySet<string>): DataWithFiles {
  const files = digests.size === 0 ? [] : filesIn(json, digests);
  return files.length === 0 ? { json } : { json, files };
}

/** @throws WorkLimitError, DataDepthError, EncodingError for values that can't be stored */
export function clearData(value: unknown): Json {
  return encodedValue(value, meter());
}

function meter() {
  return workBudget("writing one value", mostWork);
}
