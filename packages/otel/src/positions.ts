// Where a new span is placed: its parent, and the spans that it links to.

import {
  context,
  isSpanContextValid,
  trace,
  type Context,
  type Link,
  type SpanContext,
} from "@opentelemetry/api";
import { ptc } from "./conventions.ts";
import type { EarlierSpan } from "./resumed-runs.ts";

export interface Position {
  readonly parent: Context;
  readonly links: readonly Link[];
}

/** Why a span has a link. */
export type LinkReason = "parallel" | "retry" | "child" | "resumed" | "caller";

export function linkTo(span: SpanContext, reason: LinkReason): Link {
  return { context: span, attributes: { [ptc.link]: reason } };
}

/**
 * Returns the position of a span of a resumed run. It continues the earlier span if that is known,
 * and only links to it otherwise, because the trace of that span may be another one.
 */
export function resumedPosition(
  parent: Context | undefined,
  earlier: EarlierSpan | undefined,
): Position {
  const links = earlier === undefined ? [] : [linkTo(earlier.span, "resumed")];
  if (parent !== undefined) return { parent, links };
  const active = context.active();
  if (earlier?.isKnown !== true) return { parent: active, links };
  const caller = trace.getSpanContext(active);
  return {
    parent: trace.setSpanContext(active, earlier.span),
    links:
      caller === undefined || !isSpanContextValid(caller)
        ? links
        : [...links, linkTo(caller, "caller")],
  };
}
