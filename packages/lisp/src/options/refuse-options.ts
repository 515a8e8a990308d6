// Explains wrong fields of tools: those of agents, and those of other libraries. Loads with the
// first wrong option, because few hosts need it.

import { OptionError } from "@ptc/core/errors";
import { toolAliasText } from "@ptc/core/internal/arguments";

/** Throws `error`. If it is about a field of a tool, its message says what to use instead. */
export function refuseOptions(error: unknown): never {
  throw error instanceof OptionError ? explained(error) : error;
}

function explained(error: OptionError): OptionError {
  const { option, message } = error;
  const field = /^tools\.[^]*\.([^.]*)$/.exec(option)?.[1];
  const text =
    field === undefined
      ? undefined
      : field === "signature"
        ? 'is for agents only: use inputSchema(signature("…")) and outputSchema(signature("…")) from @ptc/signature'
        : field === "needsApproval" && message.endsWith(": is wrong")
          ? "expected true, false or a function"
          : field === "suspends" && message.endsWith(": is wrong")
            ? "expected true or false"
            : message.includes(": unknown option (")
              ? toolAliasText(field)
              : undefined;
  return text === undefined ? error : new OptionError(option, text);
}
