// Reads the program of `ptc eval` from an argument, a file or standard input.

import { isFile, readTextFile } from "@ptc/core/internal/node";
import { readStandardInput } from "../files/read-standard-input.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

export interface ProgramSource {
  /** A program, or the name of an existing file. */
  readonly argument: string | undefined;
  readonly file: string | undefined;
  /** True if standard input has something else. */
  readonly isInputTaken: boolean;
}

/** A name that can't be a program: its ending follows a letter, digit, hyphen or underscore. */
const looksLikeFile = /^[\w./\\~-]*[\w-]\.(?:cljc?|cljs|edn|lisp|ptc|txt)$/;

/** Returns the program. @throws LoadError if it is missing, given twice, or unreadable */
export async function readProgram(
  host: Pick<Host, "folder" | "input">,
  { argument, file, isInputTaken }: ProgramSource,
): Promise<string> {
  if (argument !== undefined && file !== undefined)
    throw aboutArguments("use either a program argument or --file, not both");
  const path = file ?? (argument === undefined || argument === "-" ? "-" : undefined);
  if (path === undefined) {
    const program = argument ?? "";
    // Reading a missing file reports it. As a program, its name would be an unknown symbol.
    return isFile(host, program) || looksLikeFile.test(program)
      ? readTextFile(host, program, "program")
      : program;
  }
  if (path !== "-") return readTextFile(host, path, "program");
  if (isInputTaken)
    throw aboutArguments(
      "standard input is used for the context; pass the program as an argument or with --file",
    );
  if (argument === undefined && file === undefined && host.input.isTTY === true)
    throw aboutArguments(
      "missing program: pass it as an argument, with --file, or on standard input",
    );
  return readStandardInput(host, "program");
}

function aboutArguments(message: string): UsageError {
  return new UsageError(message, { isAboutArguments: true });
}
