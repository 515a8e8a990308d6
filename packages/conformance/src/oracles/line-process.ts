// A child process that answers each line with one line, after a first line that says it is ready.
// If an answer exceeds its time limit, the process is stopped, and the next question starts
// another.

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface, type Interface } from "node:readline";

const startLimit = 60_000;

export class LineProcess {
  private readonly command: string;
  private readonly commandArguments: readonly string[];
  private child:
    { readonly process: ChildProcessWithoutNullStreams; readonly lines: Interface } | undefined;

  constructor(command: string, commandArguments: readonly string[]) {
    this.command = command;
    this.commandArguments = commandArguments;
  }

  /**
   * Returns the answer to `line`, or undefined if it takes more than `limit` milliseconds or the
   * process ends.
   */
  async ask(line: string, limit: number): Promise<string | undefined> {
    if (this.child === undefined) {
      const started = spawn(this.command, this.commandArguments, {
        stdio: ["pipe", "pipe", "pipe"],
        // Without a locale, a JVM reads and writes only ASCII. Without its option, it omits the
        // messages of exceptions that a hot function has often thrown.
        env: {
          ...process.env,
          LC_ALL: "C.UTF-8",
          JAVA_TOOL_OPTIONS: "-XX:-OmitStackTraceInFastThrow",
        },
      });
      // Drain the warnings of an oracle, which aren't part of its answer but would fill the pipe.
      started.stderr.resume();
      started.on("error", () => this.stop());
      this.child = { process: started, lines: createInterface(started.stdout) };
      if ((await this.nextLine(startLimit)) === undefined)
        throw new Error(`${this.command} does not start`);
    }
    this.child.process.stdin.write(`${line}\n`);
    const answer = await this.nextLine(limit);
    if (answer === undefined) this.stop();
    return answer;
  }

  stop(): void {
    this.child?.lines.close();
    this.child?.process.kill("SIGKILL");
    this.child = undefined;
  }

  private nextLine(limit: number): Promise<string | undefined> {
    const lines = this.child?.lines;
    return new Promise((resolve) => {
      const settle = (line: string | undefined): void => {
        clearTimeout(timer);
        lines?.off("line", settle);
        lines?.off("close", atEnd);
        resolve(line);
      };
      const atEnd = (): void => settle(undefined);
      const timer = setTimeout(atEnd, limit);
      lines?.on("line", settle);
      lines?.on("close", atEnd);
    });
  }
}
