// The part of a run that can wait which stays with its program: a clock and a firewall that report
// to the pool, and the count of its activity. The pool records the effects, asks for decisions and
// decides when the run can only wait.
//
//   answer n ──▶ the program continues ──▶ times, calls, pauses ──▶ it can't continue ──▶ quiet n

import { Firewall } from "@ptc/core/firewall";
import { effectAddressText, onAbort, sleep } from "@ptc/core/internal/contracts";
import { Activity } from "@ptc/core/internal/task";
import type { Clock } from "@ptc/core/contracts";
import type { Readings } from "../../waiting/effect-log.ts";
import type { ReadMessage } from "../messages.ts";
import type { Outbox } from "./outbox.ts";
import { OversizedMessage } from "./oversized-message.ts";

/** The number of entries after which they are sent. */
const mostEntries = 1_000;

/** A firewall that collects its new texts. */
class ReportingFirewall extends Firewall {
  private texts: string[] = [];
  private readonly known = new Set<string>();
  isFilled = false;

  protected override take(text: string): void {
    super.take(text);
    if (this.known.has(text)) return;
    this.known.add(text);
    this.texts.push(text);
  }

  override fill(): void {
    super.fill();
    this.isFilled = true;
  }

  /** Returns the texts that were noted since the last call. */
  taken(): readonly string[] {
    // This processes the noted values.
    if (!this.hidesValues) return [];
    const { texts } = this;
    this.texts = [];
    return texts;
  }
}

/** True for the address of a fork. Those of calls end in their number. */
function isFork(place: string): boolean {
  return /\/f\d+$/.test(place);
}

export interface WaitingProgramOptions {
  readonly run: number;
  readonly runId: string;
  readonly readings: Readings;
  readonly outbox: Outbox;
  /** Ends the run. */
  readonly abort: () => void;
}

export class WaitingProgram {
  readonly activity: Activity = new Activity();
  readonly firewall: Firewall;
  private readonly reporting = new ReportingFirewall();
  private readonly options: WaitingProgramOptions;
  private readonly times: ReadonlyMap<string, number>;
  private readonly forks: ReadonlyMap<string, readonly [timestamp: number, durationMs: number]>;
  private read: { times: [string, number][]; forks: [string, number, number][] };
  private readonly pauses = new Map<number, () => void>();
  private pauseCount = 0;
  private answers = 0;
  private hasReportedAll = false;
  private isLooking = false;
  private isOver = false;

  constructor(options: WaitingProgramOptions) {
    this.options = options;
    this.firewall = this.reporting;
    const { runId, readings } = options;
    this.times = new Map(readings.times.map(([at, now]) => [`${runId}/${at}`, now]));
    this.forks = new Map(
      readings.forks.map(([at, timestamp, durationMs]) => [
        `${runId}/${at}`,
        [timestamp, durationMs],
      ]),
    );
    this.read = { times: [], forks: [] };
  }

  clock(): Clock {
    return {
      now: (address) => {
        if (address === undefined) return Date.now();
        const at = effectAddressText(address);
        const now = this.times.get(at) ?? Date.now();
        this.note(this.read.times.push([at, now]));
        return now;
      },
      monotonic: () => performance.now(),
      sleep: (milliseconds, signal, place) => this.sleep(milliseconds, signal, place),
      recordedTimes: (place, measured) => {
        // The pool measures the calls of tools.
        if (!isFork(place)) return measured;
        const known = this.forks.get(place);
        const { timestamp, durationMs } =
          known === undefined ? measured : { timestamp: known[0], durationMs: known[1] };
        this.note(this.read.forks.push([place, timestamp, durationMs]));
        return { timestamp, durationMs };
      },
    };
  }

  /** Counts an answer that the program has received, and reports when it has dealt with it. */
  answered(): void {
    this.answers += 1;
    this.look();
  }

  /** Ends the pause `pause`. */
  endPause(pause: number): void {
    this.pauses.get(pause)?.();
    this.answered();
  }

  /** Reports when the program can't continue without an answer. */
  look(): void {
    if (this.isLooking || this.isOver) return;
    this.isLooking = true;
    void this.activity.quiet().then(() => {
      this.isLooking = false;
      if (this.isOver) return;
      const { run, outbox, abort } = this.options;
      try {
        this.flush();
        outbox.say({ type: "quiet", run, answers: this.answers });
      } catch (error) {
        // The program may send no more bytes.
        if (!(error instanceof OversizedMessage)) throw error;
        abort();
      }
    });
  }

  /** Sends what the program has read. @throws OversizedMessage */
  flush(): void {
    if (this.isOver) return;
    const { times, forks } = this.read;
    const hidden = this.reporting.taken();
    const hidesAll = this.reporting.isFilled && !this.hasReportedAll;
    this.hasReportedAll ||= hidesAll;
    if (times.length + forks.length + hidden.length === 0 && !hidesAll) return;
    this.read = { times: [], forks: [] };
    this.options.outbox.say({
      type: "read",
      run: this.options.run,
      times,
      forks,
      hidden,
      hidesAll,
    } satisfies ReadMessage);
  }

  /** Ends the reports. Branches that the program left behind report nothing. */
  end(): void {
    this.flush();
    this.isOver = true;
    for (const pause of this.pauses.values()) pause();
  }

  private note(count: number): void {
    if (count >= mostEntries) this.flush();
  }

  private sleep(milliseconds: number, signal: AbortSignal, place?: string): Promise<void> {
    if (place === undefined || this.isOver) return sleep({}, milliseconds, signal);
    this.flush();
    const pause = this.pauseCount++;
    this.options.outbox.say({
      type: "pause",
      run: this.options.run,
      pause,
      at: place,
      milliseconds,
    });
    return new Promise((resolve) => {
      const end = (): void => {
        this.pauses.delete(pause);
        removeListener();
        resolve();
      };
      this.pauses.set(pause, end);
      const removeListener = onAbort(signal, end);
    });
  }
}
