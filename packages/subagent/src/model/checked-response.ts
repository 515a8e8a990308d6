// Rejects invalid responses of models written in JavaScript before they are used, so that the
// mission ends with a fail instead of an exception.

import { ModelError, type LanguageModel, type ModelResponse, type ResponsePart } from "@ptc/llm";
import { callInput } from "@ptc/llm/adapter";

/** The string fields that each type of part must have. Other types are invalid. */
const textsOf: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["text", ["text"]],
  ["thinking", ["text"]],
  ["tool-call", ["toolCallId", "toolName"]],
]);

/** @throws ModelError that is not retryable, because the same model would return it again */
export function checkedResponse(
  response: ModelResponse,
  { provider, modelId }: Pick<LanguageModel, "provider" | "modelId">,
): ModelResponse {
  const problem = problemOf(response);
  if (problem === undefined) return withReadInputs(response);
  throw new ModelError({
    kind: "invalid_response",
    message: `the model returned an invalid answer: ${problem}`,
    provider,
    modelId,
    retryable: false,
  });
}

/** Reads arguments that a model returns as JSON text, as the adapters here do. */
function withReadInputs(response: ModelResponse): ModelResponse {
  const content = response.content.map(withReadInput);
  return content.some((part, index) => part !== response.content[index])
    ? { ...response, content }
    : response;
}

function withReadInput(part: ResponsePart): ResponsePart {
  if (part.type !== "tool-call") return part;
  const { input, malformedInput, ...call } = part;
  const text = malformedInput ?? input;
  if (typeof text !== "string" || !/^\s*\{/.test(text)) return part;
  const read = callInput(text);
  return read.malformedInput === undefined ? { ...call, ...read } : part;
}

function problemOf(response: unknown): string | undefined {
  if (typeof response !== "object" || response === null) return "expected an object";
  const { text, content } = response as Readonly<Record<string, unknown>>;
  if (typeof text !== "string") return "text: expected a string";
  if (!Array.isArray(content)) return "content: expected an array";
  const wrong = content.findIndex((part: unknown) => !isPart(part));
  return wrong === -1 ? undefined : `content[${String(wrong)}]: expected a part with text`;
}

function isPart(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  const fields = part as Readonly<Record<string, unknown>>;
  return textsOf.get(fields["type"])?.every((name) => typeof fields[name] === "string") === true;
}
