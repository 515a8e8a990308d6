// Short ways to write tests of one mission that waits.

import {
  approve,
  defineAgent,
  resume,
  run,
  type AgentOptions,
  type AgentTools,
  type Decisions,
  type MissionCheckpoint,
  type MissionOptions,
  type MissionStep,
  type WaitingMission,
} from "../../src/index.ts";
import { withoutDetermined } from "./passes.ts";
import { modelOf, newNotes, stillClock, type Notes, type Script } from "./desk.ts";

export interface Scene {
  readonly script: Script;
  readonly tools: AgentTools;
  readonly agent?: Partial<AgentOptions>;
  readonly options?: MissionOptions;
  readonly context?: Readonly<Record<string, unknown>>;
}

/** A mission that can be run and resumed, and what it asked its model so far. */
export interface Waiting {
  readonly notes: Notes;
  readonly run: (more?: Partial<Scene>) => Promise<MissionStep>;
  readonly resume: (
    checkpoint: MissionCheckpoint,
    decisions?: Decisions,
    more?: Partial<Scene>,
  ) => Promise<MissionStep>;
}

/** Returns a mission. Each run or resumed run may replace parts of the scene. */
export function missionOf(scene: Scene): Waiting {
  const notes = newNotes();
  const parts = (more: Partial<Scene>) => {
    const { script, tools, agent, options, context = {} } = { ...scene, ...more };
    return {
      agent: defineAgent({ prompt: "Do it.", tools, ...agent }),
      options: {
        llm: modelOf(script, notes),
        clock: stillClock,
        context,
        ...options,
      },
    };
  };
  return {
    notes,
    run: (more = {}) => {
      const { agent, options } = parts(more);
      return run(agent, { random: () => 0.25, ...options });
    },
    resume: (checkpoint, decisions = {}, more = {}) => {
      const { agent, options } = parts(more);
      return resume(agent, checkpoint, { ...withoutDetermined(options), decisions });
    },
  };
}

/** Returns a step that waits, whose checkpoint is JSON from another process. */
export function waiting(step: MissionStep): WaitingMission {
  if (step.status !== "waiting")
    throw new Error(step.ok ? `the mission returned ${String(step.return)}` : step.fail.message);
  return { ...step, checkpoint: parsed(JSON.stringify(step.checkpoint)) };
}

export function parsed(json: string): MissionCheckpoint {
  return JSON.parse(json) as MissionCheckpoint;
}

/** Approves all calls that wait. */
export function approvals({ pending }: Pick<WaitingMission, "pending">): Decisions {
  return Object.fromEntries(pending.map(({ id }) => [id, approve()]));
}

/** Returns the value of a mission. */
export function returned(step: MissionStep): unknown {
  if (!step.ok) throw new Error(step.fail.message);
  return step.return;
}
