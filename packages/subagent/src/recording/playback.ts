// Gives what a recording has, one effect after the other, each under its address. What is asked for
// and not there ends the run: nothing is made up.

import type { Json } from "@ptc/core/encoding";
import { EndOfRun } from "@ptc/core/errors";
import type { EffectOf, EffectType, RecordedEffect } from "./recording-lines.ts";
import type { RecordedAt, RunRecording } from "./run-recording.ts";

/** A call of a tool as it stands in a recording, or as a program makes it now. */
export interface ToolCallShown {
  readonly name: string;
  /** As the tool is given them, without what is hidden. */
  readonly args: unknown;
}

/** Where a run that is played back first leaves its recording. */
export interface Divergence {
  /** The address within the run: turn, way through branches and tasks, and number. */
  readonly at: string;
  readonly effect: EffectType;
  /**
   * `missing`: the recording has no such effect there. `different`: it has another call there.
   * `unused`: it has one that the run did not ask for. `unreadable`: it has one that cannot be
   * given.
   */
  readonly kind: "missing" | "different" | "unused" | "unreadable";
  readonly message: string;
  /** The line of the recording; absent where it has none. */
  readonly line?: number;
  readonly recorded?: ToolCallShown;
  /**
   * Where the recording has nothing at the address: the address of what its program did in place
   * of it. Absent where it did no more.
   */
  readonly recordedAt?: string;
  readonly asked?: ToolCallShown;
}

/** A line of a recording that tells of an effect with an address. */
export interface AddressedLine {
  readonly line: number;
  readonly effect: { readonly type: EffectType; readonly at: string };
}

/** An effect that a program or the loop asks for. */
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
  /** The first place at which the run left the recording. */
  divergence: Divergence | undefined = undefined;
  /** Counts what was taken: whoever waits for quiet looks at it. */
  taken = 0;
  private readonly cursors = new Map<readonly RecordedAt[], number>();
  /** Where the run is to be ended, to learn which place of the program that is. */
  private readonly stopAt: string | undefined;

  constructor(recording: RunRecording, stopAt?: string) {
    this.recording = recording;
    this.stopAt = stopAt;
  }

  /** The next effect of a type at a place; undefined where there is none. */
  next<Type extends EffectType>(type: Type, location: string): RecordedAt<Type> | undefined {
    const recorded = this.recording.at(type, location);
    const cursor = this.cursors.get(recorded) ?? 0;
    const found = recorded[cursor];
    if (found === undefined) return undefined;
    this.cursors.set(recorded, cursor + 1);
    this.taken += 1;
    // The key that it was found by begins with its type.
    return found as unknown as RecordedAt<Type>;
  }

  /**
   * The same, where the run cannot go on without it; `what` says what asks for it.
   * @throws EndOfRun
   */
  take<Type extends EffectType>(
    type: Type,
    location: string,
    what: string,
    asked?: () => ToolCallShown,
  ): RecordedAt<Type> {
    if (location === this.stopAt && (type === "tool" || type === "time"))
      throw new EndOfRun("replay_diverged", "the place that was looked for", { at: location });
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

  /** The end of a run that leaves its recording; only the first time counts. */
  diverged(divergence: Divergence): EndOfRun {
    this.divergence ??= divergence;
    return new EndOfRun("replay_diverged", divergence.message, divergence);
  }

  /** The recording has what cannot be given. */
  unreadable({ line, effect }: AddressedLine, why: string): EndOfRun {
    return this.diverged({
      at: effect.at,
      effect: effect.type,
      kind: "unreadable",
      message: `line ${String(line)} of the recording cannot be given: ${why}`,
      line,
    });
  }

  /** The first effect that nobody asked for, of those that `counts`. */
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
      ? ": it was interrupted, and ends before the run did"
      : "";
  }
}

/**
 * Whether arguments are those of the recording. What was hidden there matches anything: the values
 * are not known.
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
