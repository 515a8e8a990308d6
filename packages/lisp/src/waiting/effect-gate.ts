// Decides when the effects of a waiting run continue, and when the run can only wait.
//
//   recorded answer ──▶ LineOrder ──┐
//   live answer ─────▶ BranchOrder ─┼─▶ the run continues ──▶ quiet: decisions, then a pause
//   held call ──────────────────────┘

import type { EffectAddress } from "@ptc/core/contracts";
import { Activity, BranchOrder, LineOrder } from "@ptc/core/internal/task";

export class EffectGate {
  readonly activity: Activity = new Activity();
  private readonly lines = new LineOrder(this.activity);
  private readonly answers = new BranchOrder(this.activity);
  /** Effects whose answers haven't reached the run. */
  private open = 0;
  private heldCount = 0;
  private isLooking = false;
  private stoppedAt: number | undefined = undefined;
  private stoppedMs = 0;
  private readonly monotonic: () => number;
  /** Called when the run can only wait. */
  private readonly onQuiet: () => void;
  /** The last recorded effect for which the run waits. */
  private readonly lastLine: number;

  constructor(monotonic: () => number, onQuiet: () => void, lastLine: number) {
    this.monotonic = monotonic;
    this.onQuiet = onQuiet;
    this.lastLine = lastLine;
  }

  /**
   * Notes that the run computes, so that live answers wait until it only waits for them. All
   * effects that it requests until then come before the next answer, also in its replay.
   */
  start(): void {
    this.answers.start();
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
      if (line === this.lastLine) this.start();
      return undefined;
    });
  }

  /**
   * Calls `pass` when it is the turn of a live answer: at once if it is that of the effect at
   * `address` of a run with a single branch. Returns a function for the answer.
   */
  begin(address?: EffectAddress): (pass: () => void) => void {
    this.open += 1;
    return (pass) => {
      const closeAndPass = (): void => {
        this.close();
        pass();
      };
      const isAlone = this.open === 1 && this.heldCount === 0 && address?.path.length === 0;
      if (isAlone) this.answers.passAlone(closeAndPass);
      else this.answers.pass(closeAndPass);
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
