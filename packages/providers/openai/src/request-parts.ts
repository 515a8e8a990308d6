// The parts of a request that are the same in both APIs.

import type { ModelRequest, ModelWarning, StructuredOutput, ToolCallPart } from "@ptc/llm";
import type { Target } from "./api.ts";
import { familyOf, samplesWithoutReasoning } from "./model-family.ts";
import { exactJsonText, isObject, ownOptions } from "@ptc/llm/adapter";

/** Returns the text of content, joining its parts without separator. */
export function joinedText(content: string | readonly { readonly text: string }[]): string {
  return typeof content === "string" ? content : content.map(({ text }) => text).join("");
}

/**
 * Returns the arguments of a call as JSON text. Servers parse them for the model, so invalid JSON
 * is replaced by empty arguments. The call's result reports the error.
 */
export function argumentsOf({ input, malformedInput }: ToolCallPart): string {
  return malformedInput === undefined ? exactJsonText(input ?? {}) : "{}";
}

/** Returns the options that models of this family accept. The others become warnings. */
export function supportedOptions(
  request: ModelRequest,
  { modelId }: Target,
  warnings: ModelWarning[],
): Pick<ModelRequest, "temperature" | "topP" | "stopSequences"> & { readonly effort?: Effort } {
  const family = familyOf(modelId);
  const { thinking, temperature, topP, stopSequences = [] } = request;
  const reasons = family === "reasoning";
  const samples = !reasons || (thinking?.effort === "none" && samplesWithoutReasoning(modelId));
  const leave = (option: string, message: string): void => {
    warnings.push({ option, message: `${message}, so it was not sent` });
  };
  if (temperature !== undefined && !samples)
    leave("temperature", `${modelId} doesn't accept temperature while it reasons`);
  if (topP !== undefined && !samples)
    leave("topP", `${modelId} doesn't accept topP while it reasons`);
  if (stopSequences.length > 0 && reasons)
    leave("stopSequences", `${modelId} doesn't accept stop sequences`);
  if (request.topK !== undefined) leave("topK", "OpenAI's API has no topK");
  if (thinking?.maxTokens !== undefined)
    leave("thinking.maxTokens", "OpenAI's API has no thinking budget, only an effort");
  // A model that can't reason already satisfies `none`.
  const effort = family === "plain" ? undefined : thinking?.effort;
  if (family === "plain" && thinking?.effort !== undefined && thinking.effort !== "none")
    leave("thinking.effort", `${modelId} does not reason`);
  return {
    ...(samples && temperature !== undefined ? { temperature } : {}),
    ...(samples && topP !== undefined ? { topP } : {}),
    ...(!reasons && stopSequences.length > 0 ? { stopSequences } : {}),
    ...(effort === undefined ? {} : { effort }),
  };
}

type Effort = NonNullable<NonNullable<ModelRequest["thinking"]>["effort"]>;

/** The requested output with its schema. */
export type OutputWithSchema = StructuredOutput & Required<Pick<StructuredOutput, "schema">>;

/**
 * Returns the output format that the API can enforce for this model. `format` turns a schema into
 * the API's form.
 */
export function outputFormat<Format>(
  { output }: ModelRequest,
  { capabilities: { structuredOutput } }: Target,
  warnings: ModelWarning[],
  format: (output: OutputWithSchema) => Format,
): Format | { readonly type: "json_object" } | undefined {
  if (output === undefined) return undefined;
  const { schema } = output;
  if (schema === undefined && structuredOutput !== "none") return { type: "json_object" };
  if (schema !== undefined && structuredOutput === "schema") return format({ ...output, schema });
  const message =
    structuredOutput === "json"
      ? "the API enforces JSON for this model, but not the schema"
      : "the API doesn't enforce JSON output for this model (option capabilities.structuredOutput)";
  warnings.push({ option: "output", message });
  return structuredOutput === "json" ? { type: "json_object" } : undefined;
}

/**
 * Returns the body with the request's options for this provider. Objects are merged field by field,
 * so `{ reasoning: { summary: "auto" } }` keeps the effort.
 */
export function withOwnOptions(
  body: object,
  request: ModelRequest,
  reserved: ReadonlySet<string>,
): object {
  const fields = new Map<string, unknown>(Object.entries(body));
  for (const [name, value] of Object.entries(ownOptions(request, "openai", reserved))) {
    const before = fields.get(name);
    fields.set(name, isObject(before) && isObject(value) ? { ...before, ...value } : value);
  }
  return Object.fromEntries(fields);
}
