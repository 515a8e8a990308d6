// Where `ptc eval` finds its program: an argument, a file, or standard input.

import { isFile, readStandardInput, readTextFile } from "../files/read-text.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

export interface ProgramPlace {
  /** A program, or the name of a file that there is. */
  readonly argument: string | undefined;
  readonly file: string | undefined;
  /** Whether something else is read from standard input. */
  readonly isInputTaken: boolean;
}

/** @throws UsageError when there is none, there are two, or it cannot be read. */
export async function readProgram(
  host: Pick<Host, "folder" | "input">,
  { argument, file, isInputTaken }: ProgramPlace,
): Promise<string> {
  if (argument !== undefined && file !== undefined)
    throw aboutArguments("there are two programs: an argument and --file");
  const path = file ?? (argument === undefined || argument === "-" ? "-" : undefined);
  if (path === undefined) {
    const program = argument ?? "";
    return isFile(host, program) ? readTextFile(host, program, "program") : program;
  }
  if (path !== "-") return readTextFile(host, path, "program");
  if (isInputTaken)
    throw aboutArguments(
      "standard input is the context: give the program as an argument or --file",
    );
  if (argument === undefined && file === undefined && host.input.isTTY === true)
    throw aboutArguments(
      "there is no program: give one as an argument, with --file, or on standard input",
    );
  return readStandardInput(host, "program");
}

function aboutArguments(message: string): UsageError {
  return new UsageError(message, { isAboutArguments: true });
}
