// Starts the REPL in a terminal or from a pipe. In a terminal, programs have practically unlimited
// time and steps, because Ctrl-C stops them. From a pipe, the default limits apply.

import type { Limits } from "@ptc/lisp";
import type { ToolsModule } from "@ptc/subagent/internal/node";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { writeLine } from "../terminal/output.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { version } from "../version.ts";
import { Completion } from "./completion.ts";
import { Evaluator } from "./evaluator.ts";
import type { LibrariesFolder } from "./evaluation-messages.ts";
import { openHistory } from "./history.ts";
import { pipedRepl } from "./piped-repl.ts";
import { terminalRepl } from "./terminal-repl.ts";

const terminalLimits: Partial<Limits> = {
  steps: Number.MAX_SAFE_INTEGER,
  timeoutMs: 24 * 60 * 60 * 1000,
  // The REPL shows only a part of large values.
  outputBytes: 100_000_000,
};

export interface ReplOptions {
  /** The module of the evaluation thread. */
  readonly worker: URL;
  /** Override the limits of terminals and pipes. */
  readonly limits?: Partial<Limits>;
  /** The context, which programs read as `data/…`. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** A module with tools. */
  readonly tools?: ToolsModule;
  readonly libraries?: LibrariesFolder;
}

/**
 * Resolves to the exit code.
 * @throws UsageError for tools that can't be loaded, or invalid input
 */
export async function runRepl(host: Host, options: ReplOptions): Promise<ExitCode> {
  const { worker, limits, context = {}, tools, libraries } = options;
  const isTerminal = host.input.isTTY === true && host.output.isTTY === true;
  const defaultLimits = isTerminal ? terminalLimits : {};
  const evaluator = new Evaluator({
    worker,
    limits: { ...defaultLimits, ...limits },
    context,
    ...(tools === undefined ? {} : { tools }),
    ...(libraries === undefined ? {} : { libraries }),
  });
  try {
    const toolNames =
      tools === undefined && libraries === undefined ? [] : await startedTools(evaluator);
    if (!isTerminal) {
      await pipedRepl(host, evaluator);
      return exitCode.ok;
    }
    await writeLine(
      host.output,
      `ptc ${version()}. Type help for a list of commands, exit to end the session.`,
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

/** Resolves to the names of the tools. */
async function startedTools(evaluator: Evaluator): Promise<readonly string[]> {
  const ready = await evaluator.started();
  if (ready.type === "refused") throw new UsageError(ready.message);
  return ready.tools;
}
