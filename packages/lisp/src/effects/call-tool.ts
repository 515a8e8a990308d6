// Calls a tool for a program. Counts the call, assigns its address, adds a record in program order,
// and converts the result to a language value. Returns the value directly if the tool is
// synchronous, and a promise otherwise.

import type { ToolCallRecord } from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { EndOfRun } from "@ptc/core/internal/errors";
import type { MapValue, Value } from "@ptc/core/values";
import { HostCrossing, isLanguageValue } from "@ptc/core/internal/values";
import { turnQueue } from "@ptc/core/internal/task";
import type { Branch } from "../evaluation/branches/branch.ts";
import { endedError, LimitError, ToolError, waitRefused } from "../evaluation/errors/errors.ts";
import type { Result } from "../evaluation/result.ts";
import type { RunRecords } from "../evaluation/branches/run-records.ts";
import { assertStackRoom } from "../evaluation/budget/stack-room.ts";
import { collected, comesInPieces } from "./collected-answer.ts";
import { findTool } from "./find-tool.ts";
import { handOver, handOverArguments } from "./hand-over.ts";
import { ToolRunner, type ToolCall } from "./tool-runner.ts";

/**
 * Calls the tool `name` with `args`. The analyzer has already checked that `name` exists. For
 * `lookedSteps`, see `handOverArguments`.
 */
export function callTool(
  branch: Branch,
  name: string,
  args: MapValue<Value>,
  lookedSteps?: number,
): Result {
  const { evaluation } = branch;
  const tool = evaluation.tools.get(name);
  if (tool === undefined) {
    // A library and a stored function are analyzed without the tools.
    const found = findTool(evaluation.tools, name);
    if (found !== undefined) return callTool(branch, found, args, lookedSteps);
    throw new ToolError(name, "there is no such tool");
  }
  if (evaluation.isCancelled) throw evaluation.cancellation;
  if (evaluation.endedBy !== undefined) throw evaluation.endedBy;
  if (branch.isCleaningUp) throw endedError(`tool/${name}`);
  if (branch.cannotWait) throw waitRefused();
  // If this tool has returned a promise before, defer the call until the host's stack is empty, so
  // the stack check isn't needed. A trace listener rules this out, because it is also host code and
  // runs right away.
  const isLater = !evaluation.trace.isListening && evaluation.toolsThatWait?.has(tool) === true;
  if (!isLater) assertStackRoom(branch);
  branch.count("toolCalls", 1);
  branch.charge(bytesOfAddressPart * branch.scope.path.length);
  const call = new ProgramCall(branch, begin(branch, name, args, lookedSteps));
  return isLater ? call.later() : call.now();
}

function begin(
  branch: Branch,
  name: string,
  given: MapValue<Value>,
  lookedSteps: number | undefined,
): ToolCall {
  const args = handOverArguments(branch, given, lookedSteps);
  const call = new ToolRunner(branch.evaluation).begin(name, args, branch.nextAddress());
  if (call === undefined) throw new ToolError(name, "there is no such tool");
  return call;
}

/** Bytes charged per part of an address, which is stored in the record and written as text. */
const bytesOfAddressPart = 16;

class ProgramCall {
  private readonly branch: Branch;
  private readonly call: ToolCall;
  private readonly records: RunRecords;
  private readonly recordIndex: number;
  private endedAt: number | undefined = undefined;
  /** Settles the promise the program awaits. Undefined before the wait and after the call ends. */
  private waiting:
    | { readonly resolve: (value: Value) => void; readonly reject: (error: unknown) => void }
    | undefined = undefined;
  private readonly cancel = (): void => {
    const waiting = this.endWaiting();
    const { cancellation } = this.branch.evaluation;
    this.fail(cancellation);
    waiting?.reject(cancellation);
  };

  constructor(branch: Branch, call: ToolCall) {
    this.branch = branch;
    this.call = call;
    // Add the record now to keep records in program order, no matter when the result arrives.
    this.records = branch.records;
    this.recordIndex = this.records.add("toolCalls", call.begun);
    // Tool time is not program time, so pause the clock, even during the tool's synchronous part.
    branch.evaluation.pauseClock(call.startedAt);
  }

  now(): Result {
    let answer: unknown;
    try {
      answer = this.execute();
      if (isThenable(answer)) return this.wait(this.following(answer));
      if (comesInPieces(answer)) return this.wait(this.following(this.collected(answer)));
    } catch (error) {
      this.resumeClock(true);
      throw this.failInTime(error);
    }
    this.resumeClock(true);
    return this.succeedInTime(answer);
  }

  /** Calls the tool in a microtask, with an empty host stack. */
  later(): Promise<Value> {
    return this.wait(() => {
      void Promise.resolve().then(() => {
        this.executeWaitedFor();
      });
    });
  }

  private execute(): unknown {
    return this.call.execute(this.branch.evaluation.signal);
  }

  /**
   * Runs `begin` and returns a promise for the tool's result. Rejects if the caller aborts, or has
   * already aborted.
   */
  private wait(begin: () => void): Promise<Value> {
    const { evaluation } = this.branch;
    (evaluation.toolsThatWait ??= new Set()).add(this.call.tool);
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
      const { endedBy } = this.branch.evaluation;
      if (endedBy !== undefined) {
        this.call.attempts = 0;
        throw endedBy;
      }
      const answer = this.execute();
      if (isThenable(answer)) this.follow(answer);
      else this.takeSettled(answer);
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
   * Ends the call when `answer` settles. Doesn't await a thenable that resolves to another
   * thenable, because an endless chain of them would hang the process.
   */
  private follow(answer: PromiseLike<unknown>): void {
    try {
      answer.then(
        (value) => {
          this.inTask(() => {
            this.takeSettled(value);
          });
        },
        (error: unknown) => {
          this.inTask(() => {
            this.takeFailure(error);
          });
        },
      );
    } catch (error) {
      this.takeFailure(error);
    }
  }

  /** Calls `take` in a task with time left, because many runs may wait for one event. */
  private inTask(take: () => void): void {
    const { evaluation } = this.branch;
    const room = this.isWaiting ? evaluation.roomInTask() : undefined;
    if (room === undefined) {
      take();
      return;
    }
    this.endedAt ??= evaluation.clock.monotonic();
    void room.then(() => {
      this.inTask(take);
    });
  }

  private collected(answer: AsyncIterable<unknown>): Promise<readonly unknown[]> {
    const { limits, signal, clock, activity } = this.branch.evaluation;
    const pieces = collected(answer, limits.memoryBytes, signal, clock);
    activity?.during(pieces, signal);
    return pieces;
  }

  /** Ends the call with the settled result, or first collects it if it is an async iterable. */
  private takeSettled(answer: unknown): void {
    try {
      if (this.isWaiting && comesInPieces(answer)) {
        this.follow(this.collected(answer));
        return;
      }
    } catch (error) {
      this.takeFailure(error);
      return;
    }
    this.takeAnswer(answer);
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

  /**
   * Ends the wait and returns its resolvers. Returns `undefined` if the wait is already over, so
   * only the first of a result and an abort takes effect.
   */
  private endWaiting(): ProgramCall["waiting"] {
    const { waiting } = this;
    if (waiting === undefined) return undefined;
    this.waiting = undefined;
    this.branch.evaluation.abortWaits?.delete(this.cancel);
    this.resumeClock();
    return waiting;
  }

  /** The host could do nothing else while a synchronous tool ran, so its time fills the task. */
  private resumeClock(isSynchronous = false): void {
    const { evaluation } = this.branch;
    const now = evaluation.clock.monotonic();
    this.endedAt ??= now;
    if (isSynchronous) turnQueue.spend(now - this.call.startedAt);
    evaluation.resumeClock(now);
  }

  /**
   * Converts the result to a language value and completes the call's record.
   * @throws ToolError if the result can't be converted; LimitError if it is too large, or arrives
   * after the deadline when tool time counts
   */
  private succeedInTime(answer: unknown): Value {
    const value = this.crossed(answer);
    this.record(this.call.succeeded(this.recorded(answer, value), this.endedAt));
    this.branch.evaluation.checkToolTime();
    return value;
  }

  /**
   * Completes the record of a failed call and returns its error. Programs can catch the error
   * unless it ends the run.
   * @throws LimitError if tool time counts and the program has run out of time
   */
  private failInTime(error: unknown): Error {
    const failed = this.fail(error);
    this.branch.evaluation.checkToolTime();
    return failed;
  }

  /**
   * Converts the result to a language value. A result that can't be converted is a tool failure; a
   * result too large to copy exceeds a limit of the run.
   */
  private crossed(answer: unknown): Value {
    try {
      return this.fromHost(answer);
    } catch (error) {
      const failed = this.fail(error);
      throw error instanceof LimitError ? error : failed;
    }
  }

  private fail(error: unknown): Error {
    const failed = this.call.failed(error, this.endedAt);
    this.record(failed);
    try {
      if (error instanceof EndOfRun) return this.branch.evaluation.endBy(error);
      const data = error instanceof ToolFailure ? this.fromHost(error.data) : null;
      return new ToolError(failed.name, failed.error, data);
    } catch {
      // The error's data can't be converted, or it is a proxy that throws when read.
      return new ToolError(failed.name, failed.error);
    }
  }

  /** Returns the result as host data for the record, even if the tool returned a language value. */
  private recorded(answer: unknown, value: Value): unknown {
    if (typeof answer !== "object" || answer === null || !isLanguageValue(answer)) return answer;
    try {
      return handOver(this.branch, value);
    } catch {
      // A map key can't be a field name, so record the language value itself.
      return value;
    }
  }

  private fromHost(given: unknown): Value {
    if (typeof given === "number" || typeof given === "string") return given;
    const { crossing, firewall, losses } = this.branch.evaluation;
    const listener = losses.ofAnswer(given, this.call.name);
    return new HostCrossing(crossing, firewall, listener).fromHost(given);
  }

  private record(ended: ToolCallRecord): void {
    this.records.change("toolCalls", this.recordIndex, ended);
  }
}
