// Converts values for the host. Lazy sequences in them are computed. The copy that the host gets is
// counted and charged: structure that the program shares is written out each time it occurs.

import { toHost, type ToHostOptions, type Value } from "@ptc/core/values";
import { realised } from "../sequence/realise.ts";
import type { Branch } from "../evaluation/branch.ts";

/** What an element counts as output besides its text. */
const outputOfElement = 8;

export interface HandOverOptions extends Pick<
  ToHostOptions,
  "collections" | "fieldName" | "keepsFiles"
> {
  /** Whether it counts as output of the program. */
  readonly isOutput?: boolean;
}

/**
 * `value` as a host value.
 * @throws HostKeyError, DataDepthError, LimitError; EvaluationError `unbounded_sequence`
 */
export function handOver(branch: Branch, value: Value, options: HandOverOptions = {}): unknown {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  const { isOutput = false, ...conversion } = options;
  const meter = {
    spend: (count: number): void => {
      branch.charge(32 + count * 16);
      branch.spend(1 + (count >>> 2));
      if (isOutput) branch.countOutput(count * outputOfElement);
    },
  };
  // A text that occurs many times takes no more memory in the copy, but it does take more work and
  // output, since somebody may write the copy as JSON.
  const texts = {
    spend: (length: number): void => {
      if (length >= 16) branch.spend(length >>> 4);
      if (isOutput) branch.countOutput(length);
    },
  };
  return toHost(realised(branch, value), { ...conversion, meter, texts });
}
