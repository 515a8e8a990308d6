// Turns the errors of servers and of this adapter into the contract's.

import { ModelError } from "@ptc/llm";
import {
  HttpError,
  objectOrEmpty,
  requestError,
  textOrAbsent,
  type UncheckedObject,
  type FailedRequest,
} from "@ptc/llm/adapter";

/** Reads an error response: `{"error": "…"}`. */
export async function httpErrorOf(response: Response): Promise<HttpError> {
  return new HttpError(response, { message: messageIn(await response.text().catch(() => "")) });
}

function messageIn(text: string): string | undefined {
  try {
    return failureIn(objectOrEmpty(JSON.parse(text)));
  } catch {
    return undefined;
  }
}

/**
 * Throws the failure that a server reports with status 200: `{"error": "…"}`, complete or as a line
 * of a stream.
 * @throws ModelError
 */
export function refuseFailure(body: UncheckedObject): void {
  const { error } = body;
  if (error === undefined || error === null || error === "" || error === false) return;
  const message = failureIn(body) ?? "the server gave no reason";
  throw new ModelError({ kind: "server_error", message, provider: "ollama" });
}

/** Proxies send `{"error": {"message": "…"}}`, or a message beside the error. */
function failureIn({ error, message }: UncheckedObject): string | undefined {
  return (
    textOrAbsent(error) ?? textOrAbsent(objectOrEmpty(error)["message"]) ?? textOrAbsent(message)
  );
}

export function modelErrorOf(error: unknown, request: Omit<FailedRequest, "provider">): ModelError {
  return requestError(error, { ...request, provider: "ollama" });
}
