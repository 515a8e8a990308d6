// New effects whose answers come later. Each answer reaches the mission in its turn, after it was
// recorded.

import { KeptListener, onAbort } from "@ptc/core/internal/contracts";
import { noteAnswer } from "../bounds/deadline.ts";
import type { MissionGate } from "./mission-gate.ts";

export class LiveAnswers {
  private readonly gate: MissionGate;
  private readonly listener = new KeptListener();

  constructor(gate: MissionGate) {
    this.gate = gate;
  }

  /**
   * Returns a promise of `answer`, which settles in its turn, after `record` was called. If
   * `signal` is aborted first, `unanswered` is called. A rejection becomes the error of `errorOf`.
   */
  inTurn<Answer>(
    signal: AbortSignal | undefined,
    answer: PromiseLike<Answer>,
    record: (answer: Answer) => void,
    failed: (error: unknown) => void = () => undefined,
    unanswered: () => void = () => undefined,
    address?: string,
    errorOf: (thrown: unknown) => unknown = (thrown) => thrown,
  ): Promise<Answer> {
    const turn = this.gate.begin(address);
    let isOver = false;
    const abort = (): void => {
      if (isOver) return;
      isOver = true;
      unanswered();
      turn(() => undefined);
    };
    if (signal !== undefined) this.listener.keep(signal);
    const remove = signal === undefined ? undefined : onAbort(signal, abort);
    if (signal?.aborted === true) abort();
    // After an abort, the run no longer waits for the answer, so it isn't held back.
    const pass = (settle: () => void): void => {
      if (signal !== undefined) noteAnswer(signal);
      if (isOver) settle();
      else {
        isOver = true;
        remove?.();
        turn(settle);
      }
    };
    return new Promise((resolve, reject) => {
      Promise.resolve(answer).then(
        (value) => {
          const isLate = isOver;
          pass(() => {
            if (!isLate) record(value);
            resolve(value);
          });
        },
        (thrown: unknown) => {
          const isLate = isOver;
          const error = errorOf(thrown);
          pass(() => {
            if (!isLate) failed(error);
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- tools and models may reject with any value
            reject(error);
          });
        },
      );
    });
  }

  /** Stops listening for aborts. */
  release(): void {
    this.listener.release();
  }
}
