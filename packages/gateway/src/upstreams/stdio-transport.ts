// The transport to an MCP server in a child process. Unlike that of the SDK, it skips an answer
// beyond its bound instead of ending the connection, slows floods down, keeps only the last lines
// of the error output, and ends the server's children as well.

import type { ChildProcess } from "node:child_process";
import {
  deserializeMessage,
  serializeMessage,
  SdkError,
  SdkErrorCode,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { sleep } from "@ptc/core/internal/contracts";
import { oneLine } from "@ptc/core/internal/errors";
import { FloodGate, type UpstreamClock } from "./flood-gate.ts";
import { idOfSkipped, MessageLines } from "./message-lines.ts";
import { signalGroup, startProcess, type ServerCommand } from "./process-group.ts";
import { tooLargeAnswer } from "./too-large.ts";

export interface StdioOptions {
  readonly maxAnswerBytes: number;
  readonly clock: UpstreamClock;
  /** Receives lines of the server's error output, shortened and on one line. */
  readonly onErrorLine: (line: string) => void;
}

/** A line beyond this many bytes ends the connection, although it is skipped. */
const endlessBytes = 1_000_000_000;

const mostMessagesPerSecond = 1_000;
const mostErrorBytesPerSecond = 200_000;
const longestErrorLine = 500;

/** The time to read the output of a server after its end, in milliseconds. */
const lastOutputMs = 200;

/** The time for a server to end by itself, and again after the first signal. */
const graceMs = 1_000;

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  private readonly server: ServerCommand;
  private readonly options: StdioOptions;
  private child: ChildProcess | undefined;
  private readonly ended = new AbortController();
  private isClosing = false;

  constructor(server: ServerCommand, options: StdioOptions) {
    this.server = server;
    this.options = options;
  }

  /** The id of the server's process, while it runs. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  async start(): Promise<void> {
    const child = startProcess(this.server);
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => {
        this.end();
        reject(
          new Error(`the command ${this.server.command} can't be started: ${reasonOf(error)}`),
        );
      });
    });
    child.on("error", (error) => this.onerror?.(error));
    child.once("close", () => {
      this.end();
    });
    // A child of the server may keep its output open.
    child.once("exit", () => {
      void sleep({}, lastOutputMs, this.ended.signal).then(() => {
        this.end();
      });
    });
    child.stdin?.on("error", (error) => this.onerror?.(error));
    this.readMessages(child);
    this.readErrors(child);
  }

  private readMessages({ stdout }: ChildProcess): void {
    const { maxAnswerBytes, clock } = this.options;
    const gate = new FloodGate(mostMessagesPerSecond, clock);
    let messages = 0;
    const lines = new MessageLines(maxAnswerBytes, {
      onLine: (line) => {
        messages += 1;
        this.receive(line);
      },
      onSkipped: (line) => {
        messages += 1;
        const id = idOfSkipped(line);
        if (id === undefined) this.onerror?.(new Error("a message of the server is too large"));
        else this.onmessage?.(tooLargeAnswer(id, maxAnswerBytes));
      },
    });
    stdout?.on("data", (chunk: Buffer) => {
      if (this.isClosing) return;
      messages = 0;
      lines.push(chunk);
      if (lines.pendingBytes > endlessBytes) {
        this.onerror?.(new Error("a message of the server is endless: the connection was ended"));
        void this.close();
      } else if (gate.isExceededBy(messages)) {
        stdout.pause();
        void gate.wait(this.ended.signal).then(() => stdout.resume());
      }
    });
  }

  private receive(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      // Servers print other text too, such as the banner of a script.
      this.onerror?.(new Error(`not a message: ${oneLine(line, 200)}`));
      return;
    }
    this.onmessage?.(message);
  }

  private readErrors({ stderr }: ChildProcess): void {
    const { clock, onErrorLine } = this.options;
    const gate = new FloodGate(mostErrorBytesPerSecond, clock);
    const lines = new MessageLines(mostErrorBytesPerSecond, {
      onLine: (line) => {
        onErrorLine(oneLine(line, longestErrorLine));
      },
      onSkipped: ({ beginning }) => {
        onErrorLine(`${oneLine(beginning, longestErrorLine)}…`);
      },
    });
    stderr?.on("data", (chunk: Buffer) => {
      lines.push(chunk);
      if (!gate.isExceededBy(chunk.length)) return;
      stderr.pause();
      void gate.wait(this.ended.signal).then(() => stderr.resume());
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.child?.stdin;
    if (this.ended.signal.aborted || stdin === null || stdin === undefined || stdin.destroyed)
      throw new SdkError(SdkErrorCode.NotConnected, "Not connected");
    await new Promise<void>((resolve, reject) => {
      stdin.write(serializeMessage(message), (error) => {
        if (error === null || error === undefined) resolve();
        else reject(new SdkError(SdkErrorCode.ConnectionClosed, "the server doesn't read"));
      });
    });
  }

  /** Ends the server: by the end of its input, then by signals. */
  async close(): Promise<void> {
    const { child } = this;
    if (child === undefined || this.ended.signal.aborted) return;
    this.isClosing = true;
    const exited = new Promise<void>((resolve) => {
      child.once("exit", () => {
        resolve();
      });
    });
    const grace = async (): Promise<void> => {
      const waited = new AbortController();
      await Promise.race([exited, sleep({}, graceMs, waited.signal)]);
      waited.abort();
    };
    child.stdin?.end();
    child.stdout?.resume();
    child.stderr?.resume();
    await grace();
    if (isRunning(child)) {
      signalGroup(child, "SIGTERM");
      await grace();
    }
    if (isRunning(child)) {
      signalGroup(child, "SIGKILL");
      await exited;
    }
    this.end();
  }

  private end(): void {
    if (this.ended.signal.aborted) return;
    this.ended.abort();
    const { child } = this;
    // Children of the server may still run.
    if (child !== undefined) signalGroup(child, "SIGKILL");
    child?.stdout?.destroy();
    child?.stderr?.destroy();
    child?.stdin?.destroy();
    this.onclose?.();
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such program (or its folder doesn't exist)";
  return code === "EACCES" ? "it may not be executed" : (code ?? "unknown error");
}
