// The run that a recorder records: its id, the values to hide in its lines, and their writer.

import { systemClock, type Clock } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import type { StartedRun } from "../loop/run-observer.ts";
import type { MissionStep } from "../step/step.ts";
import { endOf } from "./effect-json.ts";
import { locationWithin } from "./effect-location.ts";
import { HiddenJson } from "./hidden-json.ts";
import type { CheckedOptions } from "./recorder-options.ts";
import { headerOf } from "./recording-header.ts";
import { RecordingWriter } from "./recording-writer.ts";

interface Begun {
  readonly id: string;
  readonly hiding: HiddenJson;
  readonly signal: AbortSignal | undefined;
}

export class RecordedRun {
  readonly writer: RecordingWriter;
  wallClock: Clock = systemClock;
  /** True while nothing had to be hidden in calls. */
  areCallsClear = true;
  private readonly options: CheckedOptions;
  private run: Begun | undefined = undefined;
  private lastAddress = "";
  private lastLocation = "";

  constructor(options: CheckedOptions) {
    this.options = options;
    this.writer = new RecordingWriter(options);
  }

  /** Writes the header. @throws OptionError if the recorder was used before */
  begin(run: StartedRun): void {
    if (this.run !== undefined)
      throw new OptionError("record", "has already recorded a run: create a recorder for each run");
    const hiding = new HiddenJson(run.firewall);
    this.run = { id: run.runId, hiding, signal: run.signal };
    this.writer.write(() => headerOf(run, this.options, hiding, this.wallClock.now()));
  }

  end(step: MissionStep): void {
    const { writer, areCallsClear } = this;
    writer.writeTimes();
    writer.write(() =>
      endOf(step, this.hiding, {
        areCallsClear,
        lines: { digest: writer.digest, calls: writer.calls },
      }),
    );
  }

  get hiding(): HiddenJson {
    return this.begun.hiding;
  }

  /** The reason why an effect ended without an answer. */
  get endedBy(): "run" | "bound" {
    return this.begun.signal?.aborted === true ? "run" : "bound";
  }

  /** Returns the location within the run: the part of an address after the run's id. */
  locationOf(address: string): string {
    // The times of a call have the location of its line.
    if (address === this.lastAddress) return this.lastLocation;
    const { id, hiding } = this.begun;
    const location = locationWithin(id, address);
    // A task's id may contain a value that is hidden later.
    if (location.includes("t")) return hiding.location(location);
    this.lastAddress = address;
    this.lastLocation = location;
    return location;
  }

  /** Returns a location as lines have it: without firewalled texts in the ids of tasks. */
  locationAt(location: string): string {
    return this.hiding.location(location);
  }

  private get begun(): Begun {
    if (this.run === undefined) throw new Error("the run has not begun");
    return this.run;
  }
}
