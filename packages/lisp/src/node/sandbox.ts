// One process of a pool, seen from the pool: it is started with next to nothing of this process (no
// environment, no input or output, no options of its own), speaks over one pipe, and is killed at
// the first thing it does wrong.

import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { serialize } from "node:v8";
import { fileURLToPath } from "node:url";
import { FrameReader, writeFrame } from "./frames.ts";
import type { ChildMessage, PoolMessage } from "./messages.ts";
import type { ResolvedPoolOptions } from "./pool-options.ts";
import { readMessage } from "./read-message.ts";
import { residentMegabytes } from "./resident-memory.ts";

/** How a process ended, or that it did not even start. */
export type Ending =
  | { readonly type: "unstarted"; readonly problem: string }
  | { readonly type: "out-of-memory" }
  | { readonly type: "broken"; readonly problem: string };

export interface SandboxListener {
  readonly message: (message: ChildMessage) => void;
  /** Told once, after the last message. */
  readonly gone: (ending: Ending) => void;
}

/**
 * The longest message a process may send: what it can put together in its memory, and what is a
 * string here.
 */
const longestMessageMb = 256;
const messageShare = 4;
const residentCheckMs = 50;
/**
 * What Node occupies besides its old generation: itself, the young generation, what is being
 * collected.
 */
const nodeItselfMb = 128;
/** How long what a process said last may take to arrive after its end. */
const drainMs = 200;

export class Sandbox {
  /** Contexts that were sent, by number. */
  readonly contexts = new Set<number>();
  isReady = false;
  /** Fulfilled when the process is no more. */
  readonly ended: Promise<void>;
  private hasExited = false;
  private isGone = false;
  private settleEnded: () => void = () => undefined;
  private readonly options: ResolvedPoolOptions;
  private readonly listener: SandboxListener;
  private readonly process: ChildProcess | undefined;
  private readonly pipe: Socket | undefined;
  private readonly reader: FrameReader;
  private ending: Ending | undefined;
  private startTimer: NodeJS.Timeout | undefined;
  private residentTimer: NodeJS.Timeout | undefined;

  constructor(options: ResolvedPoolOptions, listener: SandboxListener) {
    this.options = options;
    this.listener = listener;
    this.ended = new Promise((resolve) => {
      this.settleEnded = resolve;
    });
    const maximumBytes = Math.floor(
      Math.min(options.memoryMb / messageShare, longestMessageMb) * 1024 * 1024,
    );
    this.reader = new FrameReader(maximumBytes);
    try {
      const process = spawn(
        options.execPath,
        [
          ...options.execArgv,
          ...nodeOptions(options.memoryMb),
          childModule(),
          String(maximumBytes),
        ],
        {
          // Without the system's own folder no process starts on Windows.
          env: systemEnvironment(),
          stdio: ["ignore", "ignore", "ignore", "pipe"],
          windowsHide: true,
        },
      );
      this.process = process;
      process.on("error", (error) => this.fail({ type: "unstarted", problem: error.message }));
      process.on("exit", (code, signal) => this.exited(code, signal));
      this.pipe = this.listen(process.stdio[3]);
      this.startTimer = setTimeout(
        () =>
          this.fail({
            type: "unstarted",
            problem: `it was not ready after ${String(options.startTimeoutMs)} ms`,
          }),
        options.startTimeoutMs,
      ).unref();
    } catch (error) {
      const problem = error instanceof Error ? error.message : "unknown";
      setImmediate(() => this.fail({ type: "unstarted", problem }));
    }
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** Bytes written. */
  send(message: PoolMessage): number {
    return this.sendBytes(serialize(message));
  }

  sendBytes(body: Uint8Array): number {
    if (this.pipe?.writable === true) writeFrame(this.pipe, body);
    return body.byteLength;
  }

  /**
   * Keeps this process of the host alive, and the memory of the other one in sight, while a program
   * runs there.
   */
  occupy(): void {
    this.process?.ref();
    this.pipe?.ref();
    this.residentTimer ??= setInterval(() => void this.checkResident(), residentCheckMs);
  }

  /** A process that waits for work keeps nobody alive. */
  vacate(): void {
    clearInterval(this.residentTimer);
    this.residentTimer = undefined;
    this.process?.unref();
    this.pipe?.unref();
  }

  /** Ends the process; the listener is told as soon as it has. */
  kill(): void {
    this.fail({ type: "broken", problem: "it was stopped" });
  }

  private listen(stream: unknown): Socket | undefined {
    if (!(stream instanceof Socket)) return undefined;
    stream.on("data", (chunk) => this.read(chunk));
    // What cannot be written any more is told by the end of the process.
    stream.on("error", () => undefined);
    stream.on("close", () => this.closed());
    return stream;
  }

  private read(chunk: Buffer): void {
    try {
      for (const body of this.reader.push(chunk)) this.tell(readMessage(body.toString("utf8")));
    } catch (error) {
      this.pipe?.removeAllListeners("data");
      this.fail({
        type: "broken",
        problem: `it sent what is no message (${error instanceof Error ? error.message : "unknown"})`,
      });
    }
  }

  private tell(message: ChildMessage): void {
    if (message.type === "ready") {
      clearTimeout(this.startTimer);
      this.isReady = true;
    }
    this.listener.message(message);
  }

  private async checkResident(): Promise<void> {
    const megabytes = this.pid === undefined ? undefined : await residentMegabytes(this.pid);
    if (megabytes !== undefined && megabytes > this.options.memoryMb + nodeItselfMb)
      this.fail({ type: "out-of-memory" });
  }

  /** Notes the first thing that was wrong, and ends the process. */
  private fail(ending: Ending): void {
    if (this.isGone) return;
    this.ending ??= ending;
    clearTimeout(this.startTimer);
    this.process?.kill("SIGKILL");
    // Where nothing was started, nothing ends either.
    if (this.process?.pid === undefined) this.finish();
  }

  private exited(code: number | null, signal: NodeJS.Signals | null): void {
    this.hasExited = true;
    this.ending ??= endingOf(code, signal, this.isReady);
    // The pipe may hold what was said last; somebody else who holds its other end must not keep it
    // open.
    setTimeout(() => this.pipe?.destroy(), drainMs).unref();
    if (this.pipe === undefined || this.pipe.closed) this.finish();
  }

  /**
   * The end of a process closes its pipe, and is told a moment later; one that closes it and lives
   * on is ended.
   */
  private closed(): void {
    if (this.hasExited) this.finish();
    else
      setTimeout(
        () => this.fail({ type: "broken", problem: "it closed its connection" }),
        drainMs,
      ).unref();
  }

  private finish(): void {
    if (this.isGone) return;
    this.isGone = true;
    clearTimeout(this.startTimer);
    this.vacate();
    this.settleEnded();
    this.listener.gone(this.ending ?? { type: "broken", problem: "unknown" });
  }
}

/** V8 ends a process whose heap is full by `abort`. */
function endingOf(code: number | null, signal: NodeJS.Signals | null, wasReady: boolean): Ending {
  const problem = signal === null ? `exit code ${String(code)}` : `signal ${signal}`;
  if (!wasReady) return { type: "unstarted", problem: `it ended at once (${problem})` };
  return signal === "SIGABRT" || code === 134
    ? { type: "out-of-memory" }
    : { type: "broken", problem: `it ended (${problem})` };
}

function nodeOptions(memoryMb: number): readonly string[] {
  return [
    `--max-old-space-size=${String(memoryMb)}`,
    "--disallow-code-generation-from-strings",
    ...(runsFromSource ? ["--conditions=@ptc/source"] : []),
  ];
}

/** Sources load sources, and what was built loads what was built. */
const runsFromSource = import.meta.url.endsWith(".ts");

function childModule(): string {
  return fileURLToPath(
    runsFromSource
      ? new URL("./child/main.ts", import.meta.url)
      : import.meta.resolve("#pool-child"),
  );
}

function systemEnvironment(): Record<string, string> {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
