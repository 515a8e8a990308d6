// The read-eval-print loop, at a terminal or from a pipe. At a terminal a program has unlimited
// time and steps, because Ctrl-C stops it; from a pipe the limits of the language apply.

import type { Limits } from "@ptc/lisp";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { writeLine } from "../terminal/output.ts";
import { UsageError } from "../terminal/usage-error.ts";
import type { ToolsModule } from "../tools/load-tools.ts";
import { version } from "../version.ts";
import { Completion } from "./completion.ts";
import { Evaluator } from "./evaluator.ts";
import { openHistory } from "./history.ts";
import { pipedRepl } from "./piped-repl.ts";
import { terminalRepl } from "./terminal-repl.ts";

const patientLimits: Partial<Limits> = {
  steps: Number.MAX_SAFE_INTEGER,
  timeoutMs: 24 * 60 * 60 * 1000,
  // Values are shown in part only.
  outputBytes: 100_000_000,
};

export interface ReplOptions {
  /** The module of the thread that evaluates. */
  readonly worker: URL;
  /** Go before those of a terminal or a pipe. */
  readonly limits?: Partial<Limits>;
  /** What programs read as `data/…`. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** A module with tools. */
  readonly tools?: ToolsModule;
}

/** @throws UsageError for tools that cannot be loaded, and for piped input that is no text */
export async function runRepl(host: Host, options: ReplOptions): Promise<ExitCode> {
  const { worker, limits, context = {}, tools } = options;
  const isTerminal = host.input.isTTY === true && host.output.isTTY === true;
  const usual = isTerminal ? patientLimits : {};
  const evaluator = new Evaluator({
    worker,
    limits: { ...usual, ...limits },
    context,
    ...(tools === undefined ? {} : { tools }),
  });
  try {
    const toolNames = tools === undefined ? [] : await startedTools(evaluator);
    if (!isTerminal) {
      await pipedRepl(host, evaluator);
      return exitCode.ok;
    }
    await writeLine(
      host.output,
      `ptc ${version()}. help tells more, Ctrl-C stops a program, Ctrl-D ends.`,
    );
    const history = await openHistory(host.environment);
    if (history.problem !== undefined) await writeLine(host.output, history.problem);
    const completion = new Completion({ context, toolNames, definitions: () => evaluator.names });
    await terminalRepl(host, {
      evaluator,
      history,
      complete: (typed) => completion.complete(typed),
    });
  } finally {
    await evaluator.close();
  }
  return exitCode.ok;
}

/** The names of the tools, once they are loaded. */
async function startedTools(evaluator: Evaluator): Promise<readonly string[]> {
  const ready = await evaluator.started();
  if (ready.type === "refused") throw new UsageError(ready.message);
  return ready.tools;
}
