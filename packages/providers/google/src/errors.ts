// What goes wrong between the SDK and a server, as the contract has it.

import { ModelError, type ModelUsage } from "@ptc/llm";
import { normalizeModelError } from "@ptc/llm/adapter";

/** What was sent is no answer as the API documents it. */
export class WrongShape extends Error {
  override readonly name = "WrongShape";
}

/** The server did not answer because of what was asked. */
export class BlockedPrompt extends Error {
  override readonly name = "BlockedPrompt";
}

/** Characters of a message; the page of a proxy may be long. */
const longestMessage = 1_000;

/**
 * A refusal of the server. The SDK's own error has neither its headers, which say when to ask
 * again, nor its message apart from the rest of the body.
 */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  readonly headers: Headers;
  /** Google's word for the status, such as `RESOURCE_EXHAUSTED`. */
  readonly code: string | undefined;

  private constructor(
    { message, code }: { readonly message: string; readonly code: string | undefined },
    { status, headers }: Response,
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.code = code;
  }

  static async of(response: Response): Promise<HttpError> {
    const text = await response.text().catch(() => "");
    const { message, status, delay } = refusalIn(text);
    const told = `${String(response.status)} ${message ?? response.statusText}`;
    const error = new HttpError(
      { message: told.slice(0, longestMessage).trim(), code: status },
      response,
    );
    if (delay === undefined || response.headers.has("retry-after")) return error;
    const headers = new Headers(response.headers);
    headers.set("retry-after", delay);
    return Object.assign(error, { headers });
  }
}

interface Refusal {
  readonly message?: string;
  readonly status?: string;
  /** Seconds until the request may be sent again. */
  readonly delay?: string;
}

/** `{"error": {"message": "…", "status": "…", "details": [{"retryDelay": "37s"}]}}` */
function refusalIn(text: string): Refusal {
  try {
    const body = JSON.parse(text) as { readonly error?: Readonly<Record<string, unknown>> } | null;
    const { message, status, details } = body?.error ?? {};
    const delay = (Array.isArray(details) ? (details as readonly unknown[]) : [])
      .map((detail) => (detail as { readonly retryDelay?: unknown } | null)?.retryDelay)
      .find((each) => typeof each === "string" && /^\d{1,6}(?:\.\d{1,9})?s$/.test(each));
    return {
      ...(typeof message === "string" ? { message } : {}),
      ...(typeof status === "string" ? { status } : {}),
      ...(typeof delay === "string" ? { delay: String(Math.ceil(parseFloat(delay))) } : {}),
    };
  } catch {
    return {};
  }
}

/** Where the request was. */
export interface Asked {
  readonly signal: AbortSignal | undefined;
  /** Ends the request when its time is over. */
  readonly late: AbortSignal;
  readonly modelId: string;
  readonly usage?: ModelUsage | undefined;
}

export function modelErrorOf(error: unknown, { signal, late, modelId, usage }: Asked): ModelError {
  const where = { provider: "google", modelId, usage };
  if (error instanceof WrongShape || error instanceof SyntaxError)
    return new ModelError({
      ...where,
      kind: "invalid_response",
      message: `the answer is none of the API: ${error.message}`,
    });
  if (error instanceof BlockedPrompt)
    return new ModelError({ ...where, kind: "content_filtered", message: error.message });
  const isLate = late.aborted && signal?.aborted !== true;
  // The SDK says of every signal that the caller stopped.
  if (isLate) return new ModelError({ ...where, kind: "timeout" });
  const known = normalizeModelError(error, { ...where, signal });
  // What breaks while it is read reaches us as whatever the host's fetch throws, or as the SDK's
  // word for an event without an end.
  return known.kind === "unknown" && isBroken(error)
    ? new ModelError({ ...where, kind: "network", message: known.message })
    : known;
}

function isBroken(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    (error instanceof Error &&
      /^Incomplete JSON segment|^Response body is empty/.test(error.message))
  );
}
