// Decides when the effects of a waiting run continue, and when the run can only wait.
//
//   recorded answer ──▶ LineOrder ──┐
//   live answer ─────▶ AnswerOrder ─┼─▶ the run continues ──▶ quiet: decisions, then a pause
//   held call ──────────────────────┘

import { Activity, AnswerOrder, LineOrder } from "@ptc/core/internal/task";

export class EffectGate {
  readonly activity: Activity = new Activity();
  private readonly lines = new LineOrder(this.activity);
  private readonly answers = new AnswerOrder(this.activity);
  /** Effects whose answers haven't reached the run. */
  private open = 0;
  private heldCount = 0;
  private isLooking = false;
  private stoppedAt: number | undefined = undefined;
  private stoppedMs = 0;
  private readonly monotonic: () => number;
  /** Called when the run can only wait. */
  private readonly onQuiet: () => void;

  constructor(monotonic: () => number, onQuiet: () => void) {
    this.monotonic = monotonic;
    this.onQuiet = onQuiet;
  }

  /** The time of the clock without the time in which the run could only wait. */
  get time(): number {
    return (this.stoppedAt ?? this.monotonic()) - this.stoppedMs;
  }

  /** Calls `pass` when it is the turn of the recorded effect at `line`. */
  inLine(line: number, pass: () => void): void {
    this.open += 1;
    this.lines.hold(line, () => {
      this.close();
      pass();
      return undefined;
    });
  }

  /** Calls `pass` when it is the turn of a live answer. Returns a function for the answer. */
  begin(): (pass: () => void) => void {
    this.open += 1;
    return (pass) => {
      this.answers.pass(() => {
        this.close();
        pass();
      });
    };
  }

  /** Notes that a call waits for a decision. */
  hold(): void {
    this.heldCount += 1;
    this.look();
  }

  release(): void {
    this.heldCount -= 1;
    if (this.stoppedAt === undefined) return;
    this.stoppedMs += this.monotonic() - this.stoppedAt;
    this.stoppedAt = undefined;
  }

  private close(): void {
    this.open -= 1;
    this.look();
  }

  private look(): void {
    if (this.isLooking || this.open > 0 || this.heldCount === 0) return;
    this.isLooking = true;
    void this.activity.quiet().then(() => {
      this.isLooking = false;
      if (this.open > 0 || this.heldCount === 0) return;
      this.stoppedAt ??= this.monotonic();
      this.onQuiet();
    });
  }
}
