// The shape of a sample mission: an agent, the data of one seed, and a check of the step that it
// ends in.
//
//   seed -> world: agent + context        the model answers        check(step): what is wrong, or nothing
//
// The check computes the right answer in plain TypeScript, from the same rows and without the
// language.

import type { Agent, MissionStep } from "@ptc/subagent";
import type { Random } from "../fuzz/random.ts";

export interface SampleMission {
  /** The name of its recording. */
  readonly name: string;
  /** One line for a person. */
  readonly title: string;
  /**
   * `data`: one program over the context. `turns`: look, then answer. `repair`: something is not as
   * one expects. `shape`: rows within rows, missing fields, odd categories. `nested`: agents and
   * models are tools.
   */
  readonly kind: "data" | "turns" | "repair" | "shape" | "nested";
  readonly world: (random: Random) => MissionWorld;
}

export interface MissionWorld {
  readonly agent: Agent;
  readonly context?: Readonly<Record<string, unknown>>;
  /** What is wrong with the step, or nothing. The step has to have its messages. */
  readonly check: (step: MissionStep) => readonly string[];
}
