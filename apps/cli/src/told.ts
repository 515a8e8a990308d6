// Tells a person of what went wrong, and turns it into an exit code.

import { oneLine } from "@ptc/core/internal/errors";
import { exitCode, type ExitCode } from "./terminal/exit-code.ts";
import type { Host } from "./terminal/host.ts";
import { writeLine } from "./terminal/output.ts";
import { UsageError } from "./terminal/usage-error.ts";

/** `called`: the command as it was typed, such as `ptc eval`. */
export async function told(
  error: unknown,
  called: string,
  host: Pick<Host, "errors">,
): Promise<ExitCode> {
  if (!(error instanceof UsageError)) return internalError(error, host);
  const help = error.isAboutArguments ? `\n"${called} --help" says what it takes.` : "";
  await writeLine(host.errors, `${called}: ${error.message}${help}`);
  return exitCode.usage;
}

/** Reports a mistake in this program by its message; the stack would not help a user. */
async function internalError(error: unknown, host: Pick<Host, "errors">): Promise<ExitCode> {
  await writeLine(
    host.errors,
    `ptc: internal error: ${oneLine(error instanceof Error ? error.message : String(error), 2_000)}`,
  );
  return exitCode.failed;
}
