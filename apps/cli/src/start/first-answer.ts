// `ptc eval` for calls with only a program and limits, which are the most common. It runs from
// scripts with cached compiled code. Modules contain the rest of the command line.

import { reportError } from "../report-error.ts";
import { plainArguments } from "../arguments/plain-arguments.ts";
import { evalSpec } from "../eval/eval-spec.ts";
import { evaluateProgram } from "../eval/evaluate-program.ts";
import { exitCode } from "../terminal/exit-code.ts";
import type { Host, TextOutput } from "../terminal/host.ts";
import { flushed } from "../terminal/output.ts";
import { answeringHost } from "../terminal/process-host.ts";

/** Options whose modules are not in the scripts. */
const moduleOptions: ReadonlySet<string> = new Set([
  "batch",
  "context",
  "libraries",
  "signature",
  "tools",
]);

/** Resolves to the exit code, or does nothing and resolves to undefined for other calls. */
export async function firstAnswer(
  words: readonly string[],
  host: Host<TextOutput> = answeringHost(),
): Promise<number | undefined> {
  const parsed = plainArguments(evalSpec, words);
  if (parsed === undefined) return undefined;
  if ([...parsed.flags, ...parsed.values.keys()].some((name) => moduleOptions.has(name)))
    return undefined;
  const code = await evaluateProgram(parsed, host).catch((error: unknown) =>
    reportError(error, "ptc eval", host),
  );
  await flushed(host.output);
  // Opening the stream takes time, and successful runs don't write to it.
  if (code !== exitCode.ok) await flushed(host.errors);
  return code;
}

/** Evaluates a program once, so that the compiled code gets cached. */
export async function warmUp(): Promise<void> {
  // Loaded only here, because evaluations don't need it.
  const { PassThrough } = process.getBuiltinModule("node:stream");
  const input = new PassThrough();
  const output = new PassThrough().resume();
  const silentHost: Host = {
    input,
    output,
    errors: output,
    environment: {},
    folder: "/",
    now: () => new Date(),
    onSignal: () => () => undefined,
  };
  await firstAnswer(["(+ 1 2)"], silentHost);
}
