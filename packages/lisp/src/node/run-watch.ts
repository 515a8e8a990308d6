// The pool's own clock for one run. The process measures the program's time itself and usually ends
// the program in time. This clock is for a process that doesn't: it allows a little more time, and
// then reports the run as overdue.
//
//   sent ── begun ──────────────── ended ── step        reading the request: time of a start
//            │ tool open: only silence counts │          writing the step: time of the program
//
// While a tool runs, the program's time is paused, but the process is pinged. If it doesn't
// respond, other branches of the program are computing, and that time counts.

/** Milliseconds after the process's own limit at which the pool ends a program. */
const graceMs = 250;
/** Assumed speed of reading a tool result. The program gets that time in addition. */
const bytesReadPerMs = 20_000;
const shortestSilenceMs = 1000;
/**
 * Delay of a second, short timer, in milliseconds. The event loop runs timers before it reads
 * arrived messages, so this lets it first read a message that waited while this process was busy.
 */
const secondLookMs = 25;
/**
 * The longest delay of a timer, in milliseconds. Hosts fire timers with longer delays immediately.
 */
const longestTimerMs = 2_147_483_647;

export interface RunWatchOptions {
  readonly timeoutMs: number;
  /** True if tool time counts as the program's time. */
  readonly chargeToolTime: boolean;
  /** Milliseconds that the process may take to read the request. */
  readonly transferMs: number;
  readonly ping: () => void;
  /**
   * Reports an overdue run. `program`: it computes too long; `transfer`: the process doesn't read
   * or write.
   */
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
    this.sending();
  }

  /** Handles the sending of a piece of the request. The process must read it in time. */
  sending(): void {
    this.set(this.options.transferMs, () => this.options.overdue("transfer"));
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

  /** Handles the end of a tool call; `bytes` is the length of the message with its result. */
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
   * Handles the end of the program. Its step gets the rest of its time, and at least the grace
   * period.
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

  /** Sends a ping while tools run, and the next one only after a response. */
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
