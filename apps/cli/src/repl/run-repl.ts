// The read-eval-print loop: reads lines until a program is complete, evaluates it, prints the
// value. At a terminal a program has unlimited time and steps, because Ctrl-C stops it; from a pipe
// the limits of the language apply.

import { oneLine } from "@ptc/core/errors";
import type { Limits } from "@ptc/lisp";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import { styleFor, type Style } from "../terminal/style.ts";
import { version } from "../version.ts";
import { Evaluator, type Evaluated } from "./evaluator.ts";
import { isEmptyProgram, isIncomplete } from "./is-incomplete.ts";
import type { LineSource } from "./line-source.ts";
import { pipedLines } from "./piped-lines.ts";
import { terminalLines } from "./terminal-lines.ts";

const prompt = "ptc> ";
const continuationPrompt = "...> ";
const patientLimits: Partial<Limits> = {
  steps: Number.MAX_SAFE_INTEGER,
  timeoutMs: 24 * 60 * 60 * 1000,
};

export interface ReplOptions {
  /** The module of the thread that evaluates. */
  readonly worker: URL;
  /** Go before those of a terminal or a pipe. */
  readonly limits?: Partial<Limits>;
}

export async function runRepl(host: Host, { worker, limits }: ReplOptions): Promise<ExitCode> {
  const isTerminal = host.input.isTTY === true && host.output.isTTY === true;
  const usual = isTerminal ? patientLimits : {};
  const evaluator = new Evaluator({ worker, limits: { ...usual, ...limits } });
  if (isTerminal)
    await writeLine(
      host.output,
      `ptc ${version()}. Ctrl-C stops a program, Ctrl-D ends; *1 *2 *3 are the last values.`,
    );
  const repl = new Repl(host, evaluator, isTerminal);
  try {
    await repl.loop();
  } finally {
    repl.end();
    await evaluator.close();
  }
  return exitCode.ok;
}

class Repl {
  private readonly host: Host;
  private readonly evaluator: Evaluator;
  private readonly isTerminal: boolean;
  private readonly lines: LineSource;
  private readonly style: Style;
  private readonly stopListening: () => void;
  /** The lines of a program that is not complete yet. */
  private typed = "";

  constructor(host: Host, evaluator: Evaluator, isTerminal: boolean) {
    this.host = host;
    this.evaluator = evaluator;
    this.isTerminal = isTerminal;
    this.style = styleFor(host.errors, host);
    this.lines = isTerminal
      ? terminalLines(host, () => {
          this.interrupt();
        })
      : pipedLines(host);
    this.stopListening = host.onSignal("SIGINT", () => {
      this.interrupt();
    });
  }

  async loop(): Promise<void> {
    for (;;) {
      const line = await this.lines.next(this.typed === "" ? prompt : continuationPrompt);
      if (line === undefined) break;
      this.typed = this.typed === "" ? line : `${this.typed}\n${line}`;
      if (!isIncomplete(this.typed)) await this.run();
    }
    if (this.isTerminal) await write(this.host.output, "\n");
    // The input ended inside a program, which is run so that the error says what is missing.
    await this.run();
  }

  end(): void {
    this.stopListening();
    this.lines.close();
  }

  private async run(): Promise<void> {
    const source = this.typed;
    this.typed = "";
    if (!isEmptyProgram(source)) await this.show(await this.evaluator.evaluate(source));
  }

  private interrupt(): void {
    if (this.evaluator.isRunning) {
      this.evaluator.interrupt();
      return;
    }
    this.typed = "";
    this.lines.clear(prompt);
  }

  private async show(outcome: Evaluated): Promise<void> {
    const { output, errors } = this.host;
    if (outcome.type === "value" || outcome.type === "failure") {
      for (const text of outcome.prints) await writeLine(output, text);
    }
    if (outcome.type === "value") {
      await writeLine(output, outcome.text);
      return;
    }
    const [title, text] =
      outcome.type === "failure"
        ? [outcome.reason, outcome.text]
        : outcome.type === "crashed"
          ? ["stopped", `${oneLine(outcome.message)}; the session goes on`]
          : ["interrupted", "the session goes on as it was before this program"];
    await write(errors, `${this.style("red", oneLine(title, 100))}: `);
    await writeLine(errors, text);
    if (outcome.type !== "failure" && outcome.lost.length > 0)
      await writeLine(
        errors,
        `no longer defined, because their values cannot be kept: ${oneLine(outcome.lost.join(", "), 2_000)}`,
      );
  }
}
