// Observers of the start and end of a run: recorders and replays.

import type { TraceScope } from "@ptc/core/contracts";
import type { Firewall, FirewallOptions } from "@ptc/core/firewall";
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
