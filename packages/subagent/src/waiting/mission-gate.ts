// Decides when the effects of a mission that can wait continue, and when the mission can only wait.
//
//   recorded effect ──▶ LineOrder ───┐
//   new effect ──▶ after the recorded ones ──▶ BranchOrder ──┼─▶ the mission continues
//   held call ──────────────────────┘         nothing left ──▶ decisions, then a pause

import { Activity, BranchOrder, LineOrder } from "@ptc/core/internal/task";
import { isOfOnlyBranch } from "../recording/effect-location.ts";

/** Passes an answer on in its turn. Returns what `pass` returns, or a promise of it. */
export type Pass = <Passed>(pass: () => Passed) => Passed | Promise<Passed>;

export interface GateOptions {
  /** The number of recorded effects. */
  readonly recorded: number;
  /** The number of calls that waited before. */
  readonly waited: number;
  /** Called when all recorded effects have been passed on. */
  readonly onReplayed: () => void;
  /** Called when the mission can only wait. */
  readonly onQuiet: () => void;
}

export class MissionGate {
  readonly activity: Activity = new Activity();
  private readonly lines = new LineOrder(this.activity);
  private readonly answers = new BranchOrder(this.activity);
  private readonly options: GateOptions;
  /** The recorded effects that the mission hasn't received. */
  private recordedLeft: number;
  /** The calls that waited before, and that the mission hasn't requested. */
  private waitedLeft: number;
  /** New effects, which begin once the mission has caught up. */
  private later: (() => void)[] = [];
  /** Effects and claims whose turn hasn't come. */
  private open = 0;
  private heldCount = 0;
  private isLooking = false;

  constructor(options: GateOptions) {
    this.options = options;
    this.recordedLeft = options.recorded;
    this.waitedLeft = options.waited;
  }

  get isReplaying(): boolean {
    return this.recordedLeft > 0;
  }

  /**
   * True if new effects may begin: the mission has reached the state in which it waited. One that
   * differs is refused before it makes a call.
   */
  get hasCaughtUp(): boolean {
    return this.recordedLeft === 0 && this.waitedLeft === 0;
  }

  /** Begins with the mission, which doesn't wait yet. */
  start(): void {
    if (!this.isReplaying) this.answers.start();
  }

  /** Notes that the mission has received a recorded effect at once. */
  received(): void {
    this.recordedLeft -= 1;
    if (this.recordedLeft > 0) return;
    this.options.onReplayed();
    this.answers.start();
    this.beginLater();
  }

  /** Notes that the mission has requested a call that waited before. */
  met(): void {
    this.waitedLeft -= 1;
    this.beginLater();
  }

  private beginLater(): void {
    if (!this.hasCaughtUp) return;
    const { later } = this;
    this.later = [];
    for (const begin of later) begin();
  }

  /** Resolves to the result of `make`, which is called when it is the turn of `line`. */
  inLine<Made>(line: number, make: () => Made | PromiseLike<Made>): Promise<Made> {
    this.open += 1;
    return new Promise((resolve) => {
      this.lines.hold(line, () => {
        const made = new Promise<Made>((done) => {
          done(make());
        });
        this.activity.during(made);
        resolve(made);
        this.received();
        this.close();
        return undefined;
      });
    });
  }

  /** Calls `pass` at the turn of `line`. The order waits until the returned promise resolves. */
  holdLine(line: number, pass: () => Promise<void>): void {
    this.open += 1;
    this.lines.hold(line, async () => {
      await pass();
      this.received();
      this.close();
    });
  }

  /** Resolves to the result of `begin`, which is called once the mission has caught up. */
  afterRecorded<Made>(begin: () => Made | PromiseLike<Made>): Promise<Made> {
    return new Promise((resolve) => {
      this.later.push(() => {
        resolve(
          new Promise((done) => {
            done(begin());
          }),
        );
      });
      this.look();
    });
  }

  /**
   * Returns a function that passes the answer of a new effect on in its turn: at once if it is the
   * effect at `address` of a run with a single branch.
   */
  begin(address?: string): Pass {
    this.open += 1;
    return (pass) => {
      const passAndClose = () => {
        try {
          return pass();
        } finally {
          this.close();
        }
      };
      if (this.open === 1 && this.isAlone(address)) return this.answers.passAlone(passAndClose);
      return new Promise((resolve, reject) => {
        this.answers.pass(() => {
          try {
            resolve(passAndClose());
          } catch (error) {
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- tools and models may reject with any value
            reject(error);
          }
        });
      });
    };
  }

  /**
   * Resolves when it is the turn of an effect that uses what branches share. Undefined if the run
   * has a single branch.
   */
  claim(address: string): Promise<void> | undefined {
    return this.open === 0 && this.isAlone(address) ? undefined : this.claimed(address);
  }

  private async claimed(address: string): Promise<void> {
    this.open += 1;
    await (this.isReplaying ? this.lines : this.answers).claim(address);
    this.close();
  }

  /** True if no other branch can move, besides the one that requests the effect at `address`. */
  private isAlone(address: string | undefined): boolean {
    return (
      this.heldCount === 0 &&
      this.later.length === 0 &&
      address !== undefined &&
      isOfOnlyBranch(address)
    );
  }

  /** Notes that a call waits for a decision. */
  hold(): void {
    this.heldCount += 1;
    this.look();
  }

  release(): void {
    this.heldCount -= 1;
  }

  private close(): void {
    this.open -= 1;
    this.look();
  }

  private get onlyWaits(): boolean {
    return this.open === 0 && (this.heldCount > 0 || this.later.length > 0);
  }

  private look(): void {
    if (this.isLooking || !this.onlyWaits) return;
    this.isLooking = true;
    void this.activity.quiet().then(() => {
      this.isLooking = false;
      if (this.onlyWaits) this.options.onQuiet();
    });
  }
}
