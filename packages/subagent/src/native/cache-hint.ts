// The sentence that tells a model how a program gets the whole of an answer that was previewed.

import type { ToolArguments } from "@ptc/core/contracts";
import { writtenCall } from "../preview/written-call.ts";

/**
 * `Call lisp_eval and then call (tool/find {:query "x"}) to process the full cached result.` The
 * call reads as the same arguments, whatever stands in them. Not repeated are long ones, and those
 * of which `isShown` says that the model will not see them as they are.
 */
export function cacheHint(
  tool: string,
  args: ToolArguments,
  isShown: (hint: string) => boolean,
): string {
  const written = writtenCall(tool, args);
  const hint = written === undefined ? undefined : sentence(written);
  return hint === undefined || !isShown(hint)
    ? sentence(`tool/${tool} with the same arguments`)
    : hint;
}

function sentence(call: string): string {
  return `Call lisp_eval and then call ${call} to process the full cached result.`;
}
