// Tests the command as a real process, only for behavior that needs one. Other tests are beside the
// sources.

import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTrace } from "@ptc/tracer";
import { bundledCommand } from "../../../vitest.bundles.ts";

const executable = join(import.meta.dirname, "../bin/ptc.js");
const nodeArguments = [...(await bundledCommand()), executable];
const timeout = 60_000;
const isFull = process.env["PTC_TESTS"] !== undefined;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-process-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Returns the processor time of a process and its children in hundredths of a second, from Linux.
 */
function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, "utf8");
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12).map(Number);
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, "utf8");
  return children
    .split(" ")
    .filter((text) => text !== "")
    .reduce((sum, child) => sum + ticksOf(Number(child)), user + system);
}

class Session {
  readonly child: ChildProcessWithoutNullStreams;
  output = "";
  errors = "";
  private readonly exited: Promise<number | null>;

  constructor(command: string, commandArguments: readonly string[]) {
    this.child = spawn(command, commandArguments, {
      cwd: folder,
      env: { ...process.env, TERM: "dumb", FORCE_COLOR: "" },
    });
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => (this.errors += text));
    this.exited = new Promise((resolve) => this.child.on("close", resolve));
  }

  static ptc(...commandArguments: readonly string[]): Session {
    return new Session(process.execPath, [...nodeArguments, ...commandArguments]);
  }

  write(text: string): void {
    this.child.stdin.write(text);
  }

  /** Waits until `text` has been written to either stream; it must not occur in earlier output. */
  async until(text: string): Promise<void> {
    const deadline = Date.now() + timeout / 2;
    while (!`${this.output}${this.errors}`.includes(text)) {
      if (Date.now() > deadline)
        throw new Error(
          `waited for ${JSON.stringify(text)}, got ${JSON.stringify([this.output, this.errors])}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /**
   * Waits until it has used another fifth of a second of processor time. A session waiting for a
   * line uses none.
   */
  async untilItComputes(): Promise<void> {
    if (!existsSync("/proc/self/stat")) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return;
    }
    const before = ticksOf(this.child.pid ?? 0);
    while (ticksOf(this.child.pid ?? 0) < before + 20)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  end(): Promise<number | null> {
    this.child.stdin.end();
    return this.exited;
  }
}

describe("the ptc process", { timeout }, () => {
  test("responds to each line of a batch as it arrives", async () => {
    const session = Session.ptc("eval", "--batch");
    for (let id = 1; id <= 3; id++) {
      session.write(`${JSON.stringify({ id, program: `(* ${String(id)} 11)` })}\n`);
      await session.until(`"text":"${String(id * 11)}"`);
    }
    expect(await session.end()).toBe(0);
    expect([session.output.split("\n").length, session.errors]).toEqual([4, ""]);
  });

  test("writes a large result completely before it ends", () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [...nodeArguments, "eval", "(vec (range 200000))"],
      { encoding: "utf8", maxBuffer: 10_000_000 },
    );
    expect([status, stdout.length, stdout.slice(-14)]).toEqual([
      0,
      1_288_892,
      "199998 199999]\n".slice(-14),
    ]);
  });

  test("completes requests of shells in their protocol", () => {
    const answered = (...words: readonly string[]) => {
      const child = spawnSync(process.execPath, [...nodeArguments, "complete", ...words], {
        encoding: "utf8",
      });
      return [child.status, child.stdout, child.stderr];
    };
    expect(answered("--", "ev")).toEqual([
      0,
      "eval\tevaluate a program\neval-missions\tmeasure models, modes and prompts on a suite of missions\n:4\n",
      "",
    ]);
    expect(answered("--", "eval", "program.clj", "--context", "da")).toEqual([0, ":0\n", ""]);
    expect(answered("--", "run", "x", "--model", "anth")).toEqual([0, "anthropic:\t\n:6\n", ""]);
  });

  test("ends silently when the reader of its output is gone", async () => {
    const session = Session.ptc("eval", "--batch");
    const lines = Array.from({ length: 2000 }, (_, id) =>
      JSON.stringify({ id, program: '(apply str (repeat 1000 "x"))' }),
    );
    session.child.stdin.on("error", () => undefined);
    session.write(`${lines.join("\n")}\n`);
    await session.until('"id":0');
    session.child.stdout.destroy();
    expect(await session.end()).toBe(0);
    expect(session.errors).toBe("");
  });

  test("runs a session from a pipe, with multiline programs and an interrupt that preserves state", async () => {
    const session = Session.ptc("repl", "--steps", "1e15", "--timeout-ms", "1e9");
    session.write("(def n\n  40)\n");
    await session.until("#'n\n");
    session.write("(def m 2) (loop [] (recur))\n");
    await session.untilItComputes();
    session.child.kill("SIGINT");
    await session.until("interrupted: ");
    session.write('(+ n 2)\n(println "*1 is" *1)\nm\n(unclosed');
    expect(await session.end()).toBe(0);
    expect(session.output).toBe("#'n\n42\n*1 is 42\nnil\n");
    expect(session.errors).toMatch(/unknown symbol m[^]*parse_error: Unclosed \(/);
  });

  test.runIf(isFull)("shows the help in a pipe, and ends the session at exit", async () => {
    const session = Session.ptc("repl");
    session.write("help\n(str\nhelp)\n(def help 4)\nhelp\nexit\n(println :never)\n");
    expect(await session.end()).toBe(0);
    expect(session.output).toMatch(/^\(\+ 1 2\) +run a program[^]*\n#'help\n4\n$/);
    expect(session.errors).toContain("unknown symbol help (line 2, column 1)");
  });

  // `terminal.test.ts` does the same, except that a line editor is off here.
  test.runIf(isFull && process.platform === "linux")(
    "stops a program on Ctrl-C in a terminal, and ends on Ctrl-D",
    async () => {
      const command = [process.execPath, ...nodeArguments, "repl"]
        .map((part) => `'${part}'`)
        .join(" ");
      const session = new Session("script", [
        "--quiet",
        "--return",
        "--command",
        command,
        "/dev/null",
      ]);
      await session.until("ptc> ");
      session.write("(def a 41)\r");
      await session.until("\n#'a");
      session.write("(loop [] (recur))\r");
      await session.untilItComputes();
      session.write("\u0003");
      await session.until("interrupted: ");
      session.write("(inc\r");
      // The prompt for the next line depends on Node's version.
      await session.until("(inc\r\r\n");
      session.write("a)\r");
      await session.until("\n42");
      session.write("(never sent \u0003");
      session.write('(str a "!")\r');
      await session.until('\n"41!"');
      session.write("\u0004");
      expect(await session.end()).toBe(0);
    },
  );

  test("ends a mission on SIGINT with a readable trace", { tags: "full" }, async () => {
    const mission = `import { defineAgent } from ${JSON.stringify(import.meta.resolve("@ptc/subagent"))};
      setInterval(() => {}, 1000);
      export default { title: "Waiting", agent: defineAgent({ prompt: "p", tools: { wait: () => new Promise(() => {}) } }) };`;
    writeFileSync(join(folder, "mission.mjs"), mission);
    writeFileSync(
      join(folder, "recording.json"),
      JSON.stringify({
        format: "ptc-recording",
        version: 1,
        model: "m",
        recordedAt: "2025-01-31",
        answers: [{ text: "(tool/wait {})" }],
      }),
    );
    const session = Session.ptc("run", ".", "--trace", "trace.jsonl");
    await session.until("(tool/wait {})");
    session.child.kill("SIGINT");
    expect(await session.end()).toBe(1);
    expect(session.output).toContain("The mission was interrupted.");
    expect(session.errors).toContain("cancelled: ");
    expect(readTrace(readFileSync(join(folder, "trace.jsonl"), "utf8")).events.at(-1)?.type).toBe(
      "mission-end",
    );
  });
});
