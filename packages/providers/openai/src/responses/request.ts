// A request of the contract as the Responses API takes it, and what could not be passed on.

import type { ModelRequest, ModelWarning, ToolDefinition } from "@ptc/llm";
import type {
  FunctionTool,
  ResponseCreateParamsBase,
  ResponseFormatTextJSONSchemaConfig,
} from "openai/resources/responses/responses";
import type { ApiRequest, Target } from "../api.ts";
import { familyOf } from "../model-family.ts";
import {
  outputFormat,
  supportedOptions,
  withOwnOptions,
  type OutputWithSchema,
} from "../request-parts.ts";
import { inputOf } from "./messages.ts";

/** Fields that `providerOptions` does not replace; `background` has another kind of answer. */
const ours: ReadonlySet<string> = new Set(["model", "input", "tools", "stream", "background"]);

export function bodyOf(request: ModelRequest, target: Target): ApiRequest {
  const warnings: ModelWarning[] = [];
  const options = supportedOptions(request, target, warnings);
  const { temperature, topP, effort } = options;
  const { maxOutputTokens, tools = [] } = request;
  for (const option of ["stopSequences", "seed"] as const)
    if (option === "seed" ? request.seed !== undefined : options.stopSequences !== undefined)
      warnings.push({ option, message: `the Responses API has no ${option}: it was not sent` });
  const format = outputFormat(request, target, warnings, formatOf);
  const body: ResponseCreateParamsBase = {
    model: target.modelId,
    input: inputOf(request.messages, target.server),
    // Nothing is kept at the server: the conversation is sent whole, with its reasoning.
    store: false,
    // Models that do not reason refuse to be asked for it.
    ...(familyOf(target.modelId) === "plain" ? {} : { include: ["reasoning.encrypted_content"] }),
    ...(target.isStream ? { stream: true } : {}),
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf), ...choiceOf(request) }),
    ...(format === undefined ? {} : { text: { format } }),
    ...(effort === undefined ? {} : { reasoning: { effort } }),
    ...(maxOutputTokens === undefined ? {} : { max_output_tokens: maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
  };
  return { body: withOwnOptions(body, request, ours), warnings };
}

function toolOf({ name, description, inputSchema, strict }: ToolDefinition): FunctionTool {
  return {
    type: "function",
    name,
    parameters: inputSchema,
    // Without it the API holds arguments to schemas that it changes first.
    strict: strict ?? false,
    ...(description === undefined ? {} : { description }),
  };
}

function choiceOf({ toolChoice }: ModelRequest): Pick<ResponseCreateParamsBase, "tool_choice"> {
  if (toolChoice === undefined) return {};
  return {
    tool_choice:
      typeof toolChoice === "object" ? { type: "function", name: toolChoice.toolName } : toolChoice,
  };
}

function formatOf({
  name,
  description,
  schema,
  strict,
}: OutputWithSchema): ResponseFormatTextJSONSchemaConfig {
  return {
    type: "json_schema",
    name,
    schema,
    strict: strict ?? false,
    ...(description === undefined ? {} : { description }),
  };
}
