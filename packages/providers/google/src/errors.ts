// Turns the errors of the SDK, of servers and of this adapter into the contract's.

import { ModelError } from "@ptc/llm";
import { HttpError, objectOrEmpty, requestError, type FailedRequest } from "@ptc/llm/adapter";

/** The server refused the prompt. */
export class BlockedPrompt extends Error {
  override readonly name = "BlockedPrompt";
}

/**
 * Reads an error response: `{"error": {"message", "status", "details": [{"retryDelay": "37s"}]}}`.
 * The SDK's own error has neither the headers, which say when to retry, nor the message alone.
 */
export async function httpErrorOf(response: Response): Promise<HttpError> {
  const { message, status, details } = errorIn(await response.text().catch(() => ""));
  const delay = (Array.isArray(details) ? (details as readonly unknown[]) : [])
    .map((detail) => objectOrEmpty(detail)["retryDelay"])
    .find((each) => typeof each === "string" && /^\d{1,6}(?:\.\d{1,9})?s$/.test(each));
  return new HttpError(response, {
    message: typeof message === "string" ? message : undefined,
    code: typeof status === "string" ? status : undefined,
    retryAfterSeconds: typeof delay === "string" ? Math.ceil(parseFloat(delay)) : undefined,
  });
}

function errorIn(text: string): ReturnType<typeof objectOrEmpty> {
  try {
    return objectOrEmpty(objectOrEmpty(JSON.parse(text))["error"]);
  } catch {
    return {};
  }
}

export function modelErrorOf(error: unknown, request: Omit<FailedRequest, "provider">): ModelError {
  const { modelId, usage } = request;
  const provider = "google";
  if (error instanceof BlockedPrompt)
    return new ModelError({
      provider,
      modelId,
      usage,
      kind: "content_filtered",
      message: error.message,
    });
  return requestError(error, { ...request, provider }, isBrokenConnection);
}

/**
 * A truncated body is a TypeError of the host's fetch, or the SDK's error for an incomplete event.
 */
function isBrokenConnection(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    (error instanceof Error &&
      /^Incomplete JSON segment|^Response body is empty/.test(error.message))
  );
}
