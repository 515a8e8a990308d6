// Calls of a run that are made: the tool is called, and its outcome is recorded. A tool that
// suspends itself lets its call wait instead.

import type { CallDecision, ToolArguments, ToolContext } from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import { collected, comesInPieces } from "../effects/collected-answer.ts";
import {
  encodedData,
  failedOutcome,
  resultOf,
  succeededAtOnce,
  succeededInPieces,
  type WrittenOutcome,
} from "./call-outcomes.ts";
import type { CheckedCall } from "./checked-call.ts";
import { RecordedCalls, type RecordedCallsOptions } from "./recorded-calls.ts";
import { settleOnce } from "./settle-once.ts";
import { Suspension, type SuspendOptions } from "./suspension.ts";
import { suspensionOrError } from "./tools-that-wait.ts";

export interface ExecutedCallsOptions extends RecordedCallsOptions {
  readonly memoryBytes: number;
}

/** The way to make a call. */
export interface MadeCall {
  /** True if the program already waits for it. */
  readonly isLater: boolean;
  readonly decision?: CallDecision;
}

export abstract class ExecutedCalls extends RecordedCalls {
  private readonly memoryBytes: number;

  constructor(options: ExecutedCallsOptions) {
    super(options);
    this.memoryBytes = options.memoryBytes;
  }

  /** Holds a call until a decision about it, because its tool has suspended itself. */
  protected abstract hold(call: CheckedCall, why: SuspendOptions): Promise<unknown>;

  protected executed(call: CheckedCall, made: MadeCall): unknown {
    const stored = this.begins(call, made.decision);
    if (stored !== undefined) return this.executedLater(call, made.decision, stored);
    let answer: unknown;
    try {
      answer = this.started(call);
    } catch (thrown) {
      return this.failed(call, made, thrown);
    }
    const outcome = isThenable(answer) || this.isElsewhere ? undefined : succeededAtOnce(answer);
    if (outcome === undefined) return this.executedLater(call, made.decision, undefined, answer);
    this.record(call, made.isLater, outcome, made.decision);
    return answer;
  }

  /** Calls the tool. An answer in pieces is collected. */
  private started({ tool: { tool }, checked, context }: CheckedCall): unknown {
    if (this.signal.aborted) throw new Error("the call was ended");
    // The span of a call that waited may have been opened again since the program made the call.
    const answer = context.trace.within(() => tool.execute(checked as ToolArguments, context));
    return this.inOnePiece(answer, context);
  }

  private inOnePiece(answer: unknown, { signal }: ToolContext): unknown {
    return comesInPieces(answer)
      ? collected(answer, this.memoryBytes, signal, this.hostClock)
      : answer;
  }

  /** Ends a call whose tool threw at once. */
  private failed(call: CheckedCall, { isLater, decision }: MadeCall, thrown: unknown): unknown {
    const error = suspensionOrError(thrown, call.tool.tool);
    if (error instanceof Suspension) return this.suspended(call, error, decision);
    return this.ended(isLater, () => {
      this.record(call, this.isLater(isLater), failedOutcome(error), decision);
      throw error;
    });
  }

  /** Returns a promise of an answer, or of that of a call that begins once its entry is stored. */
  private executedLater(
    call: CheckedCall,
    decision: CallDecision | undefined,
    stored: Promise<void> | undefined,
    answer?: unknown,
  ): Promise<unknown> {
    const { tool, context } = call;
    const pass = this.gate.begin(context.address);
    return new Promise((resolve, reject) => {
      const record = (value: unknown, outcome: WrittenOutcome): void => {
        pass(() => {
          this.record(call, true, outcome, decision);
          // A promise would be followed, and a chain of them may never end.
          resolve(isThenable(value) ? resultOf(outcome) : value);
        });
      };
      const succeed = (value: unknown): void => {
        const outcome = succeededAtOnce(value);
        if (outcome !== undefined) record(value, outcome);
        else
          void succeededInPieces(value).then((made) => {
            record(value, made);
          });
      };
      const fail = (thrown: unknown): void => {
        pass(() => {
          const error = suspensionOrError(thrown, tool.tool);
          if (error instanceof Suspension) {
            resolve(this.suspended(call, error, decision));
            return;
          }
          this.record(call, true, failedOutcome(error), decision);
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- tools may reject with any value
          reject(error);
        });
      };
      const follow = (given: unknown): void => {
        settleOnce(
          isThenable(given) ? given : Promise.resolve(given),
          (value) => {
            if (comesInPieces(value)) settleOnce(this.inOnePiece(value, context), succeed, fail);
            else succeed(value);
          },
          fail,
        );
      };
      if (stored === undefined) follow(answer);
      else
        void stored.then(() => {
          try {
            follow(this.started(call));
          } catch (thrown) {
            fail(thrown);
          }
        });
    });
  }

  /** Reports that a call begins. Resolves when that is stored; undefined if it is. */
  private begins(call: CheckedCall, decision: CallDecision | undefined): Promise<void> | undefined {
    const { reports } = this;
    if (reports === undefined) return undefined;
    const { tool, args, context } = call;
    if (decision?.arguments !== undefined) this.noteEdit(call, decision.arguments);
    const { callId: id, address } = context;
    const askedAt = this.hostClock.now();
    const executed = decision?.arguments === undefined ? args : encodedData(decision.arguments);
    reports.begins({ id, tool: tool.name, address, askedAt }, executed);
    return reports.stored();
  }

  /** Waits, because the tool has suspended itself. The call keeps the arguments of a decision. */
  private suspended(
    call: CheckedCall,
    { options }: Suspension,
    decision: CallDecision | undefined,
  ): Promise<unknown> {
    const given = decision?.arguments;
    if (given === undefined) return this.hold(call, options);
    this.noteEdit(call, given);
    return this.hold({ ...call, edited: { arguments: given, json: encodedData(given) } }, options);
  }
}
