// The one door to the world. A tool call gets its address, is counted, recorded and traced, and its
// result crosses as data. A tool that answers at once is answered at once; otherwise the call
// yields a promise.

import {
  effectAddressText,
  isThenable,
  type EffectAddress,
  type OpenSpan,
  type Tool,
  type ToolContext,
} from "@ptc/core/contracts";
import { HostCrossing, hostFieldName, type MapValue, type Value } from "@ptc/core/values";
import { endedError, LimitError, ToolError } from "../evaluation/errors.ts";
import { handOver } from "./hand-over.ts";
import { assertStackRoom } from "../evaluation/stack-room.ts";
import { thrownMessage } from "../evaluation/thrown-message.ts";
import type { Branch } from "../evaluation/branch.ts";
import type { Result } from "../evaluation/result.ts";

/** Calls `name` (which the analyser has found in the table) with `args`. */
export function callTool(branch: Branch, name: string, args: MapValue<Value>): Result {
  const { evaluation } = branch;
  const tool = evaluation.tools.get(name);
  if (tool === undefined) throw new ToolError(name, "there is no such tool");
  if (evaluation.isCancelled) throw evaluation.cancellation;
  if (branch.isCleaningUp) throw endedError(`tool/${name}`);
  // One that made the program wait before is called when the stack is empty, and nobody is told
  // before: no room need be tried out.
  const isLater =
    !branch.cannotWait &&
    !evaluation.trace.isListening &&
    evaluation.toolsThatWait?.has(tool) === true;
  if (!isLater) assertStackRoom(branch);
  branch.countToolCall();
  const call = new ToolCall(branch, name, tool, args);
  return isLater ? call.later() : call.now();
}

class ToolCall {
  private readonly args: Record<string, unknown>;
  private readonly branch: Branch;
  private readonly name: string;
  private readonly tool: Tool;
  private readonly address: EffectAddress;
  private readonly timestamp: number;
  private readonly startedAt: number;
  private readonly span: OpenSpan<"tool-call"> | undefined;
  private readonly place: number;
  private durationMs = 0;
  /**
   * Of the promise that the program waits for; absent before it waits, and when it has been
   * answered.
   */
  private waiting:
    | { readonly resolve: (value: Value) => void; readonly reject: (error: unknown) => void }
    | undefined = undefined;
  private readonly cancel = (): void => {
    const waiting = this.endWaiting();
    const { cancellation } = this.branch.evaluation;
    this.fail(cancellation);
    waiting?.reject(cancellation);
  };

  constructor(branch: Branch, name: string, tool: Tool, args: MapValue<Value>) {
    const { evaluation } = branch;
    this.branch = branch;
    this.name = name;
    this.tool = tool;
    this.args = handOver(branch, args, { fieldName: hostFieldName }) as Record<string, unknown>;
    this.address = {
      run: evaluation.runId,
      turn: evaluation.turn,
      path: branch.path,
      ordinal: branch.nextOrdinal++,
    };
    this.timestamp = evaluation.clock.now();
    this.startedAt = evaluation.clock.monotonic();
    this.span = evaluation.trace.isListening
      ? evaluation.trace.start("tool-call", () => ({
          name,
          args: this.args,
          address: effectAddressText(this.address),
        }))
      : undefined;
    // Reserved now, so that records stand in program order whenever the answer comes.
    this.place =
      branch.toolCalls.push({
        name,
        args: this.args,
        timestamp: this.timestamp,
        durationMs: 0,
        address: this.address,
      }) - 1;
    // The program's clock stands still while the tool works, in its synchronous part too.
    evaluation.pauseClock(this.startedAt);
  }

  now(): Result {
    let answer: unknown;
    try {
      answer = this.tool.execute(this.args, this.context());
      if (isThenable(answer)) return this.wait(this.following(answer));
    } catch (error) {
      this.resumeClock();
      throw this.failInTime(error);
    }
    this.resumeClock();
    return this.succeedInTime(answer);
  }

  /** Calls the tool as soon as nothing else is on the host's stack. */
  later(): Promise<Value> {
    return this.wait(() => {
      void Promise.resolve().then(() => {
        this.executeWaitedFor();
      });
    });
  }

  private context(): ToolContext {
    return {
      signal: this.branch.evaluation.signal,
      address: this.address,
      callId: effectAddressText(this.address),
    };
  }

  /**
   * What the tool answers after `begin`; ends with the caller's abort, which may have come already.
   */
  private wait(begin: () => void): Promise<Value> {
    const { evaluation } = this.branch;
    (evaluation.toolsThatWait ??= new Set()).add(this.tool);
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      evaluation.abortWaits?.add(this.cancel);
      begin();
      if (evaluation.isCancelled && this.isWaiting) this.cancel();
    });
  }

  private get isWaiting(): boolean {
    return this.waiting !== undefined;
  }

  private executeWaitedFor(): void {
    if (!this.isWaiting) return;
    try {
      const answer: unknown = this.tool.execute(this.args, this.context());
      if (isThenable(answer)) this.follow(answer);
      else this.takeAnswer(answer);
    } catch (error) {
      this.takeFailure(error);
    }
  }

  private following(answer: PromiseLike<unknown>): () => void {
    return () => {
      this.follow(answer);
    };
  }

  /**
   * What `answer` settles with is not awaited in its turn: a thenable that answers with thenables
   * would keep the process for ever.
   */
  private follow(answer: PromiseLike<unknown>): void {
    try {
      answer.then(
        (value) => {
          this.takeAnswer(value);
        },
        (error: unknown) => {
          this.takeFailure(error);
        },
      );
    } catch (error) {
      this.takeFailure(error);
    }
  }

  private takeAnswer(answer: unknown): void {
    const waiting = this.endWaiting();
    if (waiting === undefined) return;
    try {
      waiting.resolve(this.succeedInTime(answer));
    } catch (error) {
      waiting.reject(error);
    }
  }

  private takeFailure(error: unknown): void {
    const waiting = this.endWaiting();
    if (waiting === undefined) return;
    try {
      waiting.reject(this.failInTime(error));
    } catch (ended) {
      waiting.reject(ended);
    }
  }

  /** Of an answer and an abort the first counts. */
  private endWaiting(): ToolCall["waiting"] {
    const { waiting } = this;
    if (waiting === undefined) return undefined;
    this.waiting = undefined;
    this.branch.evaluation.abortWaits?.delete(this.cancel);
    this.resumeClock();
    return waiting;
  }

  private resumeClock(): void {
    const { evaluation } = this.branch;
    const now = evaluation.clock.monotonic();
    this.durationMs = Math.max(0, now - this.startedAt);
    evaluation.resumeClock(now);
  }

  /**
   * @throws ToolError, LimitError for an answer that cannot cross, or that came too late where time
   * in tools is the program's
   */
  private succeedInTime(answer: unknown): Value {
    const value = this.succeed(answer);
    this.branch.evaluation.checkToolTime();
    return value;
  }

  /** @throws LimitError where time in tools is the program's, and is over */
  private failInTime(error: unknown): ToolError {
    const failed = this.fail(error);
    this.branch.evaluation.checkToolTime();
    return failed;
  }

  private succeed(answer: unknown): Value {
    const value = this.crossed(answer);
    this.branch.toolCalls[this.place] = {
      name: this.name,
      args: this.args,
      result: answer,
      timestamp: this.timestamp,
      durationMs: this.durationMs,
      address: this.address,
    };
    this.span?.end({ name: this.name, ok: true, result: answer });
    return value;
  }

  /**
   * An answer that cannot cross is a failure of the tool; one too large to copy is a limit of the
   * run.
   */
  private crossed(answer: unknown): Value {
    try {
      return new HostCrossing(this.branch.evaluation.crossing).fromHost(answer);
    } catch (error) {
      const failed = this.fail(error);
      throw error instanceof LimitError ? error : failed;
    }
  }

  private fail(error: unknown): ToolError {
    const message = thrownMessage(error, "the tool failed");
    this.branch.toolCalls[this.place] = {
      name: this.name,
      args: this.args,
      error: message,
      timestamp: this.timestamp,
      durationMs: this.durationMs,
      address: this.address,
    };
    this.span?.end({ name: this.name, ok: false, error: message });
    return new ToolError(this.name, message);
  }
}
