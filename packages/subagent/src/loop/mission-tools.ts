// Wraps the tools of an agent for its mission. From the inside out: what the answer stands for, the
// bounds of the calls, their count, the check of the answer, the cache, and the check of the
// arguments. So the cache knows arguments as the contract types them, and keeps no failure; what
// breaks the contract is not asked again; and only calls that reach the tool count.

import type { Clock, RandomSource, Tool, ToolFunction } from "@ptc/core/contracts";
import { wrappedTool, type ToolWrapper } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import type { AgentTool } from "../agent/agent-tool.ts";
import {
  checkedAnswer,
  withCheckedAnswer,
  withCheckedArguments,
  withOutcome,
  type Checking,
} from "../agent/tool-contract.ts";
import type { Allowance } from "../bounds/allowance.ts";
import type { MissionCaller } from "../bounds/mission-caller.ts";
import { Slots } from "../bounds/slots.ts";
import { takeToolCall } from "../bounds/tool-calls.ts";
import { withinBounds, type AttemptBounds, type AttemptsOptions } from "./tool-attempts.ts";
import type { ChildMissions } from "./child-missions.ts";
import { callText } from "../prompt/call-text.ts";
import type { ToolCache } from "./tool-cache.ts";

/** What the tools of a mission work with. */
export interface ToolsOfMission {
  readonly toolCache: ToolCache;
  readonly caller: MissionCaller;
  readonly children: ChildMissions;
  /** The calls that are left to the mission. */
  readonly calls: Allowance;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Is called with the warnings of the checks. */
  readonly warn: (warning: string) => void;
}

export function missionTools(
  { tools, validation, concurrency, toolTimeoutMs }: Agent,
  mission: ToolsOfMission,
): Readonly<Record<string, Tool>> {
  const { toolCache, children, calls } = mission;
  const attempts: AttemptsOptions = {
    ...mission,
    pause: mission.caller.inherited.effects.pause,
    mayRepeat: () => {
      if (calls.left === 0) return false;
      calls.spend();
      return true;
    },
    slots: new Slots(concurrency),
  };
  const counted: ToolWrapper = (inner) => (args, call) => {
    takeToolCall(calls);
    return inner(args, call);
  };
  return Object.fromEntries(
    [...tools].map(([name, tool]) => {
      const { description, contract, cache } = tool;
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
            checking.warn(`answered with a part of the work: ${step.partial.message}`);
        });
      const bounded: ToolWrapper = (inner) =>
        withinBounds(inner, boundsOf(tool, toolTimeoutMs), attempts);
      const answers: ToolWrapper = (inner) => withCheckedAnswer(inner, contract, checking);
      const cached: ToolWrapper = (inner) =>
        toolCache.cached(name, inner, {
          check: (answer) => checkedAnswer(answer, contract, checking),
          warn: checking.warn,
        });
      const args: ToolWrapper = (inner) => withCheckedArguments(inner, contract, checking);
      const asked = [outcome, finished(tool, mission), bounded, counted, answers];
      const wrappers = [...asked, ...(cache ? [cached] : []), args];
      // A program that asks about the tool is told what the prompt tells of it.
      const reported = {
        ...(description === undefined ? {} : { description }),
        callForm: callText(name, contract),
      };
      return [
        name,
        wrappedTool(name, { ...reported, execute: workOf(name, tool, mission) }, wrappers),
      ];
    }),
  );
}

/** A mission as a tool has a time of its own, if any. */
function boundsOf({ bounds, work }: AgentTool, toolTimeoutMs: number | undefined): AttemptBounds {
  return toolTimeoutMs === undefined || bounds.timeoutMs !== undefined || typeof work !== "function"
    ? bounds
    : { ...bounds, timeoutMs: toolTimeoutMs, timeOption: "toolTimeoutMs" };
}

function workOf(name: string, { work }: AgentTool, { caller }: ToolsOfMission): ToolFunction {
  const { effects, deps } = caller.inherited;
  return typeof work === "function"
    ? effects.tool(name, (args, call) => work(args, { ...call, deps }))
    : (args, call) => work.runMission(args, call, caller);
}

/** The value that a tool makes of what its mission answered. */
function finished({ work }: AgentTool, { caller }: ToolsOfMission): ToolWrapper {
  const finish = typeof work === "function" ? undefined : work.finish;
  return (inner) =>
    finish === undefined
      ? inner
      : async (args, call) => await finish(await inner(args, call), args, call, caller);
}
