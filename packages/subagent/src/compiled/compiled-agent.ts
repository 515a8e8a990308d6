// A program that a model wrote once for an agent, and that runs without one.

import { prepare, type Program } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import { chainedContext } from "../chain/chained-context.ts";
import type { ContextOption } from "../chain/context-option.ts";
import type { DepsOption } from "../agent/deps.ts";
import { missionOptionNames, type MissionOptions } from "../loop/mission-options.ts";
import { knownOptions, oneOf } from "../options/option-checks.ts";
import type { MissionStep } from "../step/step.ts";
import { runCompiled, type OnDrift } from "./compiled-run.ts";
import { compiledFormat, compiledVersion, type CompiledJson } from "./compiled-format.ts";
import type { DataShape } from "./data-contract.ts";
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
     * What happens when the data is not as the samples were: a field that the program reads is gone
     * or of another kind, or a text is none of those that the program knows. `fail`: the run fails
     * with `data_drift`, and the program does not run. `warn`: it runs, and the step has a warning.
     * Default `fail`.
     */
    readonly onDrift?: OnDrift;
  };

const runOptionNames: readonly string[] = [
  ...missionOptionNames.filter(
    (name) => !["record", "onText", "collectMessages", "memory"].includes(name),
  ),
  "onDrift",
];

/**
 * A program that a model wrote for an agent; see `compileAgent`. It runs with the tools, limits and
 * contract of the agent, without a model.
 */
export class CompiledAgent<Input = unknown, Output = unknown, Deps = unknown> {
  /** The agent for which it was compiled. */
  readonly agent: Agent<Input, Output, Deps>;
  /** The program, in PTC-Lisp. */
  readonly source: string;
  /** What the program needs of the agent: its signature, the tools that it calls, its limits. */
  readonly needs: CompiledNeeds;
  /** What the program takes for granted of its data, because the samples were so. */
  readonly data: DataShape;
  /**
   * Whether the program calls agents or models that are its tools: then a run needs a model for
   * them, where they name none themselves.
   */
  readonly llmRequired: boolean;
  /** Sixteen hexadecimal digits, the same for the same program, needs and data. */
  readonly hash: string;
  private prepared: Promise<Program | undefined> | undefined = undefined;

  constructor(agent: Agent<Input, Output, Deps>, source: string, data: DataShape) {
    const { tools } = programWords(source);
    this.agent = agent;
    this.source = source;
    this.data = data;
    this.needs = needsOf(agent as Agent, tools);
    this.llmRequired = [...tools].some((name) => {
      const tool = agent.tools.get(name);
      return tool !== undefined && typeof tool.work !== "function";
    });
    this.hash = fingerprint([compiledVersion, source, this.needs, data]);
  }

  /**
   * Runs the program over a context. As with `run`, the outcome is a step, whatever happens.
   * @throws OptionError for a bad option
   */
  async run(options: CompiledRunOptions<Input, Deps>): Promise<MissionStep<Output>> {
    knownOptions(options, runOptionNames);
    const { onDrift = "fail", context, ...mission } = options as CompiledRunOptions;
    const { source, data } = this;
    const agent = this.agent as Agent;
    const chained = chainedContext(agent, context);
    // The answer was checked against the signature.
    return (await runCompiled(
      { agent, source, data, prepared: (tools) => this.prepare(tools) },
      { ...mission, context: (chained.context ?? {}) as Readonly<Record<string, unknown>> },
      oneOf("onDrift", onDrift, ["fail", "warn"]),
      chained.refused,
    )) as MissionStep<Output>;
  }

  /** Each run hands over its own tools, so those of none are kept. */
  private prepare(names: readonly string[]): Promise<Program | undefined> {
    const tools = Object.fromEntries(names.map((name) => [name, () => null]));
    return (this.prepared ??= prepare(this.source, { tools, limits: this.agent.limits }).then(
      (prepared) => (prepared.ok ? prepared.program : undefined),
    ));
  }

  /** For a file or a database; `compiledAgentFromJson` reads it. */
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
