// Converts `needsApproval` of an AI SDK tool. The AI SDK asks it before a model's call is executed;
// here it is asked before a program's call is.

import type { ApprovalContext, ApprovalRule, Tool } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import type { HostCallOf } from "./host-call.ts";

/** Returns the rule for programs' calls, or undefined if no call needs an approval. */
export function approvalOf(
  option: string,
  tool: { readonly needsApproval?: unknown },
  contextOf: () => Promise<unknown>,
  hostCallOf: HostCallOf,
): Tool["needsApproval"] {
  const { needsApproval: given } = tool;
  if (given === undefined || given === null || given === false) return undefined;
  if (given === true) return true;
  if (typeof given !== "function")
    throw new OptionError(`${option}.needsApproval`, "expected true, false or a function");
  const rule: ApprovalRule = async (args, call: ApprovalContext) => {
    const answer: unknown = await Reflect.apply(given, tool, [
      args,
      // A rule of a PTC tool may read the other fields.
      { ...call, messages: hostCallOf(call)?.messages ?? [], context: await contextOf() },
    ]);
    // The AI SDK accepts any value.
    return Boolean(answer);
  };
  return rule;
}
