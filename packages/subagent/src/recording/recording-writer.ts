// Writes the lines of one recording, until one can't be written. Nothing is written after that.

import type { EffectTimes } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { isThenable } from "@ptc/core/internal/contracts";
import { CoveredCalls } from "./covered-calls.ts";
import { messageOf } from "./effect-json.ts";
import { areShort, roundedTimes, TimesWriter } from "./recorded-times.ts";
import type { CheckedOptions } from "./recorder-options.ts";
import type { RecordedEffect } from "./recording-lines.ts";
import { TextHash } from "./text-hash.ts";

/** An effect, or the JSON of one. */
export type WrittenEffect = RecordedEffect | string;

export class RecordingWriter {
  error: Error | undefined = undefined;
  /** The values of calls in the lines. */
  readonly calls = new CoveredCalls();
  private readonly options: CheckedOptions;
  private readonly digests = new TextHash();
  private readonly times = new TimesWriter();
  private units = 0;
  private isClosed = false;

  constructor(options: CheckedOptions) {
    this.options = options;
  }

  /** The digest of the lines between the header and the end. */
  get digest(): string {
    return this.digests.digest();
  }

  effect(effect: WrittenEffect): void {
    if (!this.isOpen) return;
    try {
      const text = typeof effect === "string" ? effect : JSON.stringify(effect);
      this.digests.add(text);
      this.writeLine(text);
    } catch (error) {
      this.failed(error);
    }
  }

  /** Writes the header or the end. */
  write(line: () => object): void {
    if (!this.isOpen) return;
    try {
      this.writeLine(JSON.stringify(line()));
    } catch (error) {
      this.failed(error);
    }
  }

  /** Returns the times of an effect as the recording has them. Lines have those of many effects. */
  noteTimes(at: string, measured: EffectTimes): EffectTimes {
    if (!areShort(measured)) {
      this.effect({ type: "times", at, ...measured });
      return measured;
    }
    if (this.times.add(at, measured)) this.writeTimes();
    return roundedTimes(measured);
  }

  /** Writes the times that no line has yet. */
  writeTimes(): void {
    const times = this.times.take();
    if (times !== undefined) this.effect(JSON.stringify(times satisfies Json));
  }

  /** Ends the recording before the run ends. */
  close(): void {
    this.writeTimes();
    this.isClosed = true;
  }

  private get isOpen(): boolean {
    return this.error === undefined && !this.isClosed;
  }

  private writeLine(line: string): void {
    const text = `${line}\n`;
    this.units += text.length;
    const { write, maximumUnits } = this.options;
    if (this.units > maximumUnits)
      throw new Error(
        `the recording is longer than ${String(maximumUnits)} characters (option maximumUnits)`,
      );
    const written = write(text);
    // The run doesn't wait for this promise, so handle its rejection here.
    if (isThenable(written)) written.then(undefined, this.failed);
  }

  private readonly failed = (error: unknown): void => {
    this.error ??= error instanceof Error ? error : new Error(messageOf(error) ?? "it failed");
  };
}
