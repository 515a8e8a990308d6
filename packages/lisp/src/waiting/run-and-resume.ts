// Runs a program whose calls may wait for decisions, and continues it from a checkpoint. A resumed
// program runs again from its start. Recorded effects return what they returned before, so it
// reaches the same state, and no tool is called twice.
//
//   run ──▶ all calls that can be requested wait ──▶ step with status "waiting" and a checkpoint
//                                                                      │
//   step ◀── the program ends ◀── effects replayed, decisions applied ◀── resume

import { systemClock } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { JournalEntries } from "@ptc/core/internal/journal";
import { runIdOf } from "../evaluation/run-id.ts";
import type { Checkpoint } from "../step/checkpoint.ts";
import type { LispStep } from "../step/step.ts";
import { CheckpointError } from "./checkpoint-error.ts";
import { keysOf } from "./checkpoint-keys.ts";
import { checkDecisions, continuesItself, decidedCalls } from "./decided-calls.ts";
import { EffectLog } from "./effect-log.ts";
import { readCheckpoint } from "./read-checkpoint.ts";
import { assertSameInputs, assertSameLibraries, inputsOf, passedValues } from "./same-inputs.ts";
import { digestsOf, newSalt } from "./seal.ts";
import { fieldsOf } from "./stored-inputs.ts";
import { policedRun, type LoadedFirst } from "./under-policy.ts";
import {
  checkWaitingOptions,
  firewallOf,
  resumeOptionNames,
  type ResumeOptions,
  type WaitingRunOptions,
} from "./waiting-options.ts";
import { WaitingRun, type Runner, type Recording } from "./waiting-run.ts";

/** A prepared program. */
interface ResumableProgram {
  resume<Return>(checkpoint: Checkpoint, options: ResumeOptions<Return>): Promise<LispStep<Return>>;
}

/** Runs a program until it ends or can only wait. @throws OptionError */
export async function runWaiting<Return>(
  source: string,
  options: WaitingRunOptions<Return>,
  runner: Runner,
): Promise<LispStep<Return>> {
  const keys = keysOf(options);
  const { journal } = options;
  if (journal instanceof JournalEntries)
    throw new OptionError("journal", "a run that can wait can't share its journal");
  checkWaitingOptions(options);
  const seed = (options.random ?? Math.random)();
  if (!(seed >= 0 && seed < 1))
    throw new OptionError("random", "expected a function that returns a number from 0 to 1");
  const salt = keys.checkpointKey === undefined ? newSalt() : undefined;
  const digests = digestsOf(keys.checkpointKey, salt);
  return await new WaitingRun(source, options, runner, keys, {
    runId: options.runId ?? runIdOf(seed),
    seed,
    turn: options.turn ?? 1,
    inputs: undefined,
    durationMs: 0,
    log: new EffectLog(),
    entries: undefined,
    pending: new Map(),
    salt,
    digests,
    // The application may add entries to its object while the program runs.
    journal: journal === undefined ? undefined : { ...journal },
    warnings: [],
  }).step();
}

/**
 * Continues a run from its checkpoint.
 * @throws CheckpointError, OptionError
 */
export async function resumeWaiting<Return>(
  source: string | ResumableProgram,
  checkpoint: unknown,
  { decisions = {}, ...given }: ResumeOptions<Return>,
  runner: Runner,
  evaluator?: LoadedFirst,
): Promise<LispStep<Return>> {
  if (typeof source !== "string")
    return await source.resume<Return>(checkpoint as Checkpoint, { ...given, decisions });
  const { options, recording } =
    given.policy === undefined && given.provenance === undefined
      ? { options: given, recording: undefined }
      : await policedRun(given, evaluator);
  assertKnownOptions(options, resumeOptionNames);
  checkWaitingOptions(options);
  checkDecisions(decisions);
  const keys = keysOf(options);
  const opened = await readCheckpoint(checkpoint, keys, {
    passed: passedValues(options, firewallOf(options.firewall ?? options.trace?.firewall)),
    hasContext: options.context !== undefined,
  });
  const { context, digests, salt } = opened;
  if (options.onJournal === undefined && opened.effects.some(({ type }) => type === "store"))
    throw new CheckpointError(
      "changed",
      "the run reported changes of its journal: pass its `onJournal` again",
    );
  const whole =
    context === undefined || options.context !== undefined
      ? options
      : { ...options, context: fieldsOf(context, "context") };
  assertSameLibraries(options.libraries, opened.inputs);
  const inputs = await inputsOf(source, whole, digests);
  const isSameProgram = assertSameInputs(inputs, opened.inputs);
  return await new WaitingRun(source, whole, recordedBy(recording, runner), keys, {
    runId: opened.runId,
    seed: opened.seed,
    turn: opened.turn,
    inputs,
    durationMs: opened.durationMs,
    log: new EffectLog(opened.effects, opened.times),
    entries: opened.entries,
    pending: decidedCalls(opened, decisions, {
      clock: whole.clock ?? systemClock,
      hasEnded: (id) =>
        opened.effects.some(({ type, at }) => type === "tool" && `${opened.runId}/${at}` === id),
      mayContinue: (call) => continuesItself(call, whole),
    }),
    salt,
    digests,
    journal: opened.journal === undefined ? undefined : fieldsOf(opened.journal, "journal"),
    warnings: isSameProgram
      ? []
      : ["the program has changed since the checkpoint; its effects so far are the same"],
  }).step();
}

function recordedBy(recording: Recording | undefined, runner: Runner): Runner {
  return recording === undefined || typeof runner !== "function" ? runner : recording(runner);
}
