// Checks a tool against its schemas: its arguments before it is called, and its result before a
// program sees it. A mismatch fails the call as a throwing tool does, and reports each problem and
// its location.

import type { Clock, StandardSchema, Tool, ToolArguments, ToolContext } from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import { collected, comesInPieces } from "./collected-answer.ts";
import { wrappedTool, type ToolWrapper } from "./tool-runner.ts";
import { verdictOf, type Verdict } from "../evaluation/host/schema-verdict.ts";

/**
 * Returns `tool` with a function that checks its arguments and its result, or `tool` itself if it
 * has no schemas. An async iterable result is collected within `memoryBytes` before it is checked,
 * in slices of the time of `clock`.
 */
export function withSchemas(name: string, tool: Tool, memoryBytes: number, clock: Clock): Tool {
  const { inputSchema, outputSchema } = tool;
  if (inputSchema === undefined && outputSchema === undefined) return tool;
  const checking: ToolWrapper = (execute) => (args, context) =>
    then(noted(acceptedArguments(inputSchema, args), context), (checked) =>
      then(execute(checked as ToolArguments, context), (answer) =>
        then(noted(whole(answer, outputSchema, memoryBytes, context, clock), context), (all) =>
          noted(
            accepted(
              outputSchema,
              all,
              "outputSchema",
              "its result does not match its outputSchema",
            ),
            context,
          ),
        ),
      ),
    );
  return wrappedTool(name, tool, [checking]);
}

/**
 * Returns the arguments that the schema produces, or a promise of them.
 * @throws TypeError if they don't match
 */
export function acceptedArguments(
  inputSchema: StandardSchema | undefined,
  args: ToolArguments,
): unknown {
  return accepted(inputSchema, args, "inputSchema", "wrong arguments");
}

/** Notes the work of a check that isn't done yet. The tool itself is noted by its host. */
function noted(checked: unknown, { noteWork }: ToolContext): unknown {
  if (noteWork !== undefined && isThenable(checked)) noteWork(checked);
  return checked;
}

function whole(
  answer: unknown,
  schema: StandardSchema | undefined,
  memoryBytes: number,
  { signal }: ToolContext,
  clock: Clock,
): unknown {
  return schema !== undefined && comesInPieces(answer)
    ? collected(answer, memoryBytes, signal, clock)
    : answer;
}

/**
 * Returns the value that the schema produces, or a promise of it.
 * @throws TypeError if the value doesn't match
 */
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

/** Continues at once if `value` isn't a promise, so that a synchronous tool stays synchronous. */
function then(value: unknown, next: (value: unknown) => unknown): unknown {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}
