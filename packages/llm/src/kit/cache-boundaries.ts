// Chooses the positions in a request to mark for a provider's prompt cache.

import type { ModelRequest } from "../contract/model-request.ts";

/** A message or a tool, which may end a cacheable part of the request. */
export interface CacheBoundary {
  readonly cacheBoundary?: boolean;
}

/** Anthropic and Amazon Bedrock accept four marks per request. */
const mostBoundaries = 4;

/**
 * Returns the boundaries to mark. A mark covers everything before it. If there are too many, it
 * chooses the last tool, the last system message, the first other message and the last messages.
 */
export function chosenBoundaries(
  { tools = [], messages }: ModelRequest,
  { marksTools }: { readonly marksTools: boolean },
): ReadonlySet<CacheBoundary> {
  const isBoundary = ({ cacheBoundary }: CacheBoundary): boolean => cacheBoundary === true;
  const tool = marksTools ? tools.findLast(isBoundary) : undefined;
  const system = messages.findLast((message) => message.role === "system" && isBoundary(message));
  const fixed = [tool, system].filter((boundary) => boundary !== undefined);
  const others = messages.filter((message) => message.role !== "system" && isBoundary(message));
  const first = others.slice(0, 1);
  const last = others.slice(1).slice(-(mostBoundaries - fixed.length - 1));
  return new Set([...fixed, ...first, ...last]);
}
