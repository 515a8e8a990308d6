// Reports an error to a person, and turns it into an exit code.

import { LoadError } from "@ptc/core/internal/host";
import { oneLine } from "@ptc/core/internal/errors";
import { exitCode, type ExitCode } from "./terminal/exit-code.ts";
import type { Host } from "./terminal/host.ts";
import { writeLine } from "./terminal/output.ts";
import { UsageError } from "./terminal/usage-error.ts";

/** Reports `error`. `called` is the command as the user typed it, such as `ptc eval`. */
export async function reportError(
  error: unknown,
  called: string,
  host: Pick<Host, "errors">,
): Promise<ExitCode> {
  if (!(error instanceof LoadError)) return internalError(error, host);
  const isAboutArguments = error instanceof UsageError && error.isAboutArguments;
  const help = isAboutArguments ? `\nRun "${called} --help" for its arguments and options.` : "";
  await writeLine(host.errors, `${called}: ${error.message}${help}`);
  return exitCode.usage;
}

/** Reports a bug of this program by its message. Its stack wouldn't help users. */
async function internalError(error: unknown, host: Pick<Host, "errors">): Promise<ExitCode> {
  await writeLine(
    host.errors,
    `ptc: internal error: ${oneLine(error instanceof Error ? error.message : String(error), 2_000)}`,
  );
  return exitCode.failed;
}
