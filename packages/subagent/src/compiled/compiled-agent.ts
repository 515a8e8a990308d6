// A program that a model wrote once for an agent, and that runs without a model.

import { prepare, type Decisions, type Program } from "@ptc/lisp";
import { presentFields } from "@ptc/llm/adapter";
import type { Agent } from "../agent/agent.ts";
import { chainedContext } from "../chain/chained-context.ts";
import type { ContextOption } from "../chain/context-option.ts";
import type { DepsOption } from "../agent/deps.ts";
import { missionOptionNames, type MissionOptions } from "../loop/mission-options.ts";
import { knownOptions, oneOf } from "../options/option-checks.ts";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { MissionStep } from "../step/step.ts";
import type { PreparedMission } from "../waiting/prepared-mission.ts";
import { runPrepared } from "../waiting/run-prepared.ts";
import { compiledMission, type OnDrift } from "./compiled-run.ts";
import { compiledFormat, compiledVersion, type CompiledJson } from "./compiled-format.ts";
import type { DataShape } from "./data-shape.ts";
import { fingerprint, needsOf, type CompiledNeeds } from "./fingerprint.ts";
import { programWords } from "./program-words.ts";

/** The options of a run of a compiled agent. */
export type CompiledRunOptions<Input = unknown, Deps = unknown> = Omit<
  MissionOptions,
  "record" | "onText" | "collectMessages" | "memory"
> &
  ContextOption<Input> &
  DepsOption<Deps> & {
    /**
     * The reaction to data that differs from the samples. Data differs if a field that the program
     * reads is missing or of another kind, or if the program compares a field with texts and a text
     * of it is new. `fail`: the run fails with `data_drift`, and the program does not run. `warn`:
     * it runs, and the step has a warning. Default `fail`.
     */
    readonly onDrift?: OnDrift;
  };

/**
 * The options of `resume` of a compiled agent. The context isn't needed if the run had
 * `keepContext`.
 */
export type CompiledResumeOptions<Input = unknown, Deps = unknown> = Omit<
  CompiledRunOptions<Input, Deps>,
  "context" | "journal" | "random"
> &
  Partial<Pick<CompiledRunOptions<Input, Deps>, "context">> & {
    /** Decisions by the ids of pending calls. */
    readonly decisions?: Decisions;
  };

const runOptionNames: readonly string[] = [
  ...missionOptionNames.filter(
    (name) => !["record", "onText", "collectMessages", "memory"].includes(name),
  ),
  "onDrift",
];

/** Returns the values in which firewalled values of a checkpoint can be found again. */
function inputsOf({ context }: CompiledResumeOptions): {
  readonly context?: Readonly<Record<string, unknown>>;
} {
  return context === undefined ? {} : { context: { ...context } };
}

/**
 * A program that a model wrote for an agent; see `compileAgent`. It runs with the agent's tools,
 * limits and contract, without a model.
 */
export class CompiledAgent<Input = unknown, Output = unknown, Deps = unknown> {
  /** The agent that the program was compiled for. */
  readonly agent: Agent<Input, Output, Deps>;
  /** The program, in PTC-Lisp. */
  readonly source: string;
  /**
   * The parts of the agent that the program depends on: the signature, the tools it calls, the
   * limits.
   */
  readonly needs: CompiledNeeds;
  /** The properties of the data that the program relies on, taken from the samples. */
  readonly data: DataShape;
  /**
   * True if the program calls agents or models as tools. A run then needs a model for those that
   * don't name one themselves.
   */
  readonly llmRequired: boolean;
  /** Sixteen hexadecimal digits. Equal for the same program, needs and data. */
  readonly hash: string;
  private prepared: Promise<Program | undefined> | undefined = undefined;

  constructor(agent: Agent<Input, Output, Deps>, source: string, data: DataShape) {
    const { tools } = programWords(source);
    this.agent = agent;
    this.source = source;
    this.data = data;
    this.needs = needsOf(agent as Agent, tools, source);
    this.llmRequired = [...tools].some((name) => {
      const tool = agent.tools.get(name);
      return tool !== undefined && typeof tool.work !== "function";
    });
    this.hash = fingerprint([compiledVersion, source, this.needs, data]);
  }

  /**
   * Runs the program on a context. Returns a step in every case, as `run` does.
   * @throws OptionError for a bad option
   */
  async run(options: CompiledRunOptions<Input, Deps>): Promise<MissionStep<Output>> {
    knownOptions(options, runOptionNames);
    // The result was checked against the signature.
    return (await runPrepared(this.mission(options))) as MissionStep<Output>;
  }

  /**
   * Continues a run whose calls wait, from the checkpoint of its step.
   * @throws CheckpointError for a checkpoint or a decision that doesn't fit; OptionError
   */
  async resume(
    checkpoint: MissionCheckpoint,
    options: CompiledResumeOptions<Input, Deps>,
  ): Promise<MissionStep<Output>> {
    knownOptions(options, [...runOptionNames, "decisions"]);
    const { decisions = {}, ...mission } = options as CompiledResumeOptions;
    const { resumeWaiting } = await import("../waiting/waiting-mission.ts");
    const given = mission.onJournal === undefined ? mission : { ...mission, journal: {} };
    return (await resumeWaiting({
      checkpoint,
      decisions,
      keys: mission,
      inputs: inputsOf(mission),
      prepare: (kept) =>
        this.mission({ ...given, ...presentFields({ context: mission.context ?? kept.context }) }),
    })) as MissionStep<Output>;
  }

  private mission({ onDrift = "fail", context, ...mission }: CompiledRunOptions): PreparedMission {
    const { source, data } = this;
    const agent = this.agent as Agent;
    const chained = chainedContext(agent, context);
    return compiledMission(
      { agent, source, data, prepared: (tools) => this.prepare(tools) },
      { ...mission, context: (chained.context ?? {}) as Readonly<Record<string, unknown>> },
      oneOf("onDrift", onDrift, ["fail", "warn"]),
      chained.refused,
    );
  }

  /** Prepares the program with placeholder tools, because each run passes its own tools. */
  private prepare(names: readonly string[]): Promise<Program | undefined> {
    const tools = Object.fromEntries(names.map((name) => [name, () => null]));
    return (this.prepared ??= prepare(this.source, {
      tools,
      limits: this.agent.limits,
      ...presentFields({ libraries: this.agent.libraries }),
    }).then((prepared) => (prepared.ok ? prepared.program : undefined)));
  }

  /** Returns JSON for a file or a database. `compiledAgentFromJson` reads it. */
  toJSON(): CompiledJson {
    const { source, needs, data, llmRequired, hash } = this;
    return {
      format: compiledFormat,
      version: compiledVersion,
      source,
      needs,
      data,
      llmRequired,
      hash,
    };
  }
}
