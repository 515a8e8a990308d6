// The order in which the answers of a recorded run reach it. Each answer is passed on when the run
// can't continue without one. So a replay can pass them on in the order of their lines.

import { KeptListener, onAbort } from "@ptc/core/internal/contracts";
import { Activity, BranchOrder } from "@ptc/core/internal/task";
import { noteAnswer } from "../bounds/deadline.ts";
import type { Effects } from "../bounds/effects.ts";
import { isOfOnlyBranch } from "./effect-location.ts";
import type { RecordingWriter, WrittenEffect } from "./recording-writer.ts";
import type { RecordedEffect } from "./recording-lines.ts";

/** The lines for the outcomes of an effect. An outcome without a line isn't recorded. */
export interface SettledLines<Answer> {
  readonly answered: (value: Answer) => WrittenEffect;
  readonly failed?: (error: unknown) => RecordedEffect;
  readonly unanswered?: () => RecordedEffect;
}

/** Passes an answer on by calling `settle`: at once if its effect is over. */
type Turn = <Passed>(isOver: boolean, settle: () => Passed) => Passed | Promise<Passed>;

/** Decides when answers reach the run. */
export interface RecorderTurns extends Pick<Effects, "activity" | "claim"> {
  start(): void;
  /** Begins an effect, and returns the function that passes on its answer. */
  begin(signal: AbortSignal | undefined, address: string | undefined): Turn;
  /** Resolves when it is the turn of an answer, after `note` was called. */
  inTurn(note: () => void): Promise<void>;
}

/** The turns of a run that only the recorder orders. */
export class BranchTurns implements RecorderTurns {
  readonly activity = new Activity();
  private readonly order = new BranchOrder(this.activity);
  /** The effects whose answers the run hasn't received. */
  private open = 0;

  readonly claim: Effects["claim"] = (address) =>
    this.open === 0 && isOfOnlyBranch(address) ? undefined : this.order.claim(address);

  start(): void {
    this.order.start();
  }

  begin(signal: AbortSignal | undefined, address: string | undefined): Turn {
    this.open += 1;
    return (isOver, settle) => {
      if (signal !== undefined) noteAnswer(signal);
      // After an abort, the run no longer waits for the answer, so it isn't held back. The answer
      // to a run with a single branch isn't either.
      const isAlone = this.open === 1 && address !== undefined && isOfOnlyBranch(address);
      if (!isOver && !isAlone)
        return new Promise((resolve, reject) => {
          this.order.pass(() => {
            this.open -= 1;
            try {
              resolve(settle());
            } catch (error) {
              // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- tools and models may reject with any value
              reject(error);
            }
          });
        });
      this.open -= 1;
      return isOver ? settle() : this.order.passAlone(settle);
    };
  }

  inTurn(note: () => void): Promise<void> {
    return this.order.inTurn(note);
  }
}

/** The turns of a run whose own effects are passed on in their turns, such as one that can wait. */
export function turnsOf({ activity, claim }: Effects): RecorderTurns {
  return {
    activity,
    claim,
    start: () => undefined,
    begin: () => (_isOver, settle) => settle(),
    inTurn: (note) => {
      note();
      return Promise.resolve();
    },
  };
}

/** Writes the lines of answers that come later, each when its answer reaches the run. */
export class LaterLines {
  private readonly writer: RecordingWriter;
  private readonly turns: RecorderTurns;
  private readonly listener = new KeptListener();

  constructor(writer: RecordingWriter, turns: RecorderTurns) {
    this.writer = writer;
    this.turns = turns;
  }

  /**
   * Returns a promise of `answer`, which settles in its turn, after its line is written. If
   * `signal` is aborted first, the line says that there was no answer. It settles at once if it is
   * the effect at `address` of a run with a single branch.
   */
  settled<Answer>(
    signal: AbortSignal | undefined,
    answer: PromiseLike<Answer>,
    lines: SettledLines<Answer>,
    address?: string,
  ): Promise<Answer> {
    let isOver = false;
    const turn = this.turns.begin(signal, address);
    const end = (effect: (() => WrittenEffect) | undefined): void => {
      if (isOver) return;
      isOver = true;
      remove?.();
      if (effect !== undefined) this.writer.effect(effect());
    };
    const abort = (): void => {
      end(lines.unanswered);
    };
    if (signal !== undefined) this.listener.keep(signal);
    const remove = signal === undefined ? undefined : onAbort(signal, abort);
    if (signal?.aborted === true) abort();
    return Promise.resolve(answer).then(
      (value) =>
        turn(isOver, () => {
          end(() => lines.answered(value));
          return value;
        }),
      (error: unknown) =>
        turn(isOver, (): never => {
          const { failed } = lines;
          end(failed === undefined ? undefined : () => failed(error));
          throw error;
        }),
    );
  }

  /** Stops listening for aborts. */
  release(): void {
    this.listener.release();
  }
}
