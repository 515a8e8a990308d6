// Turns the errors of servers and of this adapter into the contract's.

import type { ModelError } from "@ptc/llm";
import {
  HttpError,
  objectOrEmpty,
  requestError,
  textOrAbsent,
  type FailedRequest,
} from "@ptc/llm/adapter";

/** Reads an error response: `{"error": "…"}`. */
export async function httpErrorOf(response: Response): Promise<HttpError> {
  return new HttpError(response, { message: messageIn(await response.text().catch(() => "")) });
}

function messageIn(text: string): string | undefined {
  try {
    return textOrAbsent(objectOrEmpty(JSON.parse(text))["error"]);
  } catch {
    return undefined;
  }
}

export function modelErrorOf(error: unknown, request: Omit<FailedRequest, "provider">): ModelError {
  return requestError(error, { ...request, provider: "ollama" });
}
