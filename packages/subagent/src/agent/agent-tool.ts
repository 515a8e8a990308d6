// Checks the tools of an agent and reads their contracts.

import { shortened } from "@ptc/core/internal/printing";
import { OptionError } from "@ptc/core/errors";
import type { Exposure, NativeResult, Tool, ToolFunction } from "@ptc/core/contracts";
import type { ToolTraits } from "@ptc/lisp";
import { checkTraits, checkTrust, type OriginTraits } from "@ptc/lisp/internal/policy";
import { presentFields } from "@ptc/llm/adapter";
import { hasOwnArgumentCheck } from "@ptc/core/internal/arguments";
import { jsonCrossing, toolFieldNames, type JsonCrossing } from "@ptc/core/internal/contracts";
import {
  isBoolean,
  isRecord,
  knownOptions,
  optionalRecord,
  optionalText,
  wrongOption,
} from "../options/option-checks.ts";
import { callBounds, type CallBounds } from "./call-bounds.ts";
import { callWaits, type CallWaits } from "./call-waits.ts";
import { exposeOption, nativeResultFor } from "./expose-option.ts";
import { programToolName } from "../answer/program-tool.ts";
import {
  isMissionTool,
  type AgentTools,
  type MissionTool,
  type ToolOfAgent,
} from "./mission-tool.ts";
import type { AgentPolicies } from "./policy-option.ts";
import { schemaOption } from "./schema-option.ts";
import { signatureOption } from "./signature-option.ts";
import { callableName, isToolName } from "./tool-name.ts";
import type { ToolContext } from "./tool-context.ts";
import {
  contractOfMission,
  contractOfSchemas,
  contractOfSignature,
  type ArgumentsCrossing,
  type ToolContract,
} from "./tool-contract.ts";

/** A tool with its parsed contract. */
export interface AgentTool {
  readonly description: string | undefined;
  /** The signature as text. Undefined if the tool has schemas or no contract. */
  readonly signature: string | undefined;
  /** True if a result is reused for later calls with the same arguments. */
  readonly cache: boolean;
  /** The layers that may call the tool. If undefined, the agent's mode decides. */
  readonly expose: Exposure | undefined;
  /** The preview that the model sees of a result that programs can read in full. */
  readonly nativeResult: NativeResult | undefined;
  readonly bounds: CallBounds;
  /** When calls wait for decisions. Undefined if they never do. */
  readonly waits: CallWaits | undefined;
  /** The fields that a policy reads. */
  readonly traits: ToolTraits;
  /** How its answers count for rules about origins. */
  readonly origin: OriginTraits;
  /** The work of a call: a host function or a mission. */
  readonly work: ToolFunction<ToolContext> | MissionTool;
  readonly contract: ToolContract;
}

const formText = "is a form of the language: rename the tool";

/** Names that tools can't have, with the reason. */
export const reservedToolNames: ReadonlyMap<string, string> = new Map([
  ["return", formText],
  ["fail", formText],
  [programToolName, "is reserved for the tool that runs programs: rename the tool"],
]);

/**
 * Reads the tools of an agent whose signature is `signature`.
 * @throws OptionError with the tool's name
 */
export function agentTools(
  given: AgentTools<never> | undefined,
  signature: string | undefined,
): ReadonlyMap<string, AgentTool> {
  const tools = optionalRecord("tools", given, "tools by name") ?? {};
  if (isBridged(tools))
    throw new OptionError("tools", "got { tools, warnings } of a bridge: pass its `tools` field");
  return new Map(
    Object.entries(tools).map(([name, tool]) => [name, agentTool(name, tool, signature)]),
  );
}

/** The parts of an agent that decide whether its calls may wait. */
interface AgentThatWaits {
  readonly tools: ReadonlyMap<string, AgentTool>;
  readonly policy: AgentPolicies;
}

/** True if a call of its tools, or of a child mission below them, may wait for a decision. */
export function agentCanWait({ tools, policy }: AgentThatWaits): boolean {
  return (
    policy.length > 0 ||
    [...tools.values()].some(
      ({ waits, work }) =>
        waits !== undefined || (typeof work !== "function" && work.canWait === true),
    )
  );
}

/** True for the result of a bridge, such as `mcpTools`, which contains tools and warnings. */
function isBridged(given: object): boolean {
  const { tools, warnings } = given as { readonly tools?: unknown; readonly warnings?: unknown };
  return typeof tools === "object" && Array.isArray(warnings);
}

const expected =
  "expected a function, a tool with an `execute` function, or the result of `asTool`";

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
      `tools[${JSON.stringify(shortened(name, 60))}]`,
      `is not a valid tool name: use ${callableName(name)}`,
    );
  // Only the compiler needs the types of arguments and `deps`.
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
      "is the agent itself, which has no signature: give the agent one, so the tool's input and output are known",
    );
  const contract = tool.contract ?? contractOfMission(signatureOption("signature", signature));
  return {
    description,
    signature,
    cache,
    ...exposureOf(option, tool),
    bounds: callBounds(tool, `${option}.`),
    waits: callWaits(tool, `${option}.`),
    // The mission itself changes nothing: its own calls are checked.
    traits: traitsOf(option, { effect: "read", ...presentFields({ effect: tool.effect }) }),
    // Its own calls are noted for this mission too.
    origin: {},
    work: tool,
    contract,
  };
}

function functionTool(option: string, tool: Tool<ToolContext>): AgentTool {
  const { description, signature, inputSchema, outputSchema, execute } = tool;
  const { cache = false } = tool;
  // Class instances may have any other fields, so only check plain objects. The check comes first
  // because it names the field to rename, such as `handler`.
  if (isPlain(tool)) knownOptions(tool, toolFieldNames, `${option}.`);
  // JavaScript callers can break the types.
  if (typeof (execute as unknown) !== "function") throw wrongOption(option, expected, tool);
  if (signature !== undefined && (inputSchema !== undefined || outputSchema !== undefined))
    throw new OptionError(option, "takes a signature or schemas, not both");
  schemaOption(`${option}.inputSchema`, "input", inputSchema);
  schemaOption(`${option}.outputSchema`, "output", outputSchema);
  const contract =
    signature === undefined
      ? contractOfSchemas(tool)
      : contractOfSignature(signatureOption(`${option}.signature`, signature), {
          checksNames: !hasOwnArgumentCheck(tool),
          ...crossingOf(tool),
        });
  return {
    description: described(optionalText(`${option}.description`, description), contract),
    signature,
    cache: isBoolean(`${option}.cache`, cache),
    ...exposureOf(option, tool),
    bounds: callBounds(tool, `${option}.`),
    waits: callWaits(tool, `${option}.`),
    traits: traitsOf(option, tool),
    origin: originOf(option, tool),
    work: (args, context) => tool.execute(args, context),
    contract,
  };
}

/** Returns how values cross to a bridge's tool, which sends JSON. */
function crossingOf(tool: Tool<ToolContext>): ArgumentsCrossing {
  const crossing = (tool as { readonly [jsonCrossing]?: JsonCrossing })[jsonCrossing];
  return crossing === undefined ? {} : { takesBigints: true, timeTexts: "kept", answers: crossing };
}

/** @throws OptionError with the option's name */
function traitsOf(option: string, { effect, idempotent, openWorld }: ToolTraits): ToolTraits {
  const traits: ToolTraits = presentFields({ effect, idempotent, openWorld });
  checkTraits(option, traits);
  return traits;
}

/** @throws OptionError with the option's name */
function originOf(
  option: string,
  { trust, private: isPrivate, endorses }: Pick<Tool, "trust" | "private" | "endorses">,
): OriginTraits {
  const traits = presentFields({ trust, private: isPrivate, endorses });
  checkTrust(option, traits);
  return traits;
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

/**
 * Returns the tool's own description, followed by the notes on its arguments that their type can't
 * express.
 */
function described(description: string | undefined, { notes }: ToolContract): string | undefined {
  if (notes === undefined) return description;
  return [description ?? "", `Arguments: ${notes}`].filter((text) => text !== "").join("\n");
}

function isPlain(tool: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(tool);
  return prototype === null || prototype === Object.prototype;
}
