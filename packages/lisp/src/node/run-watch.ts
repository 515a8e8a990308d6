// The pool's clock of one run, for the process that does not keep its own. The process counts the
// program's time and answers in time as a rule; this clock allows a little more, and then calls the
// run overdue.
//
//   sent ── begun ──────────────── ended ── step          reading and writing have the time of a start
//            │ tool open: only silence counts │
//
// While a tool works the program's time stands still, unless other branches compute: then the
// process does not answer `ping`.

/** How much later than the process the pool ends a program. */
const graceMs = 250;
/** A tool's answer has to be read before the process can go on. */
const bytesReadPerMs = 20_000;
const shortestSilenceMs = 1000;
/**
 * Timers come before what has arrived: a second look gives a message that waits in this process its
 * turn.
 */
const secondLookMs = 25;
/** The longest a timer can be set; beyond, it would fire at once. */
const longestTimerMs = 2_147_483_647;

export interface RunWatchOptions {
  readonly timeoutMs: number;
  /** Then its time never stands still. */
  readonly chargeToolTime: boolean;
  /** For reading the request, and for writing the step. */
  readonly transferMs: number;
  readonly ping: () => void;
  /** `program`: it computes too long; `transfer`: the process does not read or write. */
  readonly overdue: (what: "program" | "transfer") => void;
}

export class RunWatch {
  private readonly options: RunWatchOptions;
  private timer: NodeJS.Timeout | undefined;
  private isRunning = false;
  private openTools = 0;
  private spentMs = 0;
  private allowedMs: number;
  private since = 0;
  private awaitsPong = false;

  constructor(options: RunWatchOptions) {
    this.options = options;
    this.allowedMs = options.timeoutMs + graceMs;
    this.set(options.transferMs, () => options.overdue("transfer"));
  }

  begun(): void {
    this.isRunning = true;
    this.resume();
  }

  toolStarted(): void {
    if (this.openTools++ > 0 || !this.isRunning || this.options.chargeToolTime) return;
    this.spentMs += performance.now() - this.since;
    this.listen();
  }

  /** `bytes`: what was sent for an answer. */
  toolEnded(bytes: number): void {
    this.allowedMs += bytes / bytesReadPerMs;
    this.openTools--;
    if (!this.isRunning) return;
    if (this.options.chargeToolTime) {
      this.spentMs += performance.now() - this.since;
      this.resume();
    } else if (this.openTools === 0) this.resume();
  }

  get hasOpenTools(): boolean {
    return this.openTools > 0;
  }

  pong(): void {
    this.awaitsPong = false;
  }

  ended(): void {
    this.isRunning = false;
    this.set(this.options.transferMs, () => this.options.overdue("transfer"));
  }

  stop(): void {
    this.isRunning = false;
    clearTimeout(this.timer);
  }

  private resume(): void {
    this.since = performance.now();
    this.set(this.allowedMs - this.spentMs, () => this.options.overdue("program"));
  }

  /** While tools work: asks, and asks again when there was an answer. */
  private listen(): void {
    this.awaitsPong = true;
    this.options.ping();
    this.set(Math.max(shortestSilenceMs, this.allowedMs), () => {
      if (this.awaitsPong) this.options.overdue("program");
      else this.listen();
    });
  }

  private set(milliseconds: number, call: () => void): void {
    clearTimeout(this.timer);
    if (milliseconds > longestTimerMs) return;
    this.timer = setTimeout(
      () => {
        this.timer = setTimeout(call, secondLookMs);
      },
      Math.max(0, milliseconds),
    );
  }
}
