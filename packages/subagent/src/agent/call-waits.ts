// The tool fields that let calls wait for decisions.

import type { ApprovalRule, Tool } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { isBoolean } from "../options/option-checks.ts";

/** When the calls of a tool wait. */
export interface CallWaits {
  readonly needsApproval: boolean | ApprovalRule;
  /** In milliseconds. Undefined: an approval may come at any time. */
  readonly approvalTimeoutMs: number | undefined;
  /** True if the tool itself may wait. */
  readonly suspends: boolean;
}

/** The names of the fields. */
export const callWaitNames = [
  "needsApproval",
  "approvalTimeoutMs",
  "suspends",
] as const satisfies readonly (keyof Tool)[];

/**
 * Checks the fields of a tool. Returns undefined if its calls never wait. `within` is the prefix of
 * the option names, such as `tools.find.`.
 * @throws OptionError with the option's name
 */
export function callWaits(
  tool: Pick<Tool, (typeof callWaitNames)[number]>,
  within = "",
): CallWaits | undefined {
  const { needsApproval = false, approvalTimeoutMs, suspends = false } = tool;
  const rule: unknown = needsApproval;
  if (typeof rule !== "boolean" && typeof rule !== "function")
    throw new OptionError(`${within}needsApproval`, "expected true, false or a function");
  isBoolean(`${within}suspends`, suspends);
  if (
    approvalTimeoutMs !== undefined &&
    !(Number.isFinite(approvalTimeoutMs) && approvalTimeoutMs > 0)
  )
    throw new OptionError(`${within}approvalTimeoutMs`, "expected a number above 0");
  return needsApproval === false && !suspends
    ? undefined
    : { needsApproval, approvalTimeoutMs, suspends };
}
