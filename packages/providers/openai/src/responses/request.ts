// Converts a request of the contract for the Responses API, with warnings for unsupported options.

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

/** Fields that `providerOptions` can't replace; `background` has another kind of response. */
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
    // The server stores nothing; each request has the entire conversation with its reasoning.
    store: false,
    // Models without reasoning refuse this field.
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
    // By default, the API enforces schemas strictly and modifies them first.
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
