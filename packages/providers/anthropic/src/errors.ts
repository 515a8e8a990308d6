// The errors of the SDK and of this adapter, as the contract has them.

import { APIConnectionError } from "@anthropic-ai/sdk";
import { ModelError, type ModelUsage } from "@ptc/llm";
import { normalizeModelError } from "@ptc/llm/adapter";

/** What was sent is no message as the API documents it. */
export class WrongShape extends Error {
  override readonly name = "WrongShape";
}

/** Where the request was. */
export interface Asked {
  readonly signal: AbortSignal | undefined;
  readonly modelId: string;
  readonly usage?: ModelUsage | undefined;
}

export function modelErrorOf(error: unknown, { signal, modelId, usage }: Asked): ModelError {
  const where = { provider: "anthropic", modelId, usage };
  if (error instanceof WrongShape || error instanceof SyntaxError)
    return new ModelError({
      ...where,
      kind: "invalid_response",
      message: `the answer is no message of the API: ${error.message}`,
    });
  const known = normalizeModelError(error, { ...where, signal });
  // A body that breaks off reaches us as whatever the host's fetch throws.
  return known.kind === "unknown" && isBrokenConnection(error)
    ? new ModelError({ ...where, kind: "network", message: known.message })
    : known;
}

function isBrokenConnection(error: unknown): boolean {
  return error instanceof APIConnectionError || error instanceof TypeError;
}
