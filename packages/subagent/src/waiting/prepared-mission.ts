// A mission whose options have been checked, and which can run once or in several passes.

import type { Agent } from "../agent/agent.ts";
import type { ResolvedMissionOptions } from "../loop/mission-options.ts";
import type { MissionStep } from "../step/step.ts";

/** A mission that is about to run. */
export interface PreparedMission {
  readonly agent: Agent;
  readonly options: ResolvedMissionOptions;
  /** What the mission depends on besides its agent and its options: a program or a message. */
  readonly definition?: string;
  /** The beginning of the warning that the definition has changed. Default: "the agent has". */
  readonly subject?: string;
  /** Values that the mission reads besides its options; a resumed mission must have equal ones. */
  readonly inputs?: readonly unknown[];
  /** The first part of the ids of its calls. Undefined: it follows from the seed. */
  readonly runId?: string | undefined;
  /** The message of a chat, which the checkpoint keeps. */
  readonly message?: string;
  /** Begins the mission with these options in place of its own. */
  readonly begin: (options: ResolvedMissionOptions) => RunningMission;
}

export interface RunningMission {
  /** The number of complete turns so far. */
  readonly turnCount: number;
  readonly run: () => Promise<MissionStep>;
}
