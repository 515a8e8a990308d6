// Parts of a request that several APIs take in the same form.

import { isObject } from "@ptc/core/internal/host";
import type { ModelMessage } from "../contract/message.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import type { ToolResultPart } from "../contract/tool-result-part.ts";
import { exactJsonText, stringifiable } from "./json-text.ts";
import type { UncheckedObject } from "./shape-checks.ts";

/**
 * Returns the request's options for this provider. `reserved` lists the fields of the API that the
 * adapter sets itself and that options don't replace.
 */
export function ownOptions(
  { providerOptions }: Pick<ModelRequest, "providerOptions">,
  provider: string,
  reserved: ReadonlySet<string>,
): UncheckedObject {
  const own = Object.entries(providerOptions?.[provider] ?? {});
  return Object.fromEntries(own.filter(([name]) => !reserved.has(name)));
}

/**
 * Returns the arguments of a call for APIs that accept only objects. If the model wrote no object,
 * the arguments are empty, and the result of the call is an error. Integers of any size can be
 * written with `JSON.stringify`.
 */
export function argumentsObject(input: unknown): Record<string, unknown> {
  return isObject(input) ? { ...(stringifiable(input) as object) } : {};
}

/** Returns the output of a call as text: strings as they are, anything else as JSON. */
export function resultText({ output }: Pick<ToolResultPart, "output">): string {
  return typeof output === "string" ? output : exactJsonText(output ?? null);
}

/** Returns the number of tool calls in a conversation, for APIs that give calls no ids. */
export function toolCallCount(messages: readonly ModelMessage[]): number {
  return messages.reduce(
    (sum, { role, content }) =>
      role === "assistant" && typeof content !== "string"
        ? sum + content.filter(({ type }) => type === "tool-call").length
        : sum,
    0,
  );
}

/** Returns the id of a call by its number in the conversation. */
export function numberedCallId(number: number): string {
  return `call_${String(number)}`;
}
