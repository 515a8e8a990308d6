// Values on their way to the host: lazy sequences are computed, and the copy that the host gets is counted and charged,
// since shared structure and repeated rows unfold in it.

import { toHost, type ToHostOptions, type Value } from "@ptc/core/values";
import { realised } from "../lazy/realised.ts";
import type { Branch } from "./branch.ts";

/**
 * `value` as a host value.
 * @throws HostKeyError, DataDepthError, LimitError; EvaluationError `unbounded_sequence`
 */
export function handOver(branch: Branch, value: Value, options: ToHostOptions = {}): unknown {
  const meter = {
    spend: (count: number): void => {
      branch.charge(32 + count * 16);
      branch.spend(1 + (count >> 2));
    },
  };
  return toHost(realised(branch, value), { ...options, meter });
}
