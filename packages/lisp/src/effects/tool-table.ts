// The tools of a run by name, read from the host's object once. Only own properties count, so that
// no name reaches a prototype.

import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { Clock, Tool, Tools } from "@ptc/core/contracts";
import { isStandardSchema, toolFieldNames } from "@ptc/core/internal/contracts";
import type { Limits } from "../evaluation/limits.ts";
import { withSchemas } from "./tool-schemas.ts";

export type ToolTable = ReadonlyMap<string, Tool>;

/**
 * Returns the tools a program can call, each under its given name and checked against its schemas.
 * @throws OptionError for a value that is neither a function nor a tool, for an unknown field of a
 * tool, for a signature, which only agents read, and for calls that may wait.
 */
export function toolTable(
  tools: Tools | undefined,
  { memoryBytes }: Pick<Limits, "memoryBytes">,
  clock: Clock,
): ToolTable {
  const table = new Map<string, Tool>();
  for (const [name, tool] of Object.entries(tools ?? {}))
    table.set(name, normalized(name, tool, memoryBytes, clock));
  return table;
}

function normalized(name: string, given: Tools[string], memoryBytes: number, clock: Clock): Tool {
  // A plain function is called with an object and checks its own arguments.
  const tool = given as Tool | Tool["execute"];
  if (typeof tool === "function") return { execute: tool };
  const option = `tools.${name}`;
  // A JavaScript caller may ignore the types.
  const candidate: unknown = tool;
  if (
    typeof candidate !== "object" ||
    candidate === null ||
    typeof (candidate as Partial<Tool>).execute !== "function"
  )
    throw new OptionError(option, "expected a function, or an object with an `execute` function");
  // Class instances may have other fields.
  if (isPlain(tool)) assertKnownOptions(tool, toolFieldNames, `${option}.`);
  // `refuseOptions` says what is expected. Before that, runs that may wait remove these fields.
  for (const field of ["signature", "needsApproval", "suspends"] as const)
    if (tool[field] !== undefined && tool[field] !== false)
      throw new OptionError(`${option}.${field}`, "is wrong");
  checkSchema(`${option}.inputSchema`, tool.inputSchema);
  checkSchema(`${option}.outputSchema`, tool.outputSchema);
  return withSchemas(name, tool, memoryBytes, clock);
}

/** True if the tool isn't an instance of a class. */
export function isPlain(tool: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(tool);
  return prototype === null || prototype === Object.prototype;
}

function checkSchema(option: string, schema: unknown): void {
  if (schema !== undefined && !isStandardSchema(schema))
    throw new OptionError(option, "expected a Standard Schema (zod, valibot, arktype…)");
}
