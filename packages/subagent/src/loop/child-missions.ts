// The missions that the tools of a mission run: what they share with it, and their steps.

import type { ToolArguments, ToolContext } from "@ptc/core/contracts";
import { Memory } from "@ptc/lisp";
import type { MissionCaller } from "../bounds/mission-caller.ts";
import type { StepOfMission } from "../agent/tool-answer.ts";
import type { ChildStep, MissionStep } from "../step/step.ts";
import type { ResolvedMissionOptions } from "./mission-options.ts";

/** The options of a mission that a call of a tool starts. */
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
    toolCache: {},
    observer: undefined,
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

  /** Waits for `mission` before the mission above ends. */
  track<Step>(mission: Promise<Step>): Promise<Step> {
    this.open.add(mission);
    const end = (): void => {
      this.open.delete(mission);
    };
    mission.then(end, end);
    return mission;
  }

  /** Keeps the step of a mission that the call of a tool has run. */
  keep(tool: string, step: StepOfMission, { address, noteChild }: ToolContext): void {
    noteChild(step.traceId);
    if (this.steps.some((known) => known.step.traceId === step.traceId)) return;
    // What is known of it as the step of a mission was looked at; the rest is what `run` made.
    this.steps.push({ tool, address, step: step as MissionStep });
  }

  /** Resolves when no mission is open. A mission that the one above has ended ends soon. */
  async settled(): Promise<void> {
    while (this.open.size > 0) await Promise.allSettled(this.open);
  }

  /** The steps so far, in the order of the calls, which are given by their traces. */
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
