// Child missions, which the tools of a mission run: their options and their steps.

import type { ToolArguments, ToolContext } from "@ptc/core/contracts";
import { Memory } from "@ptc/lisp";
import type { MissionCaller } from "../bounds/mission-caller.ts";
import type { StepOfMission } from "../agent/tool-answer.ts";
import type { ChildStep, MissionStep } from "../step/step.ts";
import type { ResolvedMissionOptions } from "./mission-options.ts";

/** Returns the options of the mission for a tool call. */
export function childOptions(
  args: ToolArguments,
  call: ToolContext,
  { inherited: { random, ...inherited } }: MissionCaller,
): ResolvedMissionOptions {
  return {
    llm: undefined,
    llmRegistry: undefined,
    context: args,
    memory: Memory.empty,
    journal: undefined,
    onJournal: undefined,
    summaries: {},
    toolCache: {},
    observer: undefined,
    recorder: undefined,
    hostClock: inherited.clock,
    checkpoint: {},
    conversation: undefined,
    onText: undefined,
    firewall: {},
    signal: call.signal,
    ...inherited,
    random: random.below(call.callId),
  };
}

export class ChildMissions {
  private readonly open = new Set<Promise<unknown>>();
  private readonly steps: ChildStep[] = [];

  /** Adds a mission that must end before its parent ends. */
  track<Step>(mission: Promise<Step>): Promise<Step> {
    this.open.add(mission);
    const end = (): void => {
      this.open.delete(mission);
    };
    mission.then(end, end);
    return mission;
  }

  /** Stores the step of a mission that a tool call ran. */
  keep(tool: string, step: StepOfMission, { address, noteChild }: ToolContext): void {
    noteChild(step.traceId);
    if (this.steps.some((known) => known.step.traceId === step.traceId)) return;
    // `isMissionStep` has checked some of its fields. `run` created the others.
    this.steps.push({ tool, address, step: step as MissionStep });
  }

  /** Resolves when no mission is running. If the parent was ended, its child missions end soon. */
  async settled(): Promise<void> {
    while (this.open.size > 0) await Promise.allSettled(this.open);
  }

  /** Returns the steps so far in the order of their calls, given by trace ids. */
  inOrder(traceIds: readonly string[]): readonly ChildStep[] {
    const positions = new Map(traceIds.map((traceId, index) => [traceId, index]));
    const positionOf = ({ step }: ChildStep): number =>
      positions.get(step.traceId) ?? traceIds.length;
    return this.steps.toSorted((left, right) => positionOf(left) - positionOf(right));
  }

  get all(): readonly ChildStep[] {
    return this.steps;
  }
}
