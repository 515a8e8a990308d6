// Wraps the tools of an agent for its mission. The layers from the inside out: unwrap results,
// apply limits, count calls, check the result, wait for a decision, use the cache, check the
// arguments. So cache keys use arguments converted by the contract, and the cache stores no
// failures. A result that doesn't match the contract isn't retried. Only calls that reach the tool
// count, and those that a person is asked about.

import type {
  Clock,
  RandomSource,
  Tool,
  ToolArguments,
  ToolContext,
  ToolFunction,
} from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import type { JournalEntries } from "@ptc/core/internal/journal";
import { limitTable } from "@ptc/lisp";
import { collected, comesInPieces, wrappedTool, type ToolWrapper } from "@ptc/lisp/internal";
import type { PolicyGate } from "@ptc/lisp/internal/policy";
import type { Agent } from "../agent/agent.ts";
import type { AgentTool } from "../agent/agent-tool.ts";
import type { CallWaits } from "../agent/call-waits.ts";
import {
  checkedAnswer,
  withCheckedAnswer,
  withCheckedArguments,
  withOutcome,
  type Checking,
} from "../agent/tool-contract.ts";
import type { Allowance } from "../bounds/allowance.ts";
import { effectIn } from "../bounds/activity.ts";
import type { MissionCaller } from "../bounds/mission-caller.ts";
import { rememberPlace, type Place } from "../bounds/place.ts";
import { Slots } from "../bounds/slots.ts";
import { takeToolCall } from "../bounds/tool-calls.ts";
import { withinBounds, type AttemptBounds, type AttemptsOptions } from "./tool-attempts.ts";
import type { ChildMissions } from "./child-missions.ts";
import { policed, waitsUnder } from "./policed-calls.ts";
import { withoutWaits } from "./without-waits.ts";
import { callText } from "../prompt/call-text.ts";
import type { ToolCache } from "./tool-cache.ts";

/** The parts of a mission that its tools use. */
export interface ToolsOfMission {
  readonly toolCache: ToolCache;
  readonly caller: MissionCaller;
  readonly children: ChildMissions;
  /** The tool calls that the mission has left. */
  readonly calls: Allowance;
  readonly journal: JournalEntries | undefined;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Counts the work of the mission; undefined if nothing depends on that. */
  readonly place: Place | undefined;
  readonly policy: PolicyGate | undefined;
  /** Called with the warnings of the checks. */
  readonly warn: (warning: string) => void;
}

export function missionTools(
  { tools, validation, concurrency, toolTimeoutMs, limits }: Agent,
  mission: ToolsOfMission,
): Readonly<Record<string, Tool>> {
  const { memoryBytes = limitTable.memoryBytes.default } = limits;
  const { toolCache, children, calls, policy } = mission;
  const { claim, holds } = mission.caller.inherited.effects;
  // Calls stop only if some of them are held.
  const place = holds === undefined ? undefined : mission.place;
  const attempts: AttemptsOptions = {
    ...mission,
    place,
    isUncertain: holds === undefined ? undefined : (callId) => holds.isUncertain(callId),
    mayRepeat: () => {
      if (calls.left === 0) return false;
      calls.spend();
      return true;
    },
    slots: new Slots(concurrency),
  };
  const isLimited = calls.isBelow(limitTable.toolCalls.default);
  const inTurn = async (
    turn: Promise<void>,
    inner: ToolFunction,
    args: ToolArguments,
    call: ToolContext,
  ): Promise<unknown> => {
    call.noteAttempts(0);
    await effectIn(place, turn);
    if (call.signal.aborted) throw new Error("the call was ended");
    call.noteAttempts(1);
    return await inner(args, call);
  };
  const claimed: ToolWrapper = (inner) =>
    claim === undefined
      ? inner
      : (args, call) => {
          const turn = claim(call.callId);
          return turn === undefined ? inner(args, call) : inTurn(turn, inner, args, call);
        };
  const placed: ToolWrapper = (inner) =>
    place === undefined
      ? inner
      : (args, call) => {
          rememberPlace(call, place);
          return inner(args, call);
        };
  const counted: ToolWrapper = (inner) => (args, call) => {
    takeToolCall(calls);
    return inner(args, call);
  };
  const requested = new WeakMap<ToolContext, ToolArguments>();
  return Object.fromEntries(
    [...tools].map(([name, tool]) => {
      const { description, contract, cache } = tool;
      const waits =
        waitsUnder(policy, name, tool) ??
        (holds?.waitedBefore(name) === true ? waitedBefore : undefined);
      const checking: Checking = {
        mode: validation,
        warn: (warning) => {
          mission.warn(`tool/${name}: ${warning}`);
        },
      };
      const outcome: ToolWrapper = (inner) =>
        withOutcome(inner, (step, call) => {
          children.keep(name, step, call);
          if (step.ok && step.partial !== undefined)
            checking.warn(`returned a partial result: ${step.partial.message}`);
        });
      const bounded: ToolWrapper = (inner) =>
        withinBounds(inner, boundsOf(tool, toolTimeoutMs), attempts);
      const answers: ToolWrapper = (inner) => withCheckedAnswer(inner, contract, checking);
      const fromCache = (inner: ToolFunction): ToolFunction =>
        toolCache.cached(name, inner, {
          check: (answer) => checkedAnswer(answer, contract, checking),
          warn: checking.warn,
        });
      const cached: ToolWrapper = (inner) => fromCache(inner);
      const args: ToolWrapper = (inner) => withCheckedArguments(inner, contract, checking);
      // The call is taken from the limit before a person is asked.
      const held: ToolWrapper = (inner) => {
        if (waits === undefined) return inner;
        if (holds === undefined) return withoutWaits(inner, waits);
        const unchanged = withCheckedArguments((edited) => edited, contract, checking);
        return holds.held({
          name,
          agentPath: mission.caller.agentPath,
          ...waits,
          requested: (call) => requested.get(call) ?? {},
          checked: async (edited, call) => {
            const accepted = await unchanged(edited, call);
            policy?.assertAllowed(name, tool.traits, accepted as ToolArguments, call.callId);
            return accepted;
          },
          take: () => {
            takeToolCall(calls);
          },
          call: inner,
          callEdited: (edited, call) => {
            toolCache.exclude(call);
            return cache ? fromCache(inner)(edited, { ...call }) : inner(edited, call);
          },
          answered: (result, call) => {
            toolCache.exclude(call);
            return checkedAnswer(result, contract, checking);
          },
        });
      };
      const noted: ToolWrapper = (inner) => (given, call) => {
        requested.set(call, given);
        return inner(given, call);
      };
      const canBeHeld = holds !== undefined && waits !== undefined;
      const asked = [
        outcome,
        finished(tool, mission),
        bounded,
        ...(canBeHeld ? [] : [counted]),
        answers,
        held,
      ];
      // Only these calls share something with those of other branches.
      const isShared = isLimited || cache || typeof tool.work !== "function";
      const wrappers = [
        ...asked,
        ...(cache ? [cached] : []),
        ...(isShared ? [claimed] : []),
        ...(policy === undefined ? [] : [policed(policy, name, tool)]),
        args,
        ...(canBeHeld ? [noted, placed] : []),
      ];
      // A program that asks for the tool's description gets the text of the prompt.
      const reported = {
        ...(description === undefined ? {} : { description }),
        callForm: callText(name, contract),
        ...tool.traits,
      };
      return [
        name,
        wrappedTool(
          name,
          { ...reported, execute: workOf(name, tool, mission, memoryBytes) },
          wrappers,
        ),
      ];
    }),
  );
}

/** The fields of a tool that needs no approval, but whose calls waited before. */
const waitedBefore: CallWaits = {
  needsApproval: false,
  approvalTimeoutMs: undefined,
  suspends: false,
};

/** Returns the limits of a tool. Missions used as tools have their own time limit, if any. */
function boundsOf({ bounds, work }: AgentTool, toolTimeoutMs: number | undefined): AttemptBounds {
  if (typeof work !== "function") return { ...bounds, runsMission: true };
  return toolTimeoutMs === undefined || bounds.timeoutMs !== undefined
    ? bounds
    : { ...bounds, timeoutMs: toolTimeoutMs, timeOption: "toolTimeoutMs" };
}

function workOf(
  name: string,
  { work, traits }: AgentTool,
  { caller, clock }: ToolsOfMission,
  memoryBytes: number,
): ToolFunction {
  const { effects, deps } = caller.inherited;
  return typeof work === "function"
    ? effects.tool(
        name,
        (args, call) => inOnePiece(work(args, { ...call, deps }), call, memoryBytes, clock),
        { onlyReads: traits.effect === "read", agentPath: caller.agentPath },
      )
    : (args, call) => work.runMission(args, call, caller);
}

/**
 * Returns a result whose pieces are collected, if it is an async iterable. So its contract checks
 * all of it, and a cache, a native call or a recording can use it more than once.
 */
function inOnePiece(
  answer: unknown,
  { signal }: ToolContext,
  memoryBytes: number,
  clock: Clock,
): unknown {
  const whole = (settled: unknown): unknown =>
    comesInPieces(settled) ? collected(settled, memoryBytes, signal, clock) : settled;
  return isThenable(answer) ? Promise.resolve(answer).then(whole) : whole(answer);
}

/** Wraps a call to convert the answer of its mission to the result of the tool. */
function finished({ work }: AgentTool, { caller }: ToolsOfMission): ToolWrapper {
  const finish = typeof work === "function" ? undefined : work.finish;
  return (inner) =>
    finish === undefined
      ? inner
      : async (args, call) => {
          const finishing = finish(await inner(args, call), args, call, caller);
          call.noteWork?.(finishing);
          return await finishing;
        };
}
