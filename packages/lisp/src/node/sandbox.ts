// One process of a pool, seen from the pool. It inherits almost nothing from this process: no
// environment, no standard input or output, and no command-line options. It communicates over one
// pipe, and is killed at its first violation.

import type { Libraries } from "../analysis/known-libraries.ts";
import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { serialize } from "node:v8";
import { bundlerAdvice, runsFromSource, startFile, type ChildProgram } from "./child-program.ts";
import { writeFrame, writePiece } from "./frames.ts";
import { Inbox } from "./inbox.ts";
import { MessageError } from "./message-error.ts";
import type { Outgoing, Pieces } from "./sent-pieces.ts";
import { mostLibrarySets } from "./messages.ts";
import type { ChildMessage, PoolMessage } from "./messages.ts";
import type { HandedCode, PoolCode } from "./pool-code.ts";
import type { ResolvedPoolOptions } from "./pool-options.ts";
import type { Slice, SlicedWork, Turns } from "./reading/turns.ts";
import { residentMegabytes } from "./resident-memory.ts";

/** The reason why a process ended or could not start. */
export type Ending =
  | { readonly type: "unstarted"; readonly problem: string }
  | { readonly type: "out-of-memory" }
  | { readonly type: "broken"; readonly problem: string };

export interface SandboxListener {
  /**
   * Handles a message of length `bytes`. If it returns a promise, the next message waits for it.
   */
  readonly message: (message: ChildMessage, bytes: number) => Promise<void> | undefined;
  /** Called once, after the last message. */
  readonly gone: (ending: Ending) => void;
}

/**
 * Limits of a message. It may take a quarter of its process's memory, where it is assembled. It
 * may not exceed this many megabytes, because this process stores it while reading it.
 */
const longestMessageMb = 64;
const messageShare = 4;
const residentCheckMs = 50;
/**
 * Megabytes that Node occupies besides its old generation: itself, the young generation, and
 * garbage.
 */
const nodeItselfMb = 128;
/** Milliseconds in which the last messages of an ended process may arrive. */
const drainMs = 200;
/**
 * Messages that a process may send without a current run, such as a tool call or task from a
 * branch that its run left behind.
 */
const mostStrays = 10_000;

/** Watches the sending of a long message. */
export interface SendingWatcher {
  /** True if the message isn't needed any more. */
  readonly isObsolete: () => boolean;
  /** Called after pieces were written, before the process can respond to them. */
  readonly sending?: (isComplete: boolean) => void;
}

/** Everything that a process shares with the others of its pool. */
interface SandboxSurroundings {
  readonly turns: Turns;
  readonly code: PoolCode;
  readonly child: ChildProgram;
}

export class Sandbox {
  /** Numbers of the contexts that were sent to the process. */
  readonly contexts = new Set<number>();
  /** The keys of the libraries that the process has. */
  private readonly libraryKeys = new Set<string>();
  isReady = false;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  private hasExited = false;
  private hasCrashed = false;
  private isGone = false;
  private settleEnded: () => void = () => undefined;
  private readonly options: ResolvedPoolOptions;
  private readonly listener: SandboxListener;
  private readonly process: ChildProcess | undefined;
  private readonly pipe: Socket | undefined;
  private readonly inbox: Inbox;
  private readonly code: HandedCode | undefined;
  /** The long message that is being sent; resolves when the next one may begin. */
  private line: Promise<unknown> = Promise.resolve();
  private readonly turns: Turns;
  private openPings = 0;
  private strays = 0;
  private ending: Ending | undefined;
  private startTimer: NodeJS.Timeout | undefined;
  private residentTimer: NodeJS.Timeout | undefined;

  constructor(
    options: ResolvedPoolOptions,
    { turns, code, child }: SandboxSurroundings,
    listener: SandboxListener,
  ) {
    this.options = options;
    this.listener = listener;
    this.turns = turns;
    const { execPath, execArgv, memoryMb } = options;
    const nodeWords = [...execArgv, ...nodeOptions(options)];
    // Node strips the types of sources and has its own cache for that.
    this.code =
      runsFromSource || child.type === "text" ? undefined : code.handOver([execPath, ...nodeWords]);
    this.ended = new Promise((resolve) => {
      this.settleEnded = resolve;
    });
    const maximumBytes = Math.floor(
      Math.min(options.memoryMb / messageShare, longestMessageMb) * 1024 * 1024,
    );
    this.inbox = new Inbox({
      maximumBytes,
      turns,
      take: (message, bytes) => this.tell(message, bytes),
      failed: (error) => this.distrust(error),
      busy: (isBusy) => {
        if (isBusy) this.pipe?.pause();
        else this.pipe?.resume();
      },
    });
    try {
      const process = spawn(
        execPath,
        [
          ...nodeWords,
          ...(this.code === undefined ? wordsOf(child) : [startFile()]),
          String(maximumBytes),
          String(memoryMb),
          ...(this.code?.words ?? []),
        ],
        {
          // On Windows, processes don't start without the system folder.
          env: systemEnvironment(),
          stdio: [
            child.type === "text" ? "pipe" : "ignore",
            "ignore",
            "ignore",
            "pipe",
            ...(this.code === undefined ? [] : [this.code.descriptor]),
          ],
          windowsHide: true,
        },
      );
      this.process = process;
      process.on("error", (error) => this.fail({ type: "unstarted", problem: error.message }));
      process.on("exit", (code, signal) => this.exited(code, signal));
      if (child.type === "text") process.stdin?.on("error", () => undefined).end(child.text);
      this.pipe = this.listen(process.stdio[3]);
      this.startTimer = setTimeout(
        () =>
          this.fail({
            type: "unstarted",
            problem: `it was not ready after ${String(options.startTimeoutMs)} ms`,
          }),
        options.startTimeoutMs,
      ).unref();
      this.code?.started();
    } catch (error) {
      this.code?.started();
      const problem = error instanceof Error ? error.message : "unknown";
      setImmediate(() => this.fail({ type: "unstarted", problem }));
    }
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** Sends a message and returns its length in bytes. */
  send(message: PoolMessage): number {
    if (message.type === "ping") this.openPings++;
    return this.sendBytes(serialize(message));
  }

  /** Sends libraries, unless the process has them. */
  sendLibraries({ key, all }: Libraries): void {
    if (this.libraryKeys.has(key)) return;
    if (this.libraryKeys.size >= mostLibrarySets) this.libraryKeys.clear();
    this.libraryKeys.add(key);
    const sources = Object.fromEntries(all.map(({ name, source }) => [name, source]));
    this.send({ type: "libraries", key, sources });
  }

  /**
   * Sends a message, in pieces if it is long. Returns its length in bytes. For a long message,
   * returns a promise, which gives `undefined` if the message became obsolete or the process ended.
   * @throws errors of the data, after which the process has dropped the message
   */
  sendOutgoing(message: Outgoing, watcher: SendingWatcher): number | Promise<number | undefined> {
    if (message instanceof Uint8Array) return this.sendBytes(message);
    const sent = this.line.then(() => this.sendPieces(message, watcher));
    this.line = sent.catch(() => undefined);
    return sent;
  }

  private sendBytes(body: Uint8Array): number {
    if (this.pipe?.writable === true) writeFrame(this.pipe, body);
    return body.byteLength;
  }

  private async sendPieces(
    pieces: Pieces,
    { isObsolete, sending }: SendingWatcher,
  ): Promise<number | undefined> {
    const { pipe } = this;
    let bytes = 0;
    try {
      while (!pieces.isComplete && pipe?.writable === true && !isObsolete()) {
        bytes += await this.turns.work((slice) => writtenInSlice(pipe, pieces, slice));
        sending?.(pieces.isComplete);
        await drained(pipe);
      }
    } finally {
      if (!pieces.isComplete && pipe?.writable === true) writePiece(pipe, "dropped");
    }
    return pieces.isComplete ? bytes : undefined;
  }

  /**
   * Keeps this process alive while a program runs in the other one, and watches the memory of that
   * one.
   */
  occupy(): void {
    this.process?.ref();
    this.pipe?.ref();
    this.residentTimer ??= setInterval(() => void this.checkResident(), residentCheckMs);
  }

  /** Reverts `occupy`, because a process without a program must not keep this one alive. */
  vacate(): void {
    clearInterval(this.residentTimer);
    this.residentTimer = undefined;
    this.process?.unref();
    this.pipe?.unref();
  }

  /** Kills the process. The listener is called when it has ended. */
  kill(): void {
    this.fail({ type: "broken", problem: "it was stopped" });
  }

  private listen(stream: unknown): Socket | undefined {
    if (!(stream instanceof Socket)) return undefined;
    stream.on("data", (chunk) => this.inbox.push(chunk));
    // Ignore failed writes, because the end of the process is reported.
    stream.on("error", () => undefined);
    stream.on("close", () => this.closed());
    return stream;
  }

  /** Counts a message without a current run. @throws MessageError if there are too many */
  stray(): void {
    if (++this.strays > mostStrays) throw new MessageError("too many messages outside a run");
  }

  private distrust(error: unknown): void {
    this.fail({
      type: "broken",
      problem: `it sent an invalid message (${error instanceof Error ? error.message : "unknown"})`,
    });
  }

  private tell(message: ChildMessage, bytes: number): Promise<void> | undefined {
    if (message.type === "ready") {
      if (this.isReady) throw new MessageError("a message out of order");
      clearTimeout(this.startTimer);
      this.isReady = true;
      this.code?.ready(message.isCodeRejected === true);
    } else if (message.type === "pong" && --this.openPings < 0) {
      throw new MessageError("a message out of order");
    }
    return this.listener.message(message, bytes);
  }

  private async checkResident(): Promise<void> {
    const megabytes = this.pid === undefined ? undefined : await residentMegabytes(this.pid);
    if (megabytes !== undefined && megabytes > this.options.memoryMb + nodeItselfMb)
      this.fail({ type: "out-of-memory" });
  }

  /** Records the first problem and kills the process. */
  private fail(ending: Ending): void {
    if (this.isGone) return;
    this.ending ??= ending;
    clearTimeout(this.startTimer);
    this.process?.kill("SIGKILL");
    // A process that never started doesn't report its end.
    if (this.process?.pid === undefined) this.finish();
  }

  private exited(code: number | null, signal: NodeJS.Signals | null): void {
    this.hasExited = true;
    // Without an ending yet, the process ended by itself.
    this.hasCrashed =
      this.ending === undefined
        ? !this.isReady || isCrash(signal)
        : this.ending.type === "unstarted";
    this.ending ??= endingOf(code, signal, this.isReady);
    // The pipe may still contain the last messages, so close it a little later. It has to be
    // closed, because another process may keep its other end open.
    setTimeout(() => this.endPipe(), drainMs).unref();
    if (this.pipe === undefined || this.pipe.closed) this.finishLater();
  }

  /**
   * Handles the end of the pipe. The pipe of a process closes shortly before its end is reported.
   * A process that closes the pipe and continues to run is killed.
   */
  private closed(): void {
    if (this.hasExited) this.finishLater();
    else
      setTimeout(
        () => this.fail({ type: "broken", problem: "it closed its connection" }),
        drainMs,
      ).unref();
  }

  /** Closes the pipe after all received messages are read. */
  private endPipe(): void {
    const { pipe } = this;
    if (pipe?.closed === false) this.inbox.emptied(() => pipe.destroy());
  }

  /** Finishes after all received messages are read. */
  private finishLater(): void {
    this.inbox.emptied(() => this.finish());
  }

  private finish(): void {
    if (this.isGone) return;
    this.isGone = true;
    clearTimeout(this.startTimer);
    this.vacate();
    this.code?.gone(this.hasCrashed);
    this.settleEnded();
    this.listener.gone(this.ending ?? { type: "broken", problem: "unknown" });
  }
}

/** Writes pieces until the slice is over or the pipe is full. Returns their bytes. */
// eslint-disable-next-line require-yield -- The pipe limits the work, and each slice is new work.
function* writtenInSlice(pipe: Socket, pieces: Pieces, slice: Slice): SlicedWork<number> {
  let bytes = 0;
  do {
    const piece = pieces.next();
    writePiece(pipe, pieces.isComplete ? "last" : "more", piece);
    bytes += piece.byteLength;
  } while (!pieces.isComplete && !pipe.writableNeedDrain && !slice.isOverNow());
  return bytes;
}

/** Resolves when the process has read enough that more can be written, or when the pipe closes. */
async function drained(pipe: Socket): Promise<void> {
  if (!pipe.writableNeedDrain || pipe.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      pipe.off("drain", done).off("close", done);
      resolve();
    };
    pipe.on("drain", done).on("close", done);
  });
}

/** True for the signals with which damaged code ends a process. */
function isCrash(signal: NodeJS.Signals | null): boolean {
  return signal === "SIGSEGV" || signal === "SIGILL" || signal === "SIGTRAP" || signal === "SIGBUS";
}

/** Determines how a process ended. V8 aborts a process whose heap is full. */
function endingOf(code: number | null, signal: NodeJS.Signals | null, wasReady: boolean): Ending {
  const problem = signal === null ? `exit code ${String(code)}` : `signal ${signal}`;
  // A bundler may have copied only some of the package's files.
  const advice = code === 1 ? `. ${bundlerAdvice}` : "";
  if (!wasReady)
    return { type: "unstarted", problem: `it exited at startup (${problem})${advice}` };
  return signal === "SIGABRT" || code === 134
    ? { type: "out-of-memory" }
    : { type: "broken", problem: `it exited (${problem})` };
}

function nodeOptions({ memoryMb, generate }: ResolvedPoolOptions): readonly string[] {
  return [
    `--max-old-space-size=${String(memoryMb)}`,
    ...(generate === "never" ? ["--disallow-code-generation-from-strings"] : []),
    ...(runsFromSource ? ["--conditions=@ptc/source"] : []),
  ];
}

/** Returns the words of Node that start the program. A text arrives at the standard input. */
function wordsOf(child: ChildProgram): readonly string[] {
  switch (child.type) {
    case "file":
      return [child.path];
    case "text":
      return ["--input-type=commonjs", "-"];
    case "missing":
      throw new Error(`its module was not found. ${bundlerAdvice}`);
  }
}

function systemEnvironment(): Record<string, string> {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
