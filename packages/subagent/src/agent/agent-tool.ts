// Checks the tools that an agent is given and reads their contracts.

import { OptionError } from "@ptc/core/errors";
import type { Exposure, NativeResult, Tool, ToolFunction } from "@ptc/core/contracts";
import { isStandardSchema, toolFieldNames } from "@ptc/core/internal/contracts";
import {
  isBoolean,
  isRecord,
  knownOptions,
  optionalRecord,
  optionalText,
  wrongOption,
} from "../options/option-checks.ts";
import { callBounds, type CallBounds } from "./call-bounds.ts";
import { exposeOption, nativeResultFor } from "./expose-option.ts";
import { programToolName } from "../answer/program-tool.ts";
import {
  isMissionTool,
  type AgentTools,
  type MissionTool,
  type ToolOfAgent,
} from "./mission-tool.ts";
import { signatureOption } from "./signature-option.ts";
import { callableName, isToolName } from "./tool-name.ts";
import type { ToolContext } from "./tool-context.ts";
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
  /** Who may call it; undefined where the mode of the agent decides. */
  readonly expose: Exposure | undefined;
  /** What the model sees of an answer that programs can have whole. */
  readonly nativeResult: NativeResult | undefined;
  readonly bounds: CallBounds;
  /** What a call runs: a function of the host, or a mission. */
  readonly work: ToolFunction<ToolContext> | MissionTool;
  readonly contract: ToolContract;
}

const formText = "is a form of the language: give the tool another name";

/** Names that no tool may have, and why. */
export const reservedToolNames: ReadonlyMap<string, string> = new Map([
  ["return", formText],
  ["fail", formText],
  [programToolName, "is the tool with which models run programs: give the tool another name"],
]);

/**
 * Reads the tools of an agent with this signature.
 * @throws OptionError naming the tool
 */
export function agentTools(
  given: AgentTools<never> | undefined,
  signature: string | undefined,
): ReadonlyMap<string, AgentTool> {
  const tools = optionalRecord("tools", given, "tools by name") ?? {};
  return new Map(
    Object.entries(tools).map(([name, tool]) => [name, agentTool(name, tool, signature)]),
  );
}

const expected = "expected a function, a tool with an `execute` function, or what `asTool` answers";

function agentTool(
  name: string,
  tool: ToolOfAgent<never>,
  agentSignature: string | undefined,
): AgentTool {
  const option = `tools.${name}`;
  if (typeof tool !== "function" && !isRecord(tool)) throw wrongOption(option, expected, tool);
  const reserved = reservedToolNames.get(name);
  if (reserved !== undefined) throw new OptionError(option, reserved);
  if (!isToolName(name))
    throw new OptionError(
      `tools[${JSON.stringify(name.slice(0, 60))}]`,
      `is no name that a program can call: name the tool ${callableName(name)}`,
    );
  // What is said of arguments and `deps` is for the compiler.
  if (isMissionTool(tool)) return missionTool(option, tool as MissionTool, agentSignature);
  return functionTool(
    option,
    (typeof tool === "function" ? { execute: tool } : tool) as Tool<ToolContext>,
  );
}

function missionTool(
  option: string,
  tool: MissionTool,
  agentSignature: string | undefined,
): AgentTool {
  const { description, cache } = tool;
  const signature = tool.signature ?? agentSignature;
  if (signature === undefined)
    throw new OptionError(
      option,
      "is the agent itself, which has no signature: give the agent one, it says what the tool takes and answers",
    );
  const contract = tool.contract ?? contractOfSignature(signatureOption("signature", signature));
  return {
    description,
    signature,
    cache,
    ...exposureOf(option, tool),
    bounds: callBounds(tool, `${option}.`),
    work: tool,
    contract,
  };
}

function functionTool(option: string, tool: Tool<ToolContext>): AgentTool {
  const { description, signature, inputSchema, outputSchema, cache = false, execute } = tool;
  // A caller written in JavaScript may break what the types promise.
  if (typeof (execute as unknown) !== "function") throw wrongOption(option, expected, tool);
  // The fields of an instance are its own business.
  if (isPlain(tool)) knownOptions(tool, toolFieldNames, `${option}.`);
  if (signature !== undefined && (inputSchema !== undefined || outputSchema !== undefined))
    throw new OptionError(option, "takes a signature or schemas, not both");
  checkSchema(`${option}.inputSchema`, inputSchema);
  checkSchema(`${option}.outputSchema`, outputSchema);
  const contract =
    signature === undefined
      ? contractOfSchemas(tool)
      : contractOfSignature(signatureOption(`${option}.signature`, signature));
  return {
    description: described(optionalText(`${option}.description`, description), contract),
    signature,
    cache: isBoolean(`${option}.cache`, cache),
    ...exposureOf(option, tool),
    bounds: callBounds(tool, `${option}.`),
    work: (args, context) => tool.execute(args, context),
    contract,
  };
}

function exposureOf(
  option: string,
  { expose, nativeResult, cache = false }: Pick<Tool, "expose" | "nativeResult" | "cache">,
): Pick<AgentTool, "expose" | "nativeResult"> {
  return {
    expose: exposeOption(`${option}.expose`, expose),
    nativeResult: nativeResultFor(`${option}.nativeResult`, nativeResult, { expose, cache }),
  };
}

/** The description of the maker of the tool, and what the type of its arguments does not say. */
function described(description: string | undefined, { notes }: ToolContract): string | undefined {
  if (notes === undefined) return description;
  return [description ?? "", `Arguments: ${notes}`].filter((text) => text !== "").join("\n");
}

function checkSchema(option: string, schema: unknown): void {
  if (schema !== undefined && !isStandardSchema(schema))
    throw wrongOption(option, "expected a Standard Schema (zod, valibot, arktype…)", schema);
}

function isPlain(tool: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(tool);
  return prototype === null || prototype === Object.prototype;
}
