// Checks the tools that an agent is given and reads their contracts.

import { OptionError } from "@ptc/core/errors";
import { isStandardSchema, type Tool, type ToolFunction, type Tools } from "@ptc/core/contracts";
import {
  isBoolean,
  isRecord,
  optionalRecord,
  optionalText,
  wrongOption,
} from "../options/option-checks.ts";
import { signatureOption } from "./signature-option.ts";
import { callableName, isToolName } from "./tool-name.ts";
import { contractOfSchemas, contractOfSignature, type ToolContract } from "./tool-contract.ts";

/** A tool whose contract has been read. */
export interface AgentTool {
  readonly description: string | undefined;
  /**
   * The tool's signature as text; absent when the tool has none, or describes itself by schemas.
   */
  readonly signature: string | undefined;
  /** Whether an answer is reused for later calls with the same arguments. */
  readonly cache: boolean;
  readonly execute: ToolFunction;
  readonly contract: ToolContract;
}

/** Names that no tool may have, because `return` and `fail` end a program. */
export const reservedToolNames: ReadonlySet<string> = new Set(["return", "fail"]);

/** Why a tool cannot have a reserved name. */
export const reservedToolText = "is a form of the language: give the tool another name";

/** @throws OptionError naming the tool */
export function agentTools(given: Tools | undefined): ReadonlyMap<string, AgentTool> {
  const tools = optionalRecord("tools", given, "tools by name") ?? {};
  return new Map(Object.entries(tools).map(([name, tool]) => [name, agentTool(name, tool)]));
}

function agentTool(name: string, tool: Tool | ToolFunction): AgentTool {
  const option = `tools.${name}`;
  if (typeof tool !== "function" && !isRecord(tool))
    throw wrongOption(option, "expected a function, or an object with an `execute` function", tool);
  if (reservedToolNames.has(name)) throw new OptionError(option, reservedToolText);
  if (!isToolName(name))
    throw new OptionError(
      `tools[${JSON.stringify(name.slice(0, 60))}]`,
      `is no name that a program can call: name the tool ${callableName(name)}`,
    );
  const {
    description,
    signature,
    inputSchema,
    outputSchema,
    cache = false,
    execute,
  } = typeof tool === "function" ? ({ execute: tool } as Tool) : tool;
  // A caller written in JavaScript may break what the types promise.
  if (typeof (execute as unknown) !== "function")
    throw wrongOption(option, "expected a function, or an object with an `execute` function", tool);
  if (signature !== undefined && (inputSchema !== undefined || outputSchema !== undefined))
    throw new OptionError(option, "takes a signature or schemas, not both");
  checkSchema(`${option}.inputSchema`, inputSchema);
  checkSchema(`${option}.outputSchema`, outputSchema);
  const contract =
    signature === undefined
      ? contractOfSchemas(tool as Tool)
      : contractOfSignature(signatureOption(`${option}.signature`, signature));
  return {
    description: optionalText(`${option}.description`, description),
    signature,
    cache: isBoolean(`${option}.cache`, cache),
    execute,
    contract,
  };
}

function checkSchema(option: string, schema: unknown): void {
  if (schema !== undefined && !isStandardSchema(schema))
    throw wrongOption(option, "expected a Standard Schema (zod, valibot, arktype…)", schema);
}
