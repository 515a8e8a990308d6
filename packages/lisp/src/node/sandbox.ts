// One process of a pool, seen from the pool. It is started with next to nothing of this process: no
// environment, no standard input or output, none of its command-line options. It is spoken to over
// one pipe, and killed at the first thing it does wrong.

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
  /** Called once, after the last message. */
  readonly gone: (ending: Ending) => void;
}

/**
 * A message of a process may take a quarter of its memory, since it is put together there, and at
 * most this, since it becomes a string here.
 */
const longestMessageMb = 256;
const messageShare = 4;
const residentCheckMs = 50;
/**
 * What Node occupies besides its old generation: itself, the young generation, what is being
 * collected.
 */
const nodeItselfMb = 128;
/** How long the last messages of a process may take to arrive after it has ended. */
const drainMs = 200;

export class Sandbox {
  /** The numbers of the contexts that the process was sent. */
  readonly contexts = new Set<number>();
  isReady = false;
  /** Fulfilled when the process has ended. */
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

  /** Sends a message, and answers with its length in bytes. */
  send(message: PoolMessage): number {
    return this.sendBytes(serialize(message));
  }

  sendBytes(body: Uint8Array): number {
    if (this.pipe?.writable === true) writeFrame(this.pipe, body);
    return body.byteLength;
  }

  /**
   * While a program runs in the other process: keeps this process of the host alive, and watches
   * how much memory the other one occupies.
   */
  occupy(): void {
    this.process?.ref();
    this.pipe?.ref();
    this.residentTimer ??= setInterval(() => void this.checkResident(), residentCheckMs);
  }

  /** Ends what `occupy` began: a process without a program keeps nobody alive. */
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
    // A write that fails needs no report: the end of the process is reported.
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
    // A process that was never started does not report its end.
    if (this.process?.pid === undefined) this.finish();
  }

  private exited(code: number | null, signal: NodeJS.Signals | null): void {
    this.hasExited = true;
    this.ending ??= endingOf(code, signal, this.isReady);
    // The pipe may still hold the last messages, so it is closed a little later. Closing it is
    // needed, because another process may hold its other end and keep it open.
    setTimeout(() => this.pipe?.destroy(), drainMs).unref();
    if (this.pipe === undefined || this.pipe.closed) this.finish();
  }

  /**
   * When a process ends, its pipe closes first, and its end is reported a moment later. A process
   * that closes the pipe and lives on is killed.
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

/** How a process ended. V8 aborts a process whose heap is full. */
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

/**
 * Whether this file is a source. Then the process is started from sources too, and otherwise from
 * what was built.
 */
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
