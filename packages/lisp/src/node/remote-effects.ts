// The effects of a run that can wait, whose program runs in another process. The calls of tools,
// the record and the decisions are in this process. The program reports what it reads, its pauses,
// and that it can't continue without an answer.
//
// The run counts as active from its start, and from each answer on, until the program has dealt
// with all answers. Its requests arrive before that report. So if the run isn't active, all calls
// that it can request have arrived.

import type { Clock } from "@ptc/core/contracts";
import type { Readings } from "../waiting/effect-log.ts";
import type { HeldCalls } from "../waiting/held-calls.ts";
import { MessageError } from "./message-error.ts";
import type { ChildMessage, ReadMessage } from "./messages.ts";

type PauseMessage = Extract<ChildMessage, { readonly type: "pause" }>;

export interface RemoteEffectsOptions {
  readonly calls: HeldCalls;
  readonly runId: string;
}

export class RemoteEffects {
  readonly clock: Clock;
  private readonly options: RemoteEffectsOptions;
  private isActive = false;
  private isOver = false;
  private pauseCount = 0;
  /** Calls that have been answered; one may be answered again if its result can't be sent. */
  private readonly answered = new Set<number>();
  private endedPauses = 0;

  constructor(options: RemoteEffectsOptions) {
    this.options = options;
    this.clock = options.calls.clock();
    this.activate();
  }

  /** The values that earlier passes of the run have read. */
  get readings(): Readings {
    return this.options.calls.readings;
  }

  /** True if the run ends because it can only wait. */
  get isPaused(): boolean {
    return this.options.calls.isPaused;
  }

  /** Notes that the program gets the answer of a call. */
  answering(call: number): void {
    this.answered.add(call);
    this.activate();
  }

  /** Notes what the program has read. @throws MessageError */
  read({ times, forks, hidden, hidesAll }: ReadMessage): void {
    const { calls } = this.options;
    const { firewall } = calls;
    for (const [address, now] of times) {
      try {
        calls.timeAt(this.own(address), () => now);
      } catch (error) {
        // The run differs from the recorded one, and ends.
        if (calls.divergence === undefined) throw error;
        return;
      }
    }
    for (const [address, timestamp, durationMs] of forks)
      this.clock.recordedTimes?.(this.own(address), { timestamp, durationMs });
    for (const text of hidden) firewall.note(text);
    if (hidesAll) firewall.fill();
  }

  /** Waits for the end of a pause, and calls `end`. @throws MessageError */
  pause({ pause, at, milliseconds }: PauseMessage, signal: AbortSignal, end: () => void): void {
    if (pause !== this.pauseCount++) throw new MessageError("an impossible pause");
    void this.clock.sleep?.(milliseconds, signal, this.own(at)).then(
      () => {
        if (this.isOver) return;
        this.endedPauses += 1;
        this.activate();
        end();
      },
      () => {
        // The run differs from the recorded one, and ends.
      },
    );
  }

  /** Handles the report that the program can't continue without an answer. */
  quiet(answers: number): void {
    if (answers !== this.answered.size + this.endedPauses) return;
    this.deactivate();
  }

  end(): void {
    this.isOver = true;
    this.deactivate();
  }

  private activate(): void {
    if (this.isActive || this.isOver) return;
    this.isActive = true;
    this.options.calls.gate.activity.enter();
  }

  private deactivate(): void {
    if (!this.isActive) return;
    this.isActive = false;
    this.options.calls.gate.activity.leave();
  }

  /** @throws MessageError for an address of another run */
  private own(address: string): string {
    if (!address.startsWith(`${this.options.runId}/`))
      throw new MessageError("an address of another run");
    return address;
  }
}
