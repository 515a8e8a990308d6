// What goes wrong between this adapter and a server, as the contract has it.

import { ModelError, type ModelUsage } from "@ptc/llm";
import { normalizeModelError } from "@ptc/llm/adapter";

/** What was sent is no answer as the API documents it. */
export class WrongShape extends Error {
  override readonly name = "WrongShape";
}

/** Characters of a message; the page of a proxy may be long. */
const longestMessage = 1_000;

/** A refusal of the server. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  readonly headers: Headers;

  private constructor(message: string, { status, headers }: Response) {
    super(message);
    this.status = status;
    this.headers = headers;
  }

  static async of(response: Response): Promise<HttpError> {
    const text = await response.text().catch(() => "");
    const message = `${String(response.status)} ${messageIn(text) ?? response.statusText}`;
    return new HttpError(message.slice(0, longestMessage).trim(), response);
  }
}

/** `{"error": "…"}` */
function messageIn(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const error =
      typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
    return typeof error === "string" ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Where the request was. */
export interface Asked {
  readonly signal: AbortSignal | undefined;
  readonly modelId: string;
  readonly usage?: ModelUsage | undefined;
}

export function modelErrorOf(error: unknown, { signal, modelId, usage }: Asked): ModelError {
  const where = { provider: "ollama", modelId, usage };
  if (error instanceof WrongShape)
    return new ModelError({
      ...where,
      kind: "invalid_response",
      message: `the answer is none of the API: ${error.message}`,
    });
  const known = normalizeModelError(error, { ...where, signal });
  // What breaks while it is read reaches us as whatever the host's fetch throws.
  return known.kind === "unknown" && error instanceof TypeError
    ? new ModelError({ ...where, kind: "network", message: known.message })
    : known;
}
