// Field names of tools in other libraries and protocols, for the error about an unknown field.

/** Our fields, with the names of other libraries. */
const aliases: readonly (readonly [ours: string, theirs: string])[] = [
  ["execute", "handler run func function fn call callback invoke"],
  ["description", "desc summary"],
  ["inputSchema", "parameters params input_schema input inputs args arguments schema"],
  ["outputSchema", "output_schema output outputs outputType result results returns"],
  ["timeoutMs", "timeout timeout_ms"],
  ["retries", "maxRetries max_retries"],
  [
    "needsApproval",
    "needs_approval approval approve requireApproval requiresApproval require_approval " +
      "requires_approval approvalRequired approval_required confirm confirmation " +
      "requireConfirmation requiresConfirmation humanInTheLoop human_in_the_loop",
  ],
  ["approvalTimeoutMs", "approvalTimeout approval_timeout approvalTimeoutMilliseconds"],
  ["suspends", "suspend suspendable canSuspend"],
  ["effect", "readOnly readonly read_only isReadOnly readOnlyHint destructiveHint"],
];

/** Returns our name for a field of another library's tools. */
export function toolAlias(field: string): string | undefined {
  return aliases.find(([, theirs]) => theirs.split(" ").includes(field))?.[0];
}

/** Names of a field for the tool's name, which is its key in our `tools`. */
const nameFields: readonly string[] = ["name", "id", "toolName", "tool_name"];

/** Returns the message for an unknown field of a tool that another library has. */
export function toolAliasText(field: string): string | undefined {
  if (nameFields.includes(field))
    return "unknown option (the name of a tool is its key in `tools`)";
  const ours = toolAlias(field);
  return ours === undefined ? undefined : `unknown option (use \`${ours}\`)`;
}
