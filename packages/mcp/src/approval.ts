// Decides which tools of a server need an approval, from the option `approve` and the server's
// hints. A hint counts only if the host trusts the server.

import type { Tool } from "@ptc/core/contracts";
import type { McpTool } from "./mcp-client.ts";
import type { McpToolsOptions } from "./options.ts";

/**
 * Returns the fields of a tool about approval. The hints of a tool that reads resources or prompts
 * are ours.
 */
export function approvalOf(
  tool: McpTool,
  { approve, trustHints = false, approvalTimeoutMs }: McpToolsOptions,
  isOurs: boolean,
): Pick<Tool, "needsApproval" | "approvalTimeoutMs"> {
  if (approve === undefined || !isConcerned(tool, approve, trustHints || isOurs)) return {};
  return {
    needsApproval: true,
    ...(approvalTimeoutMs === undefined ? {} : { approvalTimeoutMs }),
  };
}

/**
 * Returns what a tool does, by the hints of a trusted server. Without a hint, the protocol assumes
 * the worst. Returns nothing for other servers, whose tools count as writes.
 */
export function traitsOf(
  { annotations }: McpTool,
  { trustHints = false }: McpToolsOptions,
  isOurs: boolean,
): Pick<Tool, "effect" | "idempotent" | "openWorld"> {
  if (isOurs) return { effect: "read" };
  if (!trustHints) return {};
  // Only exact booleans count: a server may send anything.
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = (annotations ??
    {}) as Readonly<Record<string, unknown>>;
  const isRead = readOnlyHint === true;
  return {
    effect: isRead ? "read" : destructiveHint === false ? "write" : "destructive",
    idempotent: isRead || idempotentHint === true,
    openWorld: openWorldHint !== false,
  };
}

function isConcerned(
  { annotations }: McpTool,
  approve: NonNullable<McpToolsOptions["approve"]>,
  isTrusted: boolean,
): boolean {
  if (approve === "all" || !isTrusted) return true;
  // Only exact booleans count: a server may send anything. The defaults are those of the protocol,
  // where `destructiveHint` has no meaning for a tool that only reads.
  const { readOnlyHint, destructiveHint } = (annotations ?? {}) as Readonly<
    Record<string, unknown>
  >;
  if (readOnlyHint === true) return false;
  return approve === "writes" || destructiveHint !== false;
}
