// A child process that answers one line for each line it is given, after a line that says it is
// ready. A line that is not answered in time ends the process; the next question starts another.

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
   * The answer to `line`; undefined when there is none within `limit` milliseconds or the process
   * ended.
   */
  async ask(line: string, limit: number): Promise<string | undefined> {
    if (this.child === undefined) {
      const started = spawn(this.command, this.commandArguments, {
        stdio: ["pipe", "pipe", "pipe"],
        // Without a locale a JVM reads and writes ASCII only.
        env: { ...process.env, LC_ALL: "C.UTF-8" },
      });
      // What an oracle warns of is not part of its answer; unread, it would fill the pipe.
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
