// The position of a scope in its trace, for another process.

import { carrierFrom } from "./trace-propagation.ts";
import type { TraceScope } from "./trace-scope.ts";
import type { TraceCarrier } from "./trace.ts";

/**
 * Returns the position of the scope's span for another process, or undefined if its sink knows
 * none. Never throws.
 */
export function carrierOf(scope: TraceScope): TraceCarrier | undefined {
  const { traceId, spanId } = scope;
  // The options are private for the users of a scope. This file is a part of it that loads later.
  const { sink } = scope["options"];
  return spanId === undefined ? undefined : carrierFrom(sink?.propagation, { traceId, spanId });
}
