// What both APIs make of a request in the same way.

import type {
  ModelRequest,
  ModelWarning,
  StructuredOutput,
  ToolCallPart,
  ToolResultPart,
} from "@ptc/llm";
import type { Target } from "./api.ts";
import { familyOf, samplesWithoutReasoning } from "./model-family.ts";
import { isFields, type Fields } from "./untrusted.ts";

/** The text of a content that may be split, without a character between its parts. */
export function joinedText(content: string | readonly { readonly text: string }[]): string {
  return typeof content === "string" ? content : content.map(({ text }) => text).join("");
}

/**
 * The arguments of a call as JSON text. Servers parse them to show the call to the model, so what
 * was no JSON is sent as no arguments; the result of the call says that they were wrong.
 */
export function argumentsOf({ input, malformedInput }: ToolCallPart): string {
  return malformedInput === undefined ? JSON.stringify(input ?? {}) : "{}";
}

export function outputOf({ output }: ToolResultPart): string {
  return typeof output === "string" ? output : JSON.stringify(output ?? null);
}

/** The parts of a request that the model, by its family, takes; the others become warnings. */
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
    warnings.push({ option, message: `${message}: it was not sent` });
  };
  if (temperature !== undefined && !samples)
    leave("temperature", `${modelId} takes no temperature while it reasons`);
  if (topP !== undefined && !samples) leave("topP", `${modelId} takes no topP while it reasons`);
  if (stopSequences.length > 0 && reasons)
    leave("stopSequences", `${modelId} takes no stop sequences`);
  if (request.topK !== undefined) leave("topK", "OpenAI's API has no topK");
  if (thinking?.maxTokens !== undefined)
    leave("thinking.maxTokens", "OpenAI's API has no budget of thinking, only an effort");
  // A model that cannot reason does what `none` asks for.
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

/** What is asked of an answer, with the schema that the answer is held to. */
export type OutputWithSchema = StructuredOutput & Required<Pick<StructuredOutput, "schema">>;

/**
 * The schema or the kind of the answer, as far as the model can be held to it. `format` makes the
 * API's word for a schema.
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
      ? "the model is held to JSON, not to the schema"
      : "the model is not held to JSON: its capabilities say that it cannot be";
  warnings.push({ option: "output", message });
  return structuredOutput === "json" ? { type: "json_object" } : undefined;
}

/**
 * The body with the options that are for this provider alone. An object is merged with ours, field
 * by field, so that `{ reasoning: { summary: "auto" } }` leaves the effort.
 */
export function withOwnOptions(
  body: object,
  { providerOptions }: ModelRequest,
  protectedNames: ReadonlySet<string>,
): object {
  // Fields of a request of our own making.
  const ours = body as Fields;
  const own = Object.entries(providerOptions?.["openai"] ?? {})
    .filter(([name]) => !protectedNames.has(name))
    .map(([name, value]): readonly [string, unknown] => {
      const before = Object.hasOwn(ours, name) ? ours[name] : undefined;
      return [name, isFields(before) && isFields(value) ? { ...before, ...value } : value];
    });
  return Object.fromEntries([...Object.entries(ours), ...own]);
}
