// Shows the tools that a program may have meant by an unknown name, instead of the names of many.

import type { Fail } from "@ptc/core/contracts";
import { searchTools } from "@ptc/lisp/internal";
import type { ProgramRunner } from "@ptc/subagent/internal/programs";
import type { ShownError } from "./answers.ts";

const mostFound = 3;

/** The end of the message, which has the tools that were prepared for the program. */
const listOfTools = /; (?:the tools are: [^\n]*?|no tools were given)(?= \(line |$)/gm;

/** Returns the error with the calls of the nearest tools as its hint. */
export async function withNearTools(
  error: ShownError,
  { reason, op = "" }: Fail,
  { tools }: ProgramRunner,
): Promise<ShownError> {
  if (reason !== "tool_not_found" || tools.size === 0) return error;
  const found = await searchTools(op.replace(/^tool\//, ""), tools, mostFound);
  const calls = found.map(({ call }) => call).join(" or ");
  return {
    ...error,
    message: error.message.replace(listOfTools, ""),
    hint: found.length === 0 ? "find tools with search_tools" : `is it ${calls}?`,
  };
}
