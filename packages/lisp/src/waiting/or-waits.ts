// Decides whether options were refused because they are wrong, or because calls may wait. Loads
// with the first refused option.

import { OptionError } from "@ptc/core/errors";
import { refuseOptions } from "../options/refuse-options.ts";
import type { PrepareOptions } from "../options/run-options.ts";
import type { LispStep } from "../step/step.ts";
import type {
  Prepare,
  PreparedOr,
  PreparedProgram,
  PreparedRun,
  PreparedSettings,
} from "./prepared-runs.ts";
import type * as Waiting from "./runs.ts";

/** Uses the code for calls that wait. */
type UseOfWaiting<Made> = (waiting: typeof Waiting) => Made | Promise<Made>;

/**
 * Calls `use` if `error` is undefined, or only about calls that may wait.
 * @throws OptionError for all others
 */
async function orWaits<Made>(use: UseOfWaiting<Made>, error: unknown): Promise<Made> {
  if (error !== undefined && !isAboutWaits(error)) refuseOptions(error);
  return await use(await import("./runs.ts"));
}

/** Prepares a program whose options were refused. @throws OptionError */
export function prepareAgain<
  Program extends PreparedProgram,
  Refused extends { readonly ok: false },
>(
  error: unknown,
  source: string,
  options: PrepareOptions,
  prepare: Prepare<Program, Refused>,
): Promise<PreparedOr<Program, Refused>> {
  return orWaits(({ prepareWaiting }) => prepareWaiting(source, options, prepare), error);
}

/** Runs a prepared program, or continues a run of it. @throws CheckpointError, OptionError */
export function runPrepared<Return>(
  program: PreparedProgram,
  settings: PreparedSettings,
  given: PreparedRun<Return>,
): Promise<LispStep<Return>> {
  return orWaits(({ runProgram }) => runProgram(program, settings, given), given.error);
}

function isAboutWaits(error: unknown): boolean {
  if (!(error instanceof OptionError)) return false;
  const { option, message } = error;
  return (
    checkpointOption.test(option) || (waitingField.test(option) && message.endsWith(": is wrong"))
  );
}

const checkpointOption = /^(?:checkpointKey|encryptionKey|keepContext|onCheckpoint|provenance)$/;
const waitingField = /\.(?:needsApproval|suspends)$/;
