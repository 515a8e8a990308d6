// The fields of tools that wait: their checks, and what they mean for a call.

import type {
  StandardSchema,
  Tool,
  ToolArguments,
  ToolContext,
  ToolFunction,
  Tools,
  TypedTool,
} from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { isStandardSchema, toolFieldNames } from "@ptc/core/internal/contracts";
import { isObject } from "@ptc/core/internal/host";
import { isPlain } from "../effects/tool-table.ts";
import { without } from "../options/without.ts";
import type { NamedTool } from "./checked-call.ts";
import { Suspension, type SuspendOptions } from "./suspension.ts";

/** Returns the suspension if it is valid and the tool may wait, and otherwise an error. */
export function suspensionOrError(thrown: unknown, { suspends }: Pick<Tool, "suspends">): unknown {
  if (!(thrown instanceof Suspension)) return thrown;
  const { reason, until } = thrown.options as Readonly<Record<keyof SuspendOptions, unknown>>;
  if (suspends !== true) return new Error("it was suspended, but the tool lacks `suspends: true`");
  if (typeof reason !== "string" || reason === "")
    return new Error('it was suspended without a reason: expected suspend({ reason: "…" })');
  if (until !== undefined && !Number.isFinite(until))
    return new Error("it was suspended with a wrong `until`: expected milliseconds as a number");
  return thrown;
}

/** Checks the fields of a tool that waits. @throws OptionError */
export function checkApproval(
  name: string,
  { needsApproval, approvalTimeoutMs, suspends }: Tool,
): void {
  const given: unknown = needsApproval;
  if (given !== undefined && typeof given !== "boolean" && typeof given !== "function")
    throw new OptionError(`tools.${name}.needsApproval`, "expected true, false or a function");
  if (suspends !== undefined && typeof suspends !== "boolean")
    throw new OptionError(`tools.${name}.suspends`, "expected true or false");
  if (
    approvalTimeoutMs !== undefined &&
    !(Number.isFinite(approvalTimeoutMs) && approvalTimeoutMs > 0)
  )
    throw new OptionError(`tools.${name}.approvalTimeoutMs`, "expected a number above 0");
}

/**
 * Returns the fields of a tool that a run without waits reads. Those of a class instance may be
 * inherited, and it may have others.
 */
export function runFields(tool: Tool): Tool {
  const fields = isPlain(tool)
    ? tool
    : (Object.fromEntries(
        toolFieldNames.flatMap((name) => {
          const value = tool[name as keyof Tool];
          return value === undefined ? [] : [[name, value]];
        }),
      ) as unknown as Tool);
  return without(fields, ["needsApproval", "approvalTimeoutMs", "suspends"]);
}

/** Returns the answer of an approval rule. @throws TypeError */
export function isYes(answer: unknown): boolean {
  if (typeof answer === "boolean") return answer;
  throw new TypeError("expected it to return true or false");
}

/**
 * Returns tools whose calls are made by `call`, which also checks their arguments.
 * @throws OptionError
 */
export function toolsCalledBy(
  given: Tools,
  call: (tool: NamedTool, args: ToolArguments, context: ToolContext) => unknown,
): Tools {
  return Object.fromEntries(
    Object.entries(given).map(([name, tool]) => [name, calledBy(name, tool, call)]),
  );
}

function calledBy(
  name: string,
  given: Tools[string],
  call: Parameters<typeof toolsCalledBy>[1],
): Tools[string] {
  const tool = (typeof given === "function" ? { execute: given } : given) as Tool;
  // The run refuses it.
  if (!isObject(tool)) return given;
  if (typeof (tool.execute as unknown) !== "function") return runFields(tool);
  checkApproval(name, tool);
  const { inputSchema, ...fields } = runFields(tool);
  const named = { name, tool };
  const execute: ToolFunction = (args, context) => call(named, args, context);
  return {
    ...fields,
    ...(inputSchema === undefined
      ? {}
      : { inputSchema: isStandardSchema(inputSchema) ? unchecked(inputSchema) : inputSchema }),
    execute,
  } satisfies TypedTool;
}

/** Returns the schema for readers of its names. Its check is done by the wrapped call. */
function unchecked(schema: StandardSchema): StandardSchema {
  return Object.create(schema, {
    "~standard": {
      value: { ...schema["~standard"], validate: (value: unknown) => ({ value }) },
    },
  }) as StandardSchema;
}
