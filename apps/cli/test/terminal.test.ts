// Tests sessions of `ptc repl` at a pseudo-terminal, created by `script` on Linux. Tests of its
// parts are beside the sources.

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const timeout = 60_000;
const script = "/usr/bin/script";
const hasTerminals = process.platform === "linux" && existsSync(script);

let folder = "";
const open: ChildProcessWithoutNullStreams[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-terminal-"));
});
afterEach(() => {
  for (const child of open.splice(0)) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

const keys = { enter: "\r", tab: "\t", up: "\u001b[A", controlC: "\u0003", controlD: "\u0004" };

class Terminal {
  private readonly child: ChildProcessWithoutNullStreams;
  private output = "";
  private readonly exited: Promise<number | null>;

  constructor(...commandArguments: readonly string[]) {
    const executable = join(import.meta.dirname, "../bin/ptc.js");
    const command = [process.execPath, "--conditions=@ptc/source", executable, "repl"]
      .concat(commandArguments)
      .map((part) => `'${part}'`)
      .join(" ");
    this.child = spawn(script, ["-qec", `stty cols 80 rows 40; ${command}`, "/dev/null"], {
      cwd: folder,
      env: { ...process.env, TERM: "xterm", NO_COLOR: "1", XDG_STATE_HOME: folder },
    });
    open.push(this.child);
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    this.exited = new Promise((resolve) => this.child.on("close", resolve));
  }

  /** Presses keys, waits until `text` appears after that, and returns the new output. */
  async press(pressed: string, text: string): Promise<string> {
    const before = this.output.length;
    this.child.stdin.write(pressed);
    const deadline = Date.now() + timeout / 2;
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

  end(pressed: string): Promise<number | null> {
    this.child.stdin.write(pressed);
    return this.exited;
  }
}

describe.skipIf(!hasTerminals)(
  "a session at a terminal (skipped without `script` of Linux)",
  { timeout },
  () => {
    test("evaluates multiline forms, and recalls them in a later session", async () => {
      const first = new Terminal();
      await first.press("", "ptc> ");
      await first.type("(def a 40)", "\n#'a");
      await first.press("(+ a", "(+ a");
      await first.press(keys.enter, "\n");
      await first.type("2)", "\n42");
      await first.type("help", "Ctrl-R");
      expect(await first.end(`exit${keys.enter}`)).toBe(0);

      const second = new Terminal();
      await second.press("", "ptc> ");
      await second.type("(def a 1)", "\n#'a");
      await second.press(keys.up, "(def a 1)");
      await second.press(keys.up, "2)");
      await second.press(keys.enter, "\n3");
      expect(await second.end(keys.controlD)).toBe(0);
    });

    test("stops a loop on Ctrl-C, drops queued input, and continues", async () => {
      const terminal = new Terminal();
      await terminal.press("", "ptc> ");
      await terminal.type("(def a 41)", "\n#'a");
      await terminal.press(`(loop [] (recur))${keys.enter}`, "\n");
      await new Promise((resolve) => setTimeout(resolve, 300));
      await terminal.press(`never run${keys.controlC}`, "interrupted: ");
      await terminal.press("(never sent", "(never sent");
      await terminal.press(keys.controlC, "ptc> ");
      await terminal.type("(inc a)", "\n42");
      await terminal.press(keys.controlC, "Ctrl-D or exit ends");
      await terminal.type("(:reason *e)", '\n"interrupted"');
      expect(await terminal.end(keys.controlD)).toBe(0);
    });

    test("runs pasted lines one after the other", async () => {
      const terminal = new Terminal();
      await terminal.press("", "ptc> ");
      const written = await terminal.press("(def a 1)\r(def b\r 2)\r(+ a b 100)\r", "\n103");
      expect(written).toContain("#'b");
      expect(await terminal.end(keys.controlD)).toBe(0);
    });

    test("lists data and tools, finds functions, and wraps a hint at its words", async () => {
      writeFileSync(join(folder, "orders.json"), '{"orders":[{"id":1}],"limit":3}');
      const tools = join(import.meta.dirname, "some-tools.ts");
      const terminal = new Terminal("--context", "orders.json", "--tools", tools);
      await terminal.press("", "Type help for a list of commands, exit to end the session.");
      await terminal.type("data", "\ndata/orders  vector of 1 map {id}\r\ndata/limit   number\r\n");
      await terminal.type("(count *1)", "\n2");
      await terminal.type("tools", "\n(tool/block {…})");
      await terminal.type('(apropos "sum-by")', "\nsum-by  Adds the values");
      await terminal.type("(help)", "end the session\r\n");
      await terminal.type("(dir nope)", "clojure.data clojure.data.csv\r\nclojure.data.json ");
      await terminal.press("quit", "quit");
      expect(await terminal.end(keys.enter)).toBe(0);
    });

    test("completes names, tools, data and fields, and stops a blocking tool", async () => {
      writeFileSync(join(folder, "orders.json"), '[{"customer-name":"Ada\\u001b[2J","total":20}]');
      const tools = join(import.meta.dirname, "some-tools.ts");
      const terminal = new Terminal("--context", "orders.json", "--tools", tools);
      await terminal.press("", "ptc> ");
      await terminal.press("(map :cust", "(map :cust");
      await terminal.press(keys.tab, "omer-name");
      await terminal.press(" data/r", " data/r");
      await terminal.press(keys.tab, "ows");
      await terminal.type(")", '\n("Ada\\u001b[2J")');
      await terminal.press("(tool/dou", "(tool/dou");
      await terminal.press(keys.tab, "ble");
      await terminal.type(" {:n 21})", "\n42");
      await terminal.press(`(tool/block {})${keys.enter}`, "\n");
      await new Promise((resolve) => setTimeout(resolve, 300));
      await terminal.press(keys.controlC, "interrupted: ");
      await terminal.type("(tool/double {:n *1})", "\n84");
      expect(await terminal.end(keys.controlD)).toBe(0);
    });
  },
);
