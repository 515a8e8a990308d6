// Turns a request of the contract into the API's, with warnings for unsupported options.

import {
  FunctionCallingConfigMode,
  ThinkingLevel,
  type GenerateContentConfig,
  type GenerateContentParameters,
  type ToolConfig,
} from "@google/genai";
import { contentText, type ModelRequest, type ModelWarning } from "@ptc/llm";
import { requestHeaders, ownOptions, toolCallCount } from "@ptc/llm/adapter";
import { contentsOf } from "./messages.ts";

export interface ApiRequest {
  readonly parameters: GenerateContentParameters;
  readonly warnings: readonly ModelWarning[];
  /** The number of the next call, for responses without call ids. */
  readonly nextCall: number;
}

/** Fields of the body that `providerOptions` can't replace. */
const reserved: ReadonlySet<string> = new Set(["contents", "systemInstruction", "tools", "model"]);

export function requestOf(modelId: string, request: ModelRequest): ApiRequest {
  const warnings: ModelWarning[] = [];
  const contents = contentsOf(request.messages);
  const system = request.messages
    .filter(({ role }) => role === "system")
    .map(({ content }) => contentText(content))
    .filter((text) => text !== "")
    .join("\n");
  const config: GenerateContentConfig = {
    ...(system === "" ? {} : { systemInstruction: system }),
    ...toolsOf(request),
    ...outputOf(request),
    ...samplingOf(request),
    ...thinkingOf(modelId, request, warnings),
    ...httpOptions(request),
  };
  return {
    parameters: { model: modelId, contents, config },
    warnings,
    nextCall: 1 + toolCallCount(request.messages),
  };
}

function toolsOf({ tools = [], toolChoice }: ModelRequest): GenerateContentConfig {
  if (tools.length === 0) return {};
  const functionDeclarations = tools.map(({ name, description, inputSchema }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    parametersJsonSchema: inputSchema,
  }));
  return {
    tools: [{ functionDeclarations }],
    ...(toolChoice === undefined ? {} : { toolConfig: choiceOf(toolChoice) }),
  };
}

function choiceOf(toolChoice: NonNullable<ModelRequest["toolChoice"]>): ToolConfig {
  const { ANY, AUTO, NONE } = FunctionCallingConfigMode;
  if (typeof toolChoice === "object")
    return {
      functionCallingConfig: { mode: ANY, allowedFunctionNames: [toolChoice.toolName] },
    };
  const mode = { auto: AUTO, none: NONE, required: ANY }[toolChoice];
  return { functionCallingConfig: { mode } };
}

function outputOf({ output }: ModelRequest): GenerateContentConfig {
  if (output === undefined) return {};
  const { schema } = output;
  return {
    responseMimeType: "application/json",
    ...(schema === undefined ? {} : { responseJsonSchema: schema }),
  };
}

function samplingOf(request: ModelRequest): GenerateContentConfig {
  const { temperature, topP, topK, seed, maxOutputTokens, stopSequences = [] } = request;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(topK === undefined ? {} : { topK }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(stopSequences.length === 0 ? {} : { stopSequences: [...stopSequences] }),
  };
}

/** Thinking tokens for models without levels. */
const budgets = { none: 0, minimal: 512, low: 1_024, medium: 8_192, high: 24_576 };

const levels = {
  none: ThinkingLevel.MINIMAL,
  minimal: ThinkingLevel.MINIMAL,
  low: ThinkingLevel.LOW,
  medium: ThinkingLevel.MEDIUM,
  high: ThinkingLevel.HIGH,
};

/** The API accepts a budget or a level; Gemini 2 only budgets. */
function thinkingOf(
  modelId: string,
  { thinking }: ModelRequest,
  warnings: ModelWarning[],
): GenerateContentConfig {
  const { effort, maxTokens } = thinking ?? {};
  if (effort === undefined && maxTokens === undefined) return {};
  const includeThoughts = effort !== "none";
  if (maxTokens !== undefined)
    return { thinkingConfig: { includeThoughts, thinkingBudget: maxTokens } };
  if (effort === undefined) return {};
  if (/^(?:models\/)?gemini-2/.test(modelId))
    return { thinkingConfig: { includeThoughts, thinkingBudget: budgets[effort] } };
  if (effort === "none")
    warnings.push({
      option: "thinking.effort",
      message: "thinking can't be turned off for this model; the lowest level is used",
    });
  return { thinkingConfig: { includeThoughts, thinkingLevel: levels[effort] } };
}

/** Options for this provider are merged into the body field by field. */
function httpOptions(request: ModelRequest): GenerateContentConfig {
  const own = ownOptions(request, "google", reserved);
  const headers = requestHeaders(request);
  if (Object.keys(own).length === 0 && Object.keys(headers).length === 0) return {};
  return { httpOptions: { headers: { ...headers }, extraBody: own } };
}
