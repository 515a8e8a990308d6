// The values that a mission passes to tools that run child missions.

import type { ToolContext } from "@ptc/core/contracts";
import type { JournalEntries } from "@ptc/core/internal/journal";
import type { PolicyGate } from "@ptc/lisp/internal/policy";
import type { Firewall } from "@ptc/core/firewall";
import { presentFields } from "@ptc/llm/adapter";
import type { JournalStore } from "@ptc/lisp";
import type { Allowance } from "../bounds/allowance.ts";
import { slotOf } from "../bounds/held-slot.ts";
import { placeOf } from "../bounds/place.ts";
import type { MissionCaller } from "../bounds/mission-caller.ts";
import type { MissionScope } from "../bounds/mission-scope.ts";
import type { Spending } from "../bounds/spending.ts";
import type { ModelChoice } from "../model/resolve-model.ts";
import type { ChildMissions } from "./child-missions.ts";
import type { ResolvedMissionOptions } from "./mission-options.ts";

/** A mission whose programs call tools. */
export interface CallingMission {
  /** The name of its agent. Absent for programs that no agent runs. */
  readonly agentName?: string;
  readonly traceId: string;
  readonly options: ResolvedMissionOptions;
  readonly scope: MissionScope;
  /** The maximum number of levels of agents below it. */
  readonly levels: number;
  readonly turns: Allowance;
  readonly toolCalls: Allowance;
  readonly spending: Spending;
  readonly firewall: Firewall;
  readonly policy: PolicyGate | undefined;
  readonly journal: JournalEntries | undefined;
  readonly onJournal: JournalStore | undefined;
  readonly children: ChildMissions;
  /** Returns its model and its deadline, which it has once it has begun. */
  readonly begun: () => Pick<MissionScope, "llm" | "deadline">;
}

export function missionCaller(
  mission: CallingMission,
  again: (
    caller: MissionCaller,
    ...call: Parameters<MissionCaller["again"]>
  ) => ReturnType<MissionCaller["again"]>,
): MissionCaller {
  const { collectMessages, sink, onDelta, clock, random, effects, price, budget, deps } =
    mission.options;
  const maxDepth = Math.min(mission.scope.maxDepth, mission.scope.depth + mission.levels);
  const agentPath = [
    ...(mission.scope.agentPath ?? []),
    ...(mission.agentName === undefined ? [] : [mission.agentName]),
  ];
  const caller: MissionCaller = {
    agentPath,
    inherited: { collectMessages, sink, onDelta, clock, random, effects, price, budget, deps },
    firewall: mission.firewall,
    maxDepth,
    scope: (call, llm) => ({
      ...scopeBelow(mission, call, llm),
      agentPath,
      maxDepth,
      turns: mission.turns,
    }),
    scopeOfModel: (call, llm) => ({
      ...scopeBelow(mission, call, llm),
      agentPath,
      maxDepth: Infinity,
    }),
    track: (started) => mission.children.track(started),
    again: (args, call) => again(caller, args, call),
  };
  return caller;
}

function scopeBelow(
  mission: CallingMission,
  call: ToolContext,
  llm: ModelChoice | undefined,
): Omit<MissionScope, "maxDepth" | "turns"> {
  const { trace, callId, address } = call;
  const { traceId, options, scope, spending, toolCalls, firewall, policy, journal, onJournal } =
    mission;
  const begun = mission.begun();
  return {
    parent: { traceId, ...presentFields({ spanId: trace.spanId }) },
    runId: callId,
    depth: scope.depth + 1,
    spending,
    toolCalls,
    firewall,
    ...begun,
    ...presentFields({
      llm: llm ?? begun.llm,
      llmRegistry: options.llmRegistry ?? scope.llmRegistry,
      journal: journal?.below(address.path, slotOf(call)),
      onJournal,
      policy,
      place: placeOf(call),
    }),
  };
}
