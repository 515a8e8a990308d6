// The pool's own clock for one run. The process counts the program's time itself and as a rule ends
// the program in time. This clock is for a process that does not: it allows a little more, and then
// calls the run overdue.
//
//   sent ── begun ──────────────── ended ── step        reading what was sent: the time of a start
//            │ tool open: only silence counts │          writing the step: time of the program
//
// While a tool works, the program's time stands still, but the process is pinged. Where it does not
// answer, other branches of the program compute, and that time counts.

/** How much later than the process the pool ends a program. */
const graceMs = 250;
/** How fast a process reads the answer of a tool. The program is allowed that time in addition. */
const bytesReadPerMs = 20_000;
const shortestSilenceMs = 1000;
/**
 * The event loop runs timers before it reads messages that have arrived. A second, short timer lets
 * a message be read first that has waited while this process was busy.
 */
const secondLookMs = 25;
/** The longest delay of a timer. The host would fire a timer with a longer one at once. */
const longestTimerMs = 2_147_483_647;

export interface RunWatchOptions {
  readonly timeoutMs: number;
  /** Whether the program's time goes on while tools work. */
  readonly chargeToolTime: boolean;
  /** How long the process may take to read the request. */
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

  /** A tool has answered; `bytes` is the length of the message with its answer. */
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

  /**
   * The program has ended; its step is written in what is left of its time, and at least a grace.
   */
  ended(): void {
    if (this.isRunning && (this.openTools === 0 || this.options.chargeToolTime))
      this.spentMs += performance.now() - this.since;
    this.isRunning = false;
    this.set(Math.max(graceMs, this.allowedMs - this.spentMs), () =>
      this.options.overdue("program"),
    );
  }

  stop(): void {
    this.isRunning = false;
    clearTimeout(this.timer);
  }

  private resume(): void {
    this.since = performance.now();
    this.set(this.allowedMs - this.spentMs, () => this.options.overdue("program"));
  }

  /** While tools work: sends a ping, and sends the next one only when there was an answer. */
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
