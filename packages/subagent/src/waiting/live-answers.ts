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
   * The turn comes after the promise of `prepare`, if it returns one.
   */
  inTurn<Answer>(
    signal: AbortSignal | undefined,
    answer: PromiseLike<Answer>,
    record: (answer: Answer) => void,
    failed: (error: unknown) => void = () => undefined,
    unanswered: () => void = () => undefined,
    address?: string,
    errorOf: (thrown: unknown) => unknown = (thrown) => thrown,
    prepare: (answer: Answer) => Promise<void> | undefined = () => undefined,
  ): Promise<Answer> {
    const turn = this.gate.begin(address);
    let isOver = false;
    const abort = (): void => {
      if (isOver) return;
      isOver = true;
      unanswered();
      void turn(() => undefined);
    };
    if (signal !== undefined) this.listener.keep(signal);
    const remove = signal === undefined ? undefined : onAbort(signal, abort);
    if (signal?.aborted === true) abort();
    // After an abort, the run no longer waits for the answer, so it isn't held back.
    const passed = <Passed>(settle: (isLate: boolean) => Passed): Passed | Promise<Passed> => {
      if (signal !== undefined) noteAnswer(signal);
      if (isOver) return settle(true);
      isOver = true;
      remove?.();
      return turn(() => settle(false));
    };
    return Promise.resolve(answer).then(
      (value) => {
        const recorded = (): Answer | Promise<Answer> =>
          passed((isLate) => {
            if (!isLate) record(value);
            return value;
          });
        const prepared = isOver ? undefined : prepare(value);
        if (prepared === undefined) return recorded();
        if (signal !== undefined) noteAnswer(signal);
        return prepared.then(recorded);
      },
      (thrown: unknown) => {
        const error = errorOf(thrown);
        return passed((isLate): never => {
          if (!isLate) failed(error);
          throw error;
        });
      },
    );
  }

  /** Stops listening for aborts. */
  release(): void {
    this.listener.release();
  }
}
