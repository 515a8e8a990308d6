// The trace events of calls that wait: their requests and their decisions. They show the same
// arguments as the checkpoint.

import type { CallDecision, RandomSource, TraceScope } from "@ptc/core/contracts";
import { traceMark, type PassTrace } from "@ptc/core/internal/stored";
import { randomStream } from "@ptc/core/internal/random";
import { presentFields } from "@ptc/core/internal/host";
import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import type { PendingCall } from "../step/checkpoint.ts";
import { encodedData } from "./call-outcomes.ts";
import { shownJson } from "./checkpoint-mask.ts";
import { shownArguments } from "./shown-arguments.ts";

interface CallMarks {
  readonly trace: PassTrace | undefined;
  readonly firewall: Firewall;
}

/** Returns the random numbers for the ids of moments, which take none from the trace's own. */
export function markIds({ traceId }: TraceScope): (position: string) => RandomSource {
  return (position) => randomStream(0, `${traceId} ${position}`);
}

/** Emits the event of a call that begins to wait. */
export function markRequested(
  { trace, firewall }: CallMarks,
  scope: TraceScope,
  { id, tool, agentPath, reason, expiresAt, until }: Omit<PendingCall, "arguments">,
  args: () => Json,
): void {
  if (trace === undefined) return;
  const data = {
    id,
    tool,
    address: id,
    reason: firewall.mask(reason),
    arguments: shownArguments(args()),
    ...presentFields({ agentPath, expiresAt, until }),
  };
  trace.emit(traceMark(scope, "approval-requested", data, markIds(scope)));
}

/** Emits the event of a call that continues with a decision. */
export function markDecided(
  { trace, firewall }: CallMarks,
  scope: TraceScope,
  { id, tool }: Pick<PendingCall, "id" | "tool">,
  { decision, arguments: edited }: CallDecision,
  message: string | undefined,
): void {
  if (trace === undefined) return;
  const data = {
    id,
    tool,
    decision,
    ...(message === undefined ? {} : { message: firewall.mask(message) }),
    ...(edited === undefined
      ? {}
      : { arguments: shownArguments(shownJson(encodedData(edited), firewall)) }),
  };
  trace.emit(traceMark(scope, "approval-decided", data, markIds(scope)));
}
