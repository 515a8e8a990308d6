// The shape of a sample mission: an agent, the data of one seed, and a check of the final step.
//
//   seed -> world: agent + context        the model answers        check(step): the problems
//
// The check computes the correct answer in plain TypeScript, from the same rows and without the
// language.

import type { Agent, MissionStep } from "@ptc/subagent";
import type { Random } from "../../statistics/random.ts";

/** A mission with a maker of its data. */
export interface SampleMission {
  /** The name, also of its recording. */
  readonly name: string;
  /** One line for a person. */
  readonly title: string;
  /**
   * `data` has one program over the context. `turns` explores the data, then answers. `repair` has
   * something unexpected. `shape` has nested rows, missing fields and odd categories. `nested` has
   * agents and models as tools.
   */
  readonly kind: "data" | "turns" | "repair" | "shape" | "nested";
  readonly world: (random: Random) => MissionWorld;
}

/** The agent, the data and the check of one seed. */
export interface MissionWorld {
  readonly agent: Agent;
  readonly context?: Readonly<Record<string, unknown>>;
  /** Returns the problems of the step, which must have its messages. */
  readonly check: (step: MissionStep) => readonly string[];
}
