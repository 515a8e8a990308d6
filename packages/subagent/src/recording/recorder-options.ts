// The options of a recorder of a run, and how they are checked.

import { OptionError } from "@ptc/core/errors";
import { knownOptions, optionalText, wholeNumber, wrongOption } from "../options/option-checks.ts";

/** The options of `createRunRecorder`: where the lines go, and what is left out of them. */
export interface RunRecorderOptions {
  /**
   * Is given the lines of the recording in order, each with its line feed. The run goes on when it
   * returns: a promise is not waited for. Where it throws, or such a promise rejects, the recording
   * ends and the run goes on.
   */
  readonly write: (line: string) => void;
  /** A note about the circumstances, kept in the recording. */
  readonly note?: string;
  /**
   * The folder of the mission by its parts, relative to where the recording is played back. `ptc
   * replay` looks for it there.
   */
  readonly mission?: readonly string[];
  /** Where the recording ends, in UTF-16 units; default a thousand million. */
  readonly maximumUnits?: number;
}

/** With the default of what was left out. `write` may answer anything, such as a promise. */
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

/** @throws OptionError */
export function checkedOptions(options: RunRecorderOptions): CheckedOptions {
  knownOptions(options, optionNames);
  const { write, note, mission, maximumUnits = usualUnits } = options;
  if (typeof (write as unknown) !== "function")
    throw new OptionError("write", "expected a function of a line");
  optionalText("note", note);
  wholeNumber("maximumUnits", maximumUnits, 1);
  if (mission !== undefined && !isTexts(mission))
    throw wrongOption("mission", "expected the parts of a path, texts", mission);
  return { ...options, maximumUnits };
}

function isTexts(given: unknown): boolean {
  return Array.isArray(given) && given.every((part) => typeof part === "string");
}
