// Holds a tool to its schemas: its arguments are checked before it is called, and its answer before
// a program sees it. What does not match fails the call as a tool that throws does, with what is
// wrong and where.

import {
  isThenable,
  type StandardSchema,
  type Tool,
  type ToolArguments,
  type ToolContext,
} from "@ptc/core/contracts";
import { collected, comesInPieces } from "./collected-answer.ts";
import { wrappedTool, type ToolWrapper } from "./tool-runner.ts";
import { verdictOf, type Verdict } from "../evaluation/host/schema-verdict.ts";

/**
 * `tool`, whose function checks what it is given and what it answers; without schemas the same. An
 * answer that comes piece by piece, within `memoryBytes`, is collected before it is checked.
 */
export function withSchemas(name: string, tool: Tool, memoryBytes: number): Tool {
  const { inputSchema, outputSchema } = tool;
  if (inputSchema === undefined && outputSchema === undefined) return tool;
  const checking: ToolWrapper = (execute) => (args, context) =>
    then(accepted(inputSchema, args, "inputSchema", "wrong arguments"), (checked) =>
      then(execute(checked as ToolArguments, context), (answer) =>
        then(whole(answer, outputSchema, memoryBytes, context), (all) =>
          accepted(outputSchema, all, "outputSchema", "its answer does not match its outputSchema"),
        ),
      ),
    );
  return wrappedTool(name, tool, [checking]);
}

function whole(
  answer: unknown,
  schema: StandardSchema | undefined,
  memoryBytes: number,
  { signal }: ToolContext,
): unknown {
  return schema !== undefined && comesInPieces(answer)
    ? collected(answer, memoryBytes, signal)
    : answer;
}

/** The value that the schema answers, or a promise of it. @throws TypeError */
function accepted(
  schema: StandardSchema | undefined,
  value: unknown,
  name: string,
  what: string,
): unknown {
  if (schema === undefined) return value;
  return then(verdictOf(schema, value, name), (verdict) => {
    const { messages } = verdict as Verdict;
    if (messages !== undefined) throw new TypeError(`${what}: ${messages.join("; ")}`);
    return (verdict as Extract<Verdict, { messages: undefined }>).value;
  });
}

/** Goes on at once with what is no promise, so that a synchronous tool stays synchronous. */
function then(value: unknown, next: (value: unknown) => unknown): unknown {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}
