// Converts values for the host. Lazy sequences in them are computed. The copy that the host gets is
// counted and charged: structure that the program shares is written out each time it occurs.

import {
  hostFieldName,
  toHost,
  type MapValue,
  type ToHostOptions,
  type Value,
} from "@ptc/core/values";
import { realized } from "../sequence/realize.ts";
import type { Branch } from "../evaluation/branches/branch.ts";

/** What an element counts as output besides its text. */
const outputOfElement = 8;

export interface HandOverOptions extends Pick<ToHostOptions, "collections"> {
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
  return toHost(realized(branch, value), { ...conversion, ...metersOf(branch, isOutput) });
}

/**
 * The arguments of a tool. Whoever has just looked for lazy sequences in them, and found none, says
 * in `lookedSteps` how many steps that took: it is paid for again, and not done again.
 */
export function handOverArguments(
  branch: Branch,
  args: MapValue<Value>,
  lookedSteps: number | undefined,
): Record<string, unknown> {
  const { meter, texts } = metersOf(branch, false);
  if (lookedSteps !== undefined) branch.spend(lookedSteps);
  const whole = lookedSteps === undefined ? realized(branch, args) : args;
  const options = { fieldName: hostFieldName, keepsFiles: true, meter, texts };
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
  // A text that occurs many times takes no more memory in the copy, but it does take more work and
  // output, since somebody may write the copy as JSON.
  const texts = {
    spend: (length: number): void => {
      if (length >= 16) branch.spend(length >>> 4);
      if (isOutput) branch.countOutput(length);
    },
  };
  return { meter, texts };
}
