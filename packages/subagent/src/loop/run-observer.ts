// Observers of the start and end of a run: recorders and replays.

import type { TraceScope } from "@ptc/core/contracts";
import type { Firewall, FirewallOptions } from "@ptc/core/firewall";
import type { Json } from "@ptc/core/encoding";
import type { Memory } from "@ptc/lisp";
import type { Effects } from "../bounds/effects.ts";
import type { MissionStep } from "../step/step.ts";

/** A run that starts, with all its inputs. */
export interface StartedRun {
  /** The prefix of the addresses of its effects. */
  readonly runId: string;
  readonly seed: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly memory: Memory;
  readonly journal: Readonly<Record<string, unknown>> | undefined;
  /** The completed items of the plan of an earlier run. */
  readonly summaries: Readonly<Record<string, string>>;
  readonly toolCache: Readonly<Record<string, unknown>>;
  /** The fields that the run itself allows, in addition to its agent. */
  readonly allowed: FirewallOptions;
  readonly collectMessages: boolean;
  readonly signal: AbortSignal | undefined;
  /** The trace of the run, outside of all its spans. */
  readonly trace: TraceScope;
  /** The firewall of the run and of all its child missions. */
  readonly firewall: Firewall;
  /** The hashes of the libraries of the agent, by name. */
  readonly libraries: Readonly<Record<string, string>> | undefined;
}

/** Observes a run, and replaces or wraps its effects and those of its child missions. */
export interface RunObserver {
  readonly effects: Effects;
  begin(run: StartedRun): void;
  end(step: MissionStep): void;
}

/** An effect of a run that can wait, such as a decision, with the values of its outcome. */
export interface ReceivedEffect {
  readonly type: string;
  /** The location within the run. */
  readonly at: string;
  /** True if its answer came later. */
  readonly isLater?: true;
  readonly outcome?: Json;
}

/** Observes a run that can wait. */
export interface PassObserver extends RunObserver {
  /** Called when the run receives an effect, or has made a new one. */
  received(effect: ReceivedEffect): void;
  /** Called when the run ends before its end, because it can only wait or differs. */
  close(): void;
}

/** Observes a run that can't wait, or one whose own effects can. */
export interface RecordingObserver extends RunObserver {
  /** Returns the observer of a run that has the effects of `inner`. */
  around(inner: RunObserver): PassObserver;
}
