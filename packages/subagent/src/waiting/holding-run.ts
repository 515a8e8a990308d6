// The run of calls that wait, as these calls use it.

import type { PassTrace } from "@ptc/core/internal/stored";
import type { Json } from "@ptc/core/encoding";
import type { EndOfRun } from "@ptc/core/internal/errors";
import type { Firewall } from "@ptc/core/firewall";
import type { CheckpointError, CheckpointProblem } from "@ptc/lisp";
import type { LiveAnswers } from "./live-answers.ts";
import type { MissionGate } from "./mission-gate.ts";
import type { Line, LineType, MissionLines, NewLine, PlacedLine } from "./mission-lines.ts";

export interface HoldingRun {
  readonly lines: MissionLines;
  readonly gate: MissionGate;
  /** The answers of new effects, which reach the run in their turn. */
  readonly answers: LiveAnswers;
  readonly firewall: Firewall;
  readonly trace: PassTrace | undefined;
  /** Returns the location within the run: the part of an address after its id. */
  locationOf(address: string): string;
  /** Takes the next recorded effect of this type at a location. */
  take<Type extends LineType>(type: Type, at: string): PlacedLine<Type> | undefined;
  /** Records an effect. */
  add(line: NewLine): void;
  /** Returns `make()` at once, or in the turn of a line that came later. */
  passed<Made>(
    line: PlacedLine<"rule">,
    make: () => Made | PromiseLike<Made>,
  ): Made | PromiseLike<Made>;
  /** Resolves to the result of `make`, which is called when it is the turn of a line. */
  inLine<Made>(index: number, line: Line, make: () => Made | PromiseLike<Made>): Promise<Made>;
  /** Begins a new effect after the recorded ones. */
  afterRecorded(begin: () => unknown): unknown;
  /** Notes that the run begins to do more than the recorded one. */
  continued(): void;
  /** True if arguments are those that were recorded, in which markers may replace parts. */
  fitsRecorded(args: Json, recorded: Json): boolean;
  /** Returns JSON with markers in place of firewalled values. */
  masked(json: Json): Json;
  /** Ends the run, because it differs from the recorded one. Returns the error. */
  diverged(message: string): CheckpointError;
  /** Ends the run. Returns the error. */
  fail(problem: CheckpointProblem, message: string): CheckpointError;
  /** Returns the error for a recorded effect that can't be read; the run then ends. */
  unreadable(line: { readonly effect: { readonly at: string } }, why: string): EndOfRun;
}
