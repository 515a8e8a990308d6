// Calls that wait, in programs and in missions: how they are shown, compared and refused.

import { ToolFailure } from "@ptc/core/errors";
import { shortened } from "@ptc/core/internal/printing";
import { storableValue } from "@ptc/core/internal/stored";
import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { thrownMessage } from "../evaluation/errors/raised.ts";
import { without } from "../options/without.ts";
import type { Checkpoint, PendingCall, StoredPending } from "../step/checkpoint.ts";
import type { Decision } from "./decisions.ts";
import { canonicalJson, type Digests } from "./seal.ts";
import { shownArguments } from "./shown-arguments.ts";
import type { SuspendOptions } from "./suspension.ts";

/** A pending call whose arguments are still to be written. */
export type RequestedCall = Omit<PendingCall, "arguments">;

/** A decision, or the end of the time for it. */
export type MadeDecision = Decision | { readonly type: "expire" };

/** A call that waited in an earlier pass, with the decision about it. */
export interface DecidedCall {
  readonly call: StoredPending;
  /** Undefined if the call waits for longer. */
  readonly decision: MadeDecision | undefined;
}

/** The options of a tool that suspended itself, or the explanation of its approval rule. */
export type WaitReason = Partial<SuspendOptions> & { readonly explanation?: string | undefined };

/** Why a call waits, and since when. */
export interface WaitOfCall {
  /** The wait of the same call in an earlier pass. */
  readonly before: DecidedCall | undefined;
  readonly why: WaitReason | undefined;
  readonly askedAt: number;
  readonly approvalTimeoutMs: number | undefined;
}

const longestExplanation = 1_000;

/**
 * Returns a call that waits. The checkpoint may have been changed, so the tool and the address are
 * the real ones.
 */
export function requestedCall(
  real: Pick<RequestedCall, "id" | "tool" | "address" | "agentPath">,
  { before, why, askedAt, approvalTimeoutMs }: WaitOfCall,
): RequestedCall {
  if (before !== undefined) return { ...without(before.call, ["arguments", "digest"]), ...real };
  const { reason = "approval", explanation, until, data } = why ?? {};
  return {
    reason,
    ...(explanation === undefined ? {} : { why: shortened(explanation, longestExplanation) }),
    askedAt,
    ...(approvalTimeoutMs === undefined ? {} : { expiresAt: askedAt + approvalTimeoutMs }),
    ...(until === undefined ? {} : { until }),
    ...(data === undefined ? {} : { data: shownArguments(storableValue(data)) }),
    ...real,
  };
}

/**
 * Returns how a call differs from the one that waited before. Undefined if it doesn't: an approval
 * never executes other arguments.
 */
export async function differenceOf(
  {
    pending: { id, tool },
    args,
    before,
  }: {
    readonly pending: RequestedCall;
    readonly args: Json;
    readonly before: DecidedCall | undefined;
  },
  digests: Digests,
  fits: (args: Json, shown: Json) => boolean,
): Promise<string | undefined> {
  const { digest = "", arguments: shown = {} } = before?.call ?? {};
  const named = `tool/${tool} (${id})`;
  if (await digests.fits(canonicalJson(args), digest))
    return fits(shownArguments(args), shown as Json)
      ? undefined
      : `${named} is called with other arguments than the checkpoint shows`;
  return before?.decision === undefined
    ? `${named} waits with other arguments than before`
    : `the decision about ${named} was for other arguments`;
}

/** Returns the message for a decision that doesn't fit. A schema may quote a hidden value. */
export function decisionProblem(id: string, error: unknown, firewall: Firewall): string {
  const why = firewall.mask(thrownMessage(error, "it doesn't match the tool's contract"));
  return `decisions[${JSON.stringify(id)}]: ${why}`;
}

/** Returns the failure of a call that was denied, or not decided about in time. */
export function refusal(
  decision: Extract<MadeDecision, { readonly type: "deny" | "expire" }>,
  isApproval: boolean,
): ToolFailure {
  const [reason, message] =
    decision.type === "deny"
      ? ["denied", `the call was denied: ${decision.message}`]
      : ["expired", `the call was not ${isApproval ? "approved" : "answered"} in time`];
  return new ToolFailure(message, { reason }, { isLasting: true });
}

/** Returns a call that a run hasn't requested, as text. */
export function unmetText({ tool, id }: Pick<PendingCall, "tool" | "id">): string {
  return `tool/${shortened(tool, 100)} (${shortened(id, 200)})`;
}

/** Returns the message of a run that waits: the tools, and how to continue. */
export function waitingMessage({ pending }: Pick<Checkpoint, "pending">): string {
  const shown = pending
    .slice(0, 5)
    .map(({ tool, reason }) => `tool/${shortened(tool, 60)} (${shortened(reason, 60)})`)
    .join(", ");
  const more = pending.length > 5 ? ` and ${String(pending.length - 5)} more` : "";
  return `the run waits for ${shown}${more}: continue it with resume and decisions`;
}
