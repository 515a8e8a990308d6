// The calls that waited in earlier passes, with the decisions that `resume` receives, or those of
// the clock.

import type { Clock, TypedTool } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import { isMap } from "../evaluation/host/is-object.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import type { StoredPending } from "../step/checkpoint.ts";
import type { RunCheckpointOptions } from "../step/run-checkpoint-options.ts";
import { checkedDecision } from "./checked-decision.ts";
import { CheckpointError } from "./checkpoint-error.ts";
import type { Decision, Decisions } from "./decisions.ts";
import type { OpenedCheckpoint } from "./read-checkpoint.ts";
import type { DecidedCall } from "./waiting-calls.ts";

/** Checks that the decisions are an object. @throws OptionError */
export function checkDecisions(decisions: unknown): void {
  if (!isObject(decisions) || isMap(decisions))
    throw new OptionError("decisions", "expected an object of decisions by the ids of calls");
}

/** How decisions apply to the calls of a run. */
export interface PendingRules {
  readonly clock: Clock;
  /** True if the call with this id has an answer. */
  readonly hasEnded: (id: string) => boolean;
  /** True if a call may continue after its time without a decision. */
  readonly mayContinue: (call: StoredPending) => boolean;
}

/**
 * Returns the calls that waited, with their decisions.
 * @throws CheckpointError for a decision that doesn't fit a pending call
 */
export function decidedCalls(
  { pending }: Pick<OpenedCheckpoint, "pending">,
  decisions: Decisions,
  { clock, hasEnded, mayContinue }: PendingRules,
): ReadonlyMap<string, DecidedCall> {
  const calls = new Map(pending.map((call) => [call.id, call]));
  const made = new Map<string, Decision>();
  for (const [id, given] of decisionEntries(decisions)) {
    const decision = checkedDecision(id, given);
    const call = calls.get(id);
    if (call === undefined) {
      throw new CheckpointError(
        "decision",
        `decisions[${shortened(JSON.stringify(id), 200)}]: ` +
          (hasEnded(id) ? "this call has already ended" : "no call with this id waits") +
          `; pending: ${pending.length === 0 ? "none" : shortened([...calls.keys()].join(", "), 500)}`,
      );
    }
    if (isExpired(call, clock) && decision.type !== "deny")
      throw new CheckpointError(
        "decision",
        `decisions[${JSON.stringify(id)}]: the call of tool/${shortened(call.tool, 100)} has expired`,
      );
    made.set(id, decision);
  }
  return new Map(
    pending.map((call) => [
      call.id,
      { call, decision: made.get(call.id) ?? timed(call, clock, mayContinue(call)) },
    ]),
  );
}

/** @throws CheckpointError for an object that can't be read, such as a proxy */
function decisionEntries(decisions: Decisions): readonly (readonly [string, unknown])[] {
  try {
    return Object.entries(decisions);
  } catch {
    throw new CheckpointError("decision", "the decisions can't be read: pass a plain object");
  }
}

function isExpired({ expiresAt }: StoredPending, clock: Clock): boolean {
  return expiresAt !== undefined && clock.now() >= expiresAt;
}

/** Returns what the clock decides, for a call without a decision. */
function timed(call: StoredPending, clock: Clock, mayContinue: boolean): DecidedCall["decision"] {
  if (isExpired(call, clock)) return { type: "expire" };
  const isOver = call.until !== undefined && clock.now() >= call.until;
  return isOver && mayContinue ? { type: "approve" } : undefined;
}

/**
 * True if the call may continue after its time without a decision. In an unsigned checkpoint,
 * anyone can write such a time to a call that waits for an approval.
 */
export function continuesItself(
  { tool: name }: StoredPending,
  {
    tools,
    checkpointKey,
  }: Pick<LispRunOptions, "tools"> & Pick<RunCheckpointOptions, "checkpointKey">,
): boolean {
  const tool = toolOf(tools, name);
  if (tool?.suspends !== true) return false;
  return checkpointKey !== undefined || (tool.needsApproval ?? false) === false;
}

/** Returns the tool unless it is a function. */
function toolOf(tools: LispRunOptions["tools"], name: string): TypedTool | undefined {
  const tool = Object.hasOwn(tools ?? {}, name) ? tools?.[name] : undefined;
  return typeof tool === "object" ? tool : undefined;
}
