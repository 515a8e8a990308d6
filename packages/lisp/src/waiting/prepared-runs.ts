// Runs of prepared programs whose calls may wait. A prepared program refuses such tools when it is
// prepared or run, so that other programs don't pay for them. They are then prepared or run in
// passes here.

import type { Tool, Tools } from "@ptc/core/contracts";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { presentFields } from "@ptc/core/internal/host";
import { Libraries } from "../analysis/known-libraries.ts";
import type { AnalyzedProgram } from "../analysis/core-tree.ts";
import type { JournalListener } from "../effects/journal.ts";
import { limitTable, type Limits } from "../evaluation/limits.ts";
import { checkpointOptionNames, runOptionNames } from "../options/option-names.ts";
import { runOptionAliases } from "../options/prepare-option-names.ts";
import type { PrepareOptions, ProgramRunOptions } from "../options/run-options.ts";
import type { RunCheckpointOptions } from "../step/run-checkpoint-options.ts";
import { without } from "../options/without.ts";
import { checkpointedOptionNames } from "./checkpointed-option-names.ts";
import type { Checkpoint } from "../step/checkpoint.ts";
import type { LispStep } from "../step/step.ts";
import { checkApproval, runFields } from "./tools-that-wait.ts";
import { resumeWaiting, runWaiting } from "./run-and-resume.ts";
import type { ResumeOptions } from "./waiting-options.ts";
import type { RunProgram } from "./waiting-run.ts";
import { runPreparedUnderPolicy } from "./prepared-policy.ts";

/** The options of a resumed run of a prepared program. */
type ProgramResumeOptions<Return = unknown> = Omit<ResumeOptions<Return>, "limits" | "generate">;

type WaitingOptions<Return> = ProgramRunOptions<Return> & RunCheckpointOptions;

/** A prepared program. */
export interface PreparedProgram {
  readonly source: string;
  readonly analyzed: AnalyzedProgram;
  run<Return>(
    options: ProgramRunOptions<Return>,
    onTask?: JournalListener,
  ): Promise<LispStep<Return>>;
}

/** A run of a prepared program, from its start or from a checkpoint. */
export interface PreparedRun<Return> {
  readonly checkpoint?: Checkpoint;
  readonly options: (WaitingOptions<Return> & ProgramResumeOptions<Return>) | undefined;
  readonly onTask?: JournalListener | undefined;
  /** Why the program refused the options. */
  readonly error?: unknown;
}

/** The settings of a prepared program that its runs in passes need. */
export interface PreparedSettings {
  readonly limits: Pick<Limits, "memoryBytes">;
  /** The tools with which it was prepared. A run may replace them. */
  readonly given?: Tools | undefined;
  readonly libraries?: unknown;
}

/** A program, or the errors that prevent it. */
export type PreparedOr<Program, Refused> =
  { readonly ok: true; readonly program: Program; readonly errors?: undefined } | Refused;

/** Prepares a program whose calls can't wait. */
export type Prepare<Program, Refused> = (
  source: string,
  options: PrepareOptions,
) => PreparedOr<Program, Refused> | Promise<PreparedOr<Program, Refused>>;

/** Prepares a program whose calls may wait. @throws OptionError */
export async function prepareWaiting<
  Program extends PreparedProgram,
  Refused extends { readonly ok: false },
>(
  source: string,
  options: PrepareOptions,
  prepare: Prepare<Program, Refused>,
): Promise<PreparedOr<Program, Refused>> {
  const { tools = {} } = options;
  const prepared = await prepare(source, { ...options, tools: withoutWaits(tools) });
  if (!prepared.ok) return prepared;
  const memoryBytes = options.limits?.memoryBytes ?? limitTable.memoryBytes.default;
  return {
    ...prepared,
    program: waitingProgram(prepared.program, tools, {
      limits: { memoryBytes },
      libraries: options.libraries,
    }),
  };
}

/** Returns a program with these tools, all runs of which may wait. */
function waitingProgram<Program extends PreparedProgram>(
  program: Program,
  tools: Tools,
  settings: PreparedSettings,
): Program {
  const methods = {
    run: (options: WaitingOptions<unknown> = {}, onTask?: JournalListener) =>
      runProgram(program, settings, { options: { tools, ...options }, onTask }),
    resume: (checkpoint: Checkpoint, options: ProgramResumeOptions = {}) =>
      runProgram(program, settings, { checkpoint, options: { tools, ...options } }),
  };
  // The state of the program stays in the program.
  return Object.assign(Object.create(program) as Program, methods);
}

/**
 * Runs a prepared program until it ends or can only wait, or continues a run of it.
 * @throws CheckpointError, OptionError
 */
export async function runProgram<Return>(
  program: PreparedProgram,
  { limits, given: tools, libraries }: PreparedSettings,
  { checkpoint, options = {}, onTask }: PreparedRun<Return>,
): Promise<LispStep<Return>> {
  const runner = runnerOf(program, onTask);
  const given = {
    ...presentFields({ tools }),
    ...options,
    limits,
    ...(libraries instanceof Libraries ? { libraries } : {}),
  };
  if (checkpoint === undefined) {
    assertKnownOptions(
      options,
      [...runOptionNames, ...checkpointOptionNames],
      "",
      runOptionAliases,
    );
    if (given.policy === undefined && given.provenance === undefined)
      return await runWaiting(program.source, given, runner);
    const known = libraries instanceof Libraries ? libraries : undefined;
    return await runPreparedUnderPolicy(program, given, known, (policed, recording) =>
      runWaiting(program.source, policed, recording(runner)),
    );
  }
  const determined: readonly string[] = checkpointedOptionNames;
  assertKnownOptions(options, [
    "decisions",
    ...runOptionNames.filter((name) => !determined.includes(name)),
    ...checkpointOptionNames,
  ]);
  return await resumeWaiting(program.source, checkpoint, given, runner);
}

/** The limits and the generated code are those of the prepared program. */
function runnerOf(program: PreparedProgram, onTask: JournalListener | undefined): RunProgram {
  return (_source, options) =>
    program.run(without(options, ["limits", "generate", "libraries"]), onTask);
}

/** Returns the tools without the fields of calls that wait. @throws OptionError */
function withoutWaits(tools: Tools): Tools {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]: [string, unknown]): [string, Tools[string]] => {
      if (typeof tool !== "object" || tool === null) return [name, tool as Tools[string]];
      checkApproval(name, tool as Tool);
      return [name, runFields(tool as Tool)];
    }),
  );
}
