// The options of a run recorder, and their checks.

import { OptionError } from "@ptc/core/errors";
import { knownOptions, optionalText, wholeNumber, wrongOption } from "../options/option-checks.ts";

/** The options of `createRunRecorder`: the output function, metadata and a size limit. */
export interface RunRecorderOptions {
  /**
   * Receives the lines of the recording in order, each with its line feed. The run doesn't wait
   * for a returned promise. If it throws, or the promise rejects, the recording ends and the run
   * continues.
   */
  readonly write: (line: string) => void;
  /** A note to store in the recording, for example about the circumstances. */
  readonly note?: string;
  /**
   * The folder of the mission as path segments, relative to the folder in which the recording is
   * replayed. `ptc replay` looks for the mission there.
   */
  readonly mission?: readonly string[];
  /** The maximum length of the recording, in UTF-16 units; default 1,000,000,000. */
  readonly maximumUnits?: number;
}

/** The options with defaults. `write` may return anything, such as a promise. */
export interface CheckedOptions extends Omit<RunRecorderOptions, "write"> {
  readonly write: (line: string) => unknown;
  readonly maximumUnits: number;
}

const usualUnits = 1_000_000_000;

const optionNames = [
  "write",
  "note",
  "mission",
  "maximumUnits",
] as const satisfies readonly (keyof RunRecorderOptions)[];

/** Checks the options and fills in defaults. @throws OptionError */
export function checkedOptions(options: RunRecorderOptions): CheckedOptions {
  knownOptions(options, optionNames);
  const { write, note, mission, maximumUnits = usualUnits } = options;
  if (typeof (write as unknown) !== "function")
    throw new OptionError("write", "expected a function of a line");
  optionalText("note", note);
  wholeNumber("maximumUnits", maximumUnits, 1);
  if (mission !== undefined && !isTexts(mission))
    throw wrongOption("mission", "expected the parts of a path, as strings", mission);
  return { ...options, maximumUnits };
}

function isTexts(given: unknown): boolean {
  return Array.isArray(given) && given.every((part) => typeof part === "string");
}
