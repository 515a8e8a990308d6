// Converts a request of the contract to a call of the AI SDK, with warnings for unsupported
// options.

import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ToolChoice,
} from "@ai-sdk/provider";
import type {
  ModelCapabilities,
  ModelRequest,
  ModelWarning,
  ProviderOptions,
  ToolDefinition,
} from "@ptc/llm";
import { presentFields, requestHeaders } from "@ptc/llm/adapter";
import { CacheMarks } from "./cache-marks.ts";
import { promptOf } from "./messages.ts";
import { optionsOf } from "./provider-data.ts";
import type { ProviderFamily } from "./provider-family.ts";

export interface SdkCall {
  readonly call: LanguageModelV4CallOptions;
  readonly warnings: readonly ModelWarning[];
}

export interface CalledModel {
  /** The provider that gets its own thinking back. */
  readonly provider: string;
  readonly family: ProviderFamily | undefined;
  readonly capabilities: ModelCapabilities;
}

/** @throws ModelError for input that the model doesn't accept */
export function callOf(
  request: ModelRequest,
  { provider, family, capabilities }: CalledModel,
): SdkCall {
  const { messages, tools = [], stopSequences = [] } = request;
  const { temperature, topP, topK, seed, maxOutputTokens, thinking, toolChoice } = request;
  const marks = new CacheMarks(family?.cacheMark, request);
  const warnings: ModelWarning[] = [];
  const budget = budgetOf(request, family, warnings);
  const { resultFiles = [] } = capabilities;
  const headers = requestHeaders(request);
  return {
    call: {
      prompt: promptOf(messages, { provider, resultFiles, marks }),
      ...presentFields({ temperature, topP, topK, seed, maxOutputTokens }),
      ...(stopSequences.length === 0 ? {} : { stopSequences: [...stopSequences] }),
      ...(tools.length === 0 ? {} : { tools: tools.map((tool) => toolOf(tool, marks)) }),
      ...(tools.length === 0 || toolChoice === undefined
        ? {}
        : { toolChoice: choiceOf(toolChoice) }),
      ...formatOf(request),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(thinking?.effort === undefined ? {} : { reasoning: thinking.effort }),
      ...optionsOf(budget, request.providerOptions),
    },
    warnings,
  };
}

function toolOf(tool: ToolDefinition, marks: CacheMarks): LanguageModelV4FunctionTool {
  const { name, description, inputSchema, strict, providerOptions } = tool;
  return {
    type: "function",
    name,
    inputSchema: inputSchema,
    ...presentFields({ description, strict }),
    ...optionsOf(marks.of(tool), providerOptions),
  };
}

function choiceOf(toolChoice: NonNullable<ModelRequest["toolChoice"]>): LanguageModelV4ToolChoice {
  return typeof toolChoice === "object"
    ? { type: "tool", toolName: toolChoice.toolName }
    : { type: toolChoice };
}

function formatOf({ output }: ModelRequest): Pick<LanguageModelV4CallOptions, "responseFormat"> {
  if (output === undefined) return {};
  const { name, description, schema } = output;
  return {
    responseFormat: {
      type: "json",
      name,
      ...presentFields({ description }),
      ...(schema === undefined ? {} : { schema: schema }),
    },
  };
}

/** The specification only has efforts; some providers have an option for a number of tokens. */
function budgetOf(
  { thinking }: ModelRequest,
  family: ProviderFamily | undefined,
  warnings: ModelWarning[],
): ProviderOptions | undefined {
  const { effort, maxTokens } = thinking ?? {};
  if (maxTokens === undefined || effort === "none") return undefined;
  if (family?.thinkingBudget === undefined)
    warnings.push({
      option: "thinking.maxTokens",
      message: "this provider has no thinking budget in tokens, so it was not sent",
    });
  return family?.thinkingBudget?.(maxTokens);
}
