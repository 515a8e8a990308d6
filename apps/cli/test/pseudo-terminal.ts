// `ptc` at a pseudo-terminal, created by `script` on Linux.

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { bundledCommand } from "../../../vitest.bundles.ts";

const waitMs = 30_000;
const script = "/usr/bin/script";
const nodeOptions = await bundledCommand();

/** True if this machine has `script` of Linux. */
export const hasTerminals = process.platform === "linux" && existsSync(script);

export const keys = {
  enter: "\r",
  tab: "\t",
  up: "\u001b[A",
  controlC: "\u0003",
  controlD: "\u0004",
  /** Deletes the line. */
  controlU: "\u0015",
};

export class Terminal {
  private readonly child: ChildProcessWithoutNullStreams;
  private output = "";
  private readonly exited: Promise<number | null>;

  /** Starts `ptc` with `words` in `folder`, where it also stores its state. */
  constructor(folder: string, words: readonly string[]) {
    const executable = join(import.meta.dirname, "../bin/ptc.js");
    const command = [process.execPath, ...nodeOptions, executable, ...words]
      .map((part) => `'${part}'`)
      .join(" ");
    this.child = spawn(script, ["-qec", `stty cols 80 rows 40; ${command}`, "/dev/null"], {
      cwd: folder,
      env: { ...process.env, TERM: "xterm", NO_COLOR: "1", XDG_STATE_HOME: folder },
    });
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    // A process that has ended reads no more keys.
    this.child.stdin.on("error", () => undefined);
    this.exited = new Promise((resolve) => this.child.on("close", resolve));
  }

  /** Presses keys, waits until `text` appears after that, and returns the new output. */
  async press(pressed: string, text: string): Promise<string> {
    const before = this.output.length;
    this.child.stdin.write(pressed);
    const deadline = Date.now() + waitMs;
    while (!this.output.slice(before).includes(text)) {
      if (Date.now() > deadline)
        throw new Error(
          `waited for ${JSON.stringify(text)}, got ${JSON.stringify(this.output.slice(before))}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this.output.slice(before);
  }

  /** Types a line, and waits for its result and the next prompt. */
  async type(line: string, answer: string): Promise<void> {
    await this.press(line, line);
    const written = await this.press(keys.enter, answer);
    if (!written.slice(written.indexOf(answer)).includes("ptc> ")) await this.press("", "ptc> ");
  }

  /** Presses keys, and resolves to the exit code. */
  end(pressed: string): Promise<number | null> {
    this.child.stdin.write(pressed);
    return this.exited;
  }

  kill(): void {
    this.child.kill();
  }
}
