// Changes of one file: those of this process are known at once, those of others by a poll.
import { Bell } from "@ptc/core/internal/store";
import type { Clock } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";

/** The bells of all stores of this process, by file. */
const bells = new Map<string, Set<Bell>>();

export interface FileWatchOptions {
  /** The same for all names of the file. */
  readonly file: string;
  readonly pollMs: number;
  readonly clock: Clock;
  /** Returns a number that differs after a change of another connection. */
  readonly dataVersion: () => number;
}

export class FileWatch {
  readonly bell = new Bell();
  private readonly options: FileWatchOptions;
  /** The watches that need polls. */
  private watches = 0;
  private polling = new AbortController();

  constructor(options: FileWatchOptions) {
    this.options = options;
    const known = bells.get(options.file) ?? new Set();
    bells.set(options.file, known.add(this.bell));
  }

  /** Wakes all watches of the file in this process. */
  ring(): void {
    for (const bell of bells.get(this.options.file) ?? []) bell.ring();
  }

  /** Polls until `signal` aborts. All watches share one poll. */
  poll(signal: AbortSignal): void {
    if (signal.aborted) return;
    this.watches++;
    signal.addEventListener(
      "abort",
      () => {
        this.watches--;
        if (this.watches === 0) this.polling.abort();
      },
      { once: true },
    );
    if (this.watches > 1) return;
    this.polling = new AbortController();
    void this.pollUntil(this.polling.signal);
  }

  /** Called after all watches have ended. */
  close(): void {
    const known = bells.get(this.options.file);
    known?.delete(this.bell);
    if (known?.size === 0) bells.delete(this.options.file);
  }

  private async pollUntil(ended: AbortSignal): Promise<void> {
    const { clock, pollMs } = this.options;
    let seen = this.version();
    for (;;) {
      await sleep(clock, pollMs, ended);
      if (ended.aborted) return;
      const version = this.version();
      // After an error, the watches read the file and report it.
      if (version !== seen || version === undefined) this.bell.ring();
      seen = version;
    }
  }

  private version(): number | undefined {
    try {
      return this.options.dataVersion();
    } catch {
      return undefined;
    }
  }
}
