// Decides which operations need an approval, from the option `approve` and the method.

import type { Tool, ToolEffect } from "@ptc/core/contracts";
import type { CheckedOptions } from "../options.ts";

/** The methods that HTTP defines as safe: they ask for nothing but an answer. */
const reading: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** The methods that replace, change or delete what exists. POST usually adds to it. */
const destructive: ReadonlySet<string> = new Set(["PUT", "PATCH", "DELETE"]);

/** Returns the fields about approval of the tool of an operation. */
export function approvalOf(
  method: string,
  { approve, approvalTimeoutMs }: CheckedOptions,
): Pick<Tool, "needsApproval" | "approvalTimeoutMs"> {
  if (approve === undefined) return {};
  if (approve === "writes" && reading.has(method)) return {};
  if (approve === "destructive" && !destructive.has(method)) return {};
  return {
    needsApproval: true,
    ...(approvalTimeoutMs === undefined ? {} : { approvalTimeoutMs }),
  };
}

/** Returns what an operation does, by the meaning of its method in HTTP. */
export function effectOf(method: string): ToolEffect {
  if (reading.has(method)) return "read";
  return destructive.has(method) ? "destructive" : "write";
}
