// Writes the sentence that explains to a model how a program gets the whole of a previewed result.

import type { ToolArguments } from "@ptc/core/contracts";
import { writtenCall } from "../preview/written-call.ts";

/**
 * Returns
 * `Call lisp_eval and then call (tool/find {:query "x"}) to process the full cached result.` The
 * call evaluates to the same arguments, whatever they contain. Doesn't repeat long arguments, or
 * those that the model won't see unchanged according to `isShown`.
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
