// `ptc eval` where it needs nothing but a program and limits, from scripts whose compiled code is
// kept: what most people and programs start this for. The rest of the command line is in modules.

import { plainArguments } from "../arguments/plain-arguments.ts";
import { evalSpec } from "../eval/eval-spec.ts";
import { evaluateProgram } from "../eval/evaluate-program.ts";
import { exitCode } from "../terminal/exit-code.ts";
import type { Host, TextOutput } from "../terminal/host.ts";
import { flushed } from "../terminal/output.ts";
import { answeringHost } from "../terminal/process-host.ts";
import { told } from "../told.ts";

/** They need modules that are in no script. */
const elsewhere: ReadonlySet<string> = new Set(["batch", "context", "signature", "tools"]);

/** The exit code; undefined where this is nothing for here, and nothing was done. */
export async function firstAnswer(
  words: readonly string[],
  host: Host<TextOutput> = answeringHost(),
): Promise<number | undefined> {
  const parsed = plainArguments(evalSpec, words);
  if (parsed === undefined) return undefined;
  if ([...parsed.flags, ...parsed.values.keys()].some((name) => elsewhere.has(name)))
    return undefined;
  const code = await evaluateProgram(parsed, host).catch((error: unknown) =>
    told(error, "ptc eval", host),
  );
  await flushed(host.output);
  // Where all went well nothing was written there, and to open it takes its time.
  if (code !== exitCode.ok) await flushed(host.errors);
  return code;
}

/** Answers once for nobody, so that what that takes is kept compiled. */
export async function warmUp(): Promise<void> {
  // Loaded only here: an answer needs none of it.
  const { PassThrough } = process.getBuiltinModule("node:stream");
  const input = new PassThrough();
  const output = new PassThrough().resume();
  const nobody: Host = {
    input,
    output,
    errors: output,
    environment: {},
    folder: "/",
    now: () => new Date(),
    onSignal: () => () => undefined,
  };
  await firstAnswer(["(+ 1 2)"], nobody);
}
