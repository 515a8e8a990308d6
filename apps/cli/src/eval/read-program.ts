// Where `ptc eval` finds its program: an argument, a file, or standard input.

import { readStandardInput, readTextFile } from "../files/read-text.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

/** @throws UsageError when there is none, there are two, or it cannot be read. */
export async function readProgram(
  host: Host,
  argument: string | undefined,
  file: string | undefined,
): Promise<string> {
  if (argument !== undefined && file !== undefined)
    throw new UsageError("there are two programs: an argument and --file", {
      isAboutArguments: true,
    });
  const path = file ?? (argument === undefined || argument === "-" ? "-" : undefined);
  if (path === undefined) return argument ?? "";
  if (path !== "-") return readTextFile(host, path, "program");
  if (argument === undefined && file === undefined && host.input.isTTY === true)
    throw new UsageError(
      "there is no program: give one as an argument, with --file, or on standard input",
      { isAboutArguments: true },
    );
  return readStandardInput(host, "program");
}
