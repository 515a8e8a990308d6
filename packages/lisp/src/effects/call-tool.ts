// How a program calls a tool. The call is counted and gets an address and a record in program
// order, and the tool's answer becomes a value of the language. The call yields that value at once
// when the tool answers at once, and otherwise a promise.

import { isThenable, type ToolCallRecord } from "@ptc/core/contracts";
import { EndOfRun, ToolFailure } from "@ptc/core/errors";
import { HostCrossing, isLanguageValue, type MapValue, type Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { endedError, LimitError, ToolError, waitRefused } from "../evaluation/errors/errors.ts";
import type { Result } from "../evaluation/result.ts";
import type { RunRecords } from "../evaluation/branches/run-records.ts";
import { assertStackRoom } from "../evaluation/budget/stack-room.ts";
import { collected, comesInPieces } from "./collected-answer.ts";
import { handOver, handOverArguments } from "./hand-over.ts";
import { ToolRunner, type ToolCall } from "./tool-runner.ts";

/**
 * Calls `name` (which the analyzer has found in the table) with `args`; `lookedSteps` as
 * `handOverArguments` has it.
 */
export function callTool(
  branch: Branch,
  name: string,
  args: MapValue<Value>,
  lookedSteps?: number,
): Result {
  const { evaluation } = branch;
  const tool = evaluation.tools.get(name);
  if (tool === undefined) throw new ToolError(name, "there is no such tool");
  if (evaluation.isCancelled) throw evaluation.cancellation;
  if (evaluation.endedBy !== undefined) throw evaluation.endedBy;
  if (branch.isCleaningUp) throw endedError(`tool/${name}`);
  if (branch.cannotWait) throw waitRefused();
  // A tool that has answered with a promise before is called later, when the host's stack is empty,
  // so the check for room can be left out. This does not hold when the trace has a listener: it is
  // a function of the host too, and is called now.
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

/** An address is kept with the record of its call, and written as text. */
const bytesOfAddressPart = 16;

class ProgramCall {
  private readonly branch: Branch;
  private readonly call: ToolCall;
  private readonly records: RunRecords;
  private readonly recordIndex: number;
  private endedAt = 0;
  /**
   * Settles the promise that the program waits for. Undefined before it waits and once the call
   * ended.
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

  constructor(branch: Branch, call: ToolCall) {
    this.branch = branch;
    this.call = call;
    // Added now, so that records stand in program order whenever the answer comes.
    this.records = branch.records;
    this.recordIndex = this.records.add("toolCalls", call.begun);
    // The program's clock stands still while the tool works, in its synchronous part too.
    branch.evaluation.pauseClock(call.startedAt);
  }

  now(): Result {
    let answer: unknown;
    try {
      answer = this.execute();
      if (isThenable(answer)) return this.wait(this.following(answer));
      if (comesInPieces(answer)) return this.wait(this.following(this.collected(answer)));
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

  private execute(): unknown {
    return this.call.execute(this.branch.evaluation.signal);
  }

  /**
   * A promise of the tool's answer, which `begin` sets going. It is rejected when the caller
   * aborts, which may have happened already.
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
   * Takes what `answer` settles with. Where that is another thenable it is not awaited: thenables
   * that answer with thenables without end would keep the process for ever.
   */
  private follow(answer: PromiseLike<unknown>): void {
    try {
      answer.then(
        (value) => {
          this.takeSettled(value);
        },
        (error: unknown) => {
          this.takeFailure(error);
        },
      );
    } catch (error) {
      this.takeFailure(error);
    }
  }

  private collected(answer: AsyncIterable<unknown>): Promise<readonly unknown[]> {
    const { limits, signal } = this.branch.evaluation;
    return collected(answer, limits.memoryBytes, signal);
  }

  /** Takes what was answered at last, or goes on waiting for the pieces of it. */
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
   * Ends waiting. Answers `undefined` where it had ended already: of an answer and an abort only
   * the first counts.
   */
  private endWaiting(): ProgramCall["waiting"] {
    const { waiting } = this;
    if (waiting === undefined) return undefined;
    this.waiting = undefined;
    this.branch.evaluation.abortWaits?.delete(this.cancel);
    this.resumeClock();
    return waiting;
  }

  private resumeClock(): void {
    const { evaluation } = this.branch;
    this.endedAt = evaluation.clock.monotonic();
    evaluation.resumeClock(this.endedAt);
  }

  /**
   * The value of the tool's answer, whose record is completed.
   * @throws ToolError for an answer that cannot become a value; LimitError for one that is too
   * large, or that came too late where the time that tools take counts
   */
  private succeedInTime(answer: unknown): Value {
    const value = this.crossed(answer);
    this.record(this.call.succeeded(this.recorded(answer, value), this.endedAt));
    this.branch.evaluation.checkToolTime();
    return value;
  }

  /**
   * The error of a call that failed, whose record is completed: one that programs can catch, unless
   * the run cannot go on.
   * @throws LimitError when the program's time is over, where the time that tools take counts
   */
  private failInTime(error: unknown): Error {
    const failed = this.fail(error);
    this.branch.evaluation.checkToolTime();
    return failed;
  }

  /**
   * The answer as a value of the language. An answer that cannot become one is a failure of the
   * tool; one that is too large to copy reaches a limit of the run.
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
      if (error instanceof EndOfRun) return (this.branch.evaluation.endedBy ??= error);
      const data = error instanceof ToolFailure ? this.fromHost(error.data) : null;
      return new ToolError(failed.name, failed.error, data);
    } catch {
      // The answer of the tool cannot become a value, or a proxy throws when it is looked at.
      return new ToolError(failed.name, failed.error);
    }
  }

  /** What the record shows of an answer: data of the host, also where it was a value already. */
  private recorded(answer: unknown, value: Value): unknown {
    if (typeof answer !== "object" || answer === null || !isLanguageValue(answer)) return answer;
    try {
      return handOver(this.branch, value);
    } catch {
      // A key that cannot be the name of a field: the value itself says what it is.
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
