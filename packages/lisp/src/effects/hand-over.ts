// Converts values for the host. Computes lazy sequences in them. The host's copy is counted and
// charged: structure that the program shares is copied each time it occurs.

import { toHost, type MapValue, type ToHostOptions, type Value } from "@ptc/core/values";
import { realized } from "../sequence/realize.ts";
import type { Branch } from "../evaluation/branches/branch.ts";

/** The output charged for an element besides its text. */
const outputOfElement = 8;

export interface HandOverOptions extends Pick<ToHostOptions, "collections"> {
  /** True if it counts as output of the program. */
  readonly isOutput?: boolean;
  /** True if no lazy sequence is computed. One with uncomputed elements is then an error. */
  readonly computesNothing?: boolean;
}

/**
 * Returns `value` as a host value.
 * @throws HostKeyError, DataDepthError, LimitError; EvaluationError `unbounded_sequence`
 */
export function handOver(branch: Branch, value: Value, options: HandOverOptions = {}): unknown {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  const { isOutput = false, computesNothing = false, ...conversion } = options;
  const whole = computesNothing ? value : realized(branch, value);
  return toHost(whole, { ...conversion, ...metersOf(branch, isOutput) });
}

/**
 * Converts the arguments of a tool. A caller that has just checked them for lazy sequences and
 * found none passes the steps of that check as `lookedSteps`. The steps are charged again, but the
 * check isn't repeated.
 */
export function handOverArguments(
  branch: Branch,
  args: MapValue<Value>,
  lookedSteps: number | undefined,
): Record<string, unknown> {
  const { meter, texts } = metersOf(branch, false);
  if (lookedSteps !== undefined) branch.spend(lookedSteps);
  const whole = lookedSteps === undefined ? realized(branch, args) : args;
  const options = { keepsFiles: true, meter, texts };
  return toHost(whole, options) as Record<string, unknown>;
}

function metersOf(
  branch: Branch,
  isOutput: boolean,
): Required<Pick<ToHostOptions, "meter" | "texts">> {
  const meter = {
    spend: (count: number): void => {
      branch.charge(32 + count * 16);
      branch.spend(1 + (count >>> 2));
      if (isOutput) branch.countOutput(count * outputOfElement);
    },
  };
  // A text that occurs many times takes no more memory in the copy. It does take more work and
  // output, because the copy may be written as JSON.
  const texts = {
    spend: (length: number): void => {
      if (length >= 16) branch.spend(length >>> 4);
      if (isOutput) branch.countOutput(length);
    },
  };
  return { meter, texts };
}
