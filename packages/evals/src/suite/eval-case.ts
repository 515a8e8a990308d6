// The types of suites: cases, each with a mission and a way to judge its step.

import type {
  AgentOptions,
  AgentOverrides,
  AgentTools,
  AnyAgent,
  MissionStep,
} from "@ptc/subagent";
import type { Scorer } from "../score/scorer.ts";

/** A mission with its own data and tools, made for one run. */
export interface CaseWorld {
  readonly agent: AnyAgent;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly deps?: unknown;
  /** The right answer. Replaces that of the case. */
  readonly expected?: unknown;
  /**
   * Returns the problems of the step, none for a right one. The step has its messages and turns.
   */
  readonly check?: (step: MissionStep) => readonly string[] | Promise<readonly string[]>;
}

interface CaseJudgment {
  /** Unique in its suite: at most 200 characters, without control characters. */
  readonly name: string;
  /** For `--tag` and tables by tag. */
  readonly tags?: readonly string[];
  /** The right answer, for scorers. */
  readonly expected?: unknown;
  /** Each must pass. Default: `exact()` if there is an `expected`. */
  readonly score?: Scorer | readonly Scorer[];
  /** Returns the problems of a step, none for a right one. */
  readonly check?: CaseWorld["check"];
}

/** A case with a prompt. */
export interface PromptCase extends CaseJudgment {
  readonly prompt: string;
  readonly signature?: string;
  readonly context?: CaseWorld["context"];
  /** Makes the tools of one run, so that runs don't share state. */
  readonly tools?: () => AgentTools;
  /** Other options of the agent, such as `maxTurns`. */
  readonly options?: Omit<AgentOptions, "prompt" | "signature" | "tools" | "llm">;
  readonly world?: never;
  readonly agent?: never;
}

/** A case with an agent, whose tools have no state. */
export interface AgentCase extends CaseJudgment {
  readonly agent: AnyAgent;
  readonly context?: CaseWorld["context"];
  readonly deps?: unknown;
  readonly prompt?: never;
  readonly world?: never;
}

/** A case whose agent, data and check are made anew for each run. */
export interface WorldCase extends CaseJudgment {
  readonly world: () => CaseWorld | Promise<CaseWorld>;
  readonly prompt?: never;
  readonly agent?: never;
}

/** One question with a way to judge its answer. */
export type EvalCase = PromptCase | AgentCase | WorldCase;

/** Cases under a name. */
export interface EvalSuite {
  readonly name: string;
  readonly description?: string;
  /** Called for each pass over the cases, so that a large suite needn't be in memory. */
  readonly cases: () => Iterable<EvalCase>;
}

/** The options of `defineSuite`. */
export interface SuiteOptions {
  /** At most 100 letters, digits, `-`, `_` and `.`. */
  readonly name: string;
  readonly description?: string;
  readonly cases: readonly EvalCase[] | (() => Iterable<EvalCase>);
}

/** Options of the agent that a variant overrides, or a function that returns them for an agent. */
export type VariantOptions = AgentOverrides<never> | ((agent: AnyAgent) => AgentOverrides<never>);
