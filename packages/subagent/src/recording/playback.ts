// Returns the effects of a recording, in order at each location. A request for an effect that isn't
// recorded ends the run; nothing is made up.

import type { Json } from "@ptc/core/encoding";
import { EndOfRun } from "@ptc/core/internal/errors";
import type { EffectOf, EffectType, RecordedEffect } from "./recording-lines.ts";
import type { RecordedAt, RunRecording } from "./run-recording.ts";

/** A tool call, from a recording or from the current program. */
export interface ToolCallShown {
  readonly name: string;
  /** The arguments that the tool receives, without hidden values. */
  readonly args: unknown;
}

/** Where a replayed run first diverged from its recording. */
export interface Divergence {
  /** The location within the run: turn, path of branches and tasks, and number. */
  readonly at: string;
  readonly effect: EffectType;
  /**
   * `missing`: the recording has no such effect at this location. `different`: it has another call
   * there. `unused`: it has an effect that the run didn't request. `unreadable`: it has an effect
   * that can't be replayed.
   */
  readonly kind: "missing" | "different" | "unused" | "unreadable";
  readonly message: string;
  /** The line of the recording, if there is one. */
  readonly line?: number;
  readonly recorded?: ToolCallShown;
  /**
   * For `missing`: the location of the effect that the recorded program requested instead. Absent
   * if it requested none.
   */
  readonly recordedAt?: string;
  readonly asked?: ToolCallShown;
}

/** A line of a recording with an addressed effect. */
export interface AddressedLine {
  readonly line: number;
  readonly effect: { readonly type: EffectType; readonly at: string };
}

/** An effect that a program or the loop requests. */
export type AddressedEffect = EffectOf<"tool" | "model" | "time">;

export interface UnusedEffect {
  readonly line: number;
  readonly effect: AddressedEffect;
}

function isAddressed(effect: RecordedEffect): effect is AddressedEffect {
  return effect.type === "tool" || effect.type === "model" || effect.type === "time";
}

export class Playback {
  readonly recording: RunRecording;
  /** Where the run first diverged from the recording. */
  divergence: Divergence | undefined = undefined;
  private readonly cursors = new Map<readonly RecordedAt[], number>();
  /** Where to end the run, to find the corresponding position in the program. */
  private readonly stopAt: string | undefined;

  constructor(recording: RunRecording, stopAt?: string) {
    this.recording = recording;
    this.stopAt = stopAt;
  }

  /** Returns the next effect of a type at a location, or undefined if no more are recorded. */
  next<Type extends EffectType>(type: Type, location: string): RecordedAt<Type> | undefined {
    const found = this.peek(type, location);
    if (found === undefined) return undefined;
    const recorded = this.recording.at(type, location);
    this.cursors.set(recorded, (this.cursors.get(recorded) ?? 0) + 1);
    return found;
  }

  /** Returns the same effect again in the next call. */
  peek<Type extends EffectType>(type: Type, location: string): RecordedAt<Type> | undefined {
    const recorded = this.recording.at(type, location);
    // The group's key starts with the type, so the effect has that type.
    return recorded[this.cursors.get(recorded) ?? 0] as unknown as RecordedAt<Type> | undefined;
  }

  /**
   * Does the same for effects that the run can't continue without. `what` describes the effect in
   * the error.
   * @throws EndOfRun
   */
  take<Type extends EffectType>(
    type: Type,
    location: string,
    what: string,
    asked?: () => ToolCallShown,
  ): RecordedAt<Type> {
    if (location === this.stopAt && (type === "tool" || type === "time"))
      throw new EndOfRun("replay_diverged", "the requested location", { at: location });
    const found = this.next(type, location);
    if (found !== undefined) return found;
    throw this.diverged({
      at: location,
      effect: type,
      kind: "missing",
      message: `the recording has no ${what} at ${location}${this.wasInterrupted}`,
      ...(asked === undefined ? {} : { asked: asked() }),
    });
  }

  /** Returns the error that ends a diverged run. Only the first divergence is stored. */
  diverged(divergence: Divergence): EndOfRun {
    this.divergence ??= divergence;
    return new EndOfRun("replay_diverged", divergence.message, divergence);
  }

  /** Returns the error for a recorded effect that can't be replayed. */
  unreadable({ line, effect }: AddressedLine, why: string): EndOfRun {
    return this.diverged({
      at: effect.at,
      effect: effect.type,
      kind: "unreadable",
      message: `line ${String(line)} of the recording cannot be replayed: ${why}`,
      line,
    });
  }

  /** Returns the first effect that the run didn't request, of those for which `counts` is true. */
  unused(counts: (effect: AddressedEffect) => boolean): UnusedEffect | undefined {
    let first: UnusedEffect | undefined;
    for (const here of this.recording.groups()) {
      const { line, effect } = here[this.cursors.get(here) ?? 0] ?? {};
      if (line === undefined || effect === undefined || !isAddressed(effect)) continue;
      if (counts(effect) && (first === undefined || line < first.line)) first = { line, effect };
    }
    return first;
  }

  private get wasInterrupted(): string {
    return this.recording.end === undefined
      ? ": it was interrupted, so it ends before the run"
      : "";
  }
}

/**
 * True if the arguments match the recording. Hidden recorded values match any value, because their
 * originals aren't known.
 */
export function isSameJson(recorded: Json | undefined, asked: Json | undefined): boolean {
  if (typeof recorded === "string" && hiddenPart.test(recorded)) return asked !== undefined;
  if (typeof recorded !== "object" || recorded === null) return recorded === asked;
  if (typeof asked !== "object" || asked === null) return false;
  if (Array.isArray(recorded) !== Array.isArray(asked)) return false;
  const names = Object.keys(recorded);
  const others = asked as { readonly [name: string]: Json };
  return (
    names.length === Object.keys(asked).length &&
    names.every(
      (name) =>
        Object.hasOwn(asked, name) &&
        isSameJson((recorded as { readonly [name: string]: Json })[name], others[name]),
    )
  );
}

const hiddenPart = /<Firewalled(?: \d+)?>|<secret>/;
