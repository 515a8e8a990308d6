// Compiles an agent: a model writes its program once, and the program is tried on samples.

import type { Fail } from "@ptc/core/contracts";
import { renderFail } from "@ptc/lisp";
import { format } from "@ptc/parser/format";
import { checkedAgent, type Agent } from "../agent/agent.ts";
import type { DepsOption } from "../agent/deps.ts";
import { rootScope } from "../bounds/mission-scope.ts";
import {
  missionOptionNames,
  missionOptions,
  type GivenMissionOptions,
  type MissionOptions,
} from "../loop/mission-options.ts";
import { MissionRun } from "../loop/mission-run.ts";
import { compilingMode } from "../mode-traits/mode-table.ts";
import { modeOf } from "../modes/mode-of.ts";
import { isRecord, knownOptions, wholeNumber, wrongOption } from "../options/option-checks.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { promptText } from "../prompt/prompt-text.ts";
import type { FailedMission, SuccessfulMission, WaitingMission } from "../step/step.ts";
import { CompiledAgent } from "./compiled-agent.ts";
import { compileMode } from "./compile-mode.ts";
import { shapeOfSamples, type ToolResult } from "./data-contract.ts";
import { programComparisons, programWords } from "./program-words.ts";
import { checkedSamples, type Sample } from "./sample.ts";

/** A program for the model to start from. */
export interface EarlierProgram {
  readonly source: string;
  /** Why the program no longer works. */
  readonly fail?: Fail;
}

/** The options of `compileAgent`. */
export type CompileOptions<Input = unknown, Output = unknown, Deps = unknown> = Omit<
  MissionOptions,
  "record" | "memory" | "journal" | "onJournal"
> &
  DepsOption<Deps> & {
    /**
     * 1 to 100 samples of data, with their expected results, to try each program on. The prompt
     * describes the first one. Programs call the real tools.
     */
    readonly samples: readonly Sample<Input, Output>[];
    /**
     * The maximum number of programs that the model can write, including those that explore the
     * data. Default 8.
     */
    readonly attempts?: number;
    /** A program to start from, for example one that no longer fits the data. */
    readonly from?: EarlierProgram;
  };

/** A compiled agent, or the reason for the failure. `step` contains all tried programs. */
export type CompileResult<Input = unknown, Output = unknown, Deps = unknown> =
  | {
      readonly ok: true;
      readonly compiled: CompiledAgent<Input, Output, Deps>;
      readonly step: SuccessfulMission;
      readonly fail?: undefined;
    }
  | { readonly ok: false; readonly fail: Fail; readonly step: FailedMission | WaitingMission };

const omitted: readonly string[] = ["record", "memory", "journal", "onJournal", "context"];
const missionNames = missionOptionNames.filter((name) => !omitted.includes(name));

/**
 * Compiles an agent: a model writes a program that works on any data like the samples. Each program
 * is tried on all samples, and the model fixes it until every result is right. The program then
 * runs without a model.
 *
 * @example
 *   const samples = [{ context: { orders }, expected: 3 }];
 *   const result = await compileAgent(agent, { llm, samples });
 *   if (result.ok) await result.compiled.run({ context: { orders: others } });
 *
 * @throws OptionError for a bad option, and for samples that contradict each other
 */
export async function compileAgent<Input, Output, Deps>(
  agent: Agent<Input, Output, Deps>,
  options: CompileOptions<Input, Output, Deps>,
): Promise<CompileResult<Input, Output, Deps>> {
  const checked = checkedAgent(agent);
  knownOptions(options, [...missionNames, "samples", "attempts", "from"]);
  const { samples: given, attempts = 8, from, ...mission } = options;
  const samples = checkedSamples(given, checked);
  const contexts = samples.map(({ context }) => context);
  const working = workingAgent(checked, wholeNumber("attempts", attempts, 1), checkedFrom(from));
  const resolved = missionOptions({
    ...mission,
    context: contexts[0] ?? {},
  } as GivenMissionOptions);
  let results: readonly ToolResult[] = [];
  const keepResults = (given: readonly ToolResult[]): void => {
    results = given;
  };
  const below = { agent: checked, mode: modeOf(checked) };
  const run = new MissionRun(
    working,
    resolved,
    rootScope,
    compileMode(samples, keepResults),
    below,
  );
  const step = await run.run();
  if (!step.ok) return { ok: false, fail: step.fail, step };
  const source = readable(String(step.return));
  const data = shapeOfSamples(
    { contexts, results },
    programWords(source),
    programComparisons(source),
  );
  return { ok: true, compiled: new CompiledAgent(agent, source, data), step };
}

/**
 * Compiles an agent again, starting from its program, for example because the data has changed or
 * you have better samples. In the option `fail`, pass the reason why the program no longer works.
 *
 * @example
 *   const step = await compiled.run({ context });
 *   if (!step.ok && step.fail.reason === "data_drift")
 *     await recompileAgent(compiled, { llm, samples: [...samples, { context }], fail: step.fail });
 *
 * @throws OptionError for a bad option
 */
export async function recompileAgent<Input, Output, Deps>(
  compiled: CompiledAgent<Input, Output, Deps>,
  {
    fail,
    ...options
  }: Omit<CompileOptions<Input, Output, Deps>, "from"> & { readonly fail?: Fail },
): Promise<CompileResult<Input, Output, Deps>> {
  const { agent, source } = compiled;
  const from: EarlierProgram = { source, ...(fail === undefined ? {} : { fail }) };
  return await compileAgent(agent, { ...options, from } as CompileOptions<Input, Output, Deps>);
}

/** Returns the agent that is sent to the model: it writes programs, with a prompt for any data. */
function workingAgent(agent: Agent, attempts: number, from: EarlierProgram | undefined): Agent {
  const hasPlaceholders = agent.template.some(({ type }) => type !== "text");
  const prompt = [
    agent.prompt,
    ...(hasPlaceholders ? [promptText("compile-placeholders", { mark: "{{name}}" })] : []),
    ...(from === undefined ? [] : [earlierText(from)]),
  ].join("\n\n");
  return {
    ...agent,
    mode: compilingMode,
    completion: "explicit",
    maxTurns: attempts,
    retryTurns: 0,
    turnBudget: Math.max(agent.turnBudget, attempts),
    onBudgetExceeded: "fail",
    plan: [],
    template: [{ type: "text", text: prompt }],
  };
}

/** Uses data envelopes, because an old program may come from a file, and its fail from data. */
function earlierText({ source, fail }: EarlierProgram): string {
  const program = `Until now, this program did the work:\n${dataEnvelope("program", source, undefined)}`;
  if (fail === undefined) return program;
  return `${program}\nNow it fails:\n${dataEnvelope("error", renderFail(fail), undefined)}`;
}

const longestEarlier = 100_000;

function checkedFrom(given: EarlierProgram | undefined): EarlierProgram | undefined {
  if (given === undefined) return undefined;
  if (!isRecord(given)) throw wrongOption("from", "expected { source, fail }", given);
  knownOptions(given, ["source", "fail"], "from.");
  const { source, fail } = given;
  if (typeof source !== "string" || source.length > longestEarlier)
    throw wrongOption(
      "from.source",
      `expected a program of at most ${String(longestEarlier)} characters`,
      source,
    );
  if (fail !== undefined && typeof (fail as Partial<Fail>).message !== "string")
    throw wrongOption("from.fail", "expected the fail of a step", fail);
  return given;
}

/** Formats the source as `ptc fmt` does. Returns source that can't be formatted unchanged. */
function readable(source: string): string {
  const laidOut = format(source);
  return laidOut.ok ? laidOut.text.trimEnd() : source;
}
