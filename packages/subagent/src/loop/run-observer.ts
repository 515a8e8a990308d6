// Who is told that a run begins and ends: a recorder of runs, or what plays one back.

import type { Firewall, FirewallOptions } from "@ptc/core/firewall";
import type { Memory } from "@ptc/lisp";
import type { Effects } from "../bounds/effects.ts";
import type { MissionStep } from "../step/step.ts";

/** A run that begins, and everything that it is given. */
export interface StartedRun {
  /** What the addresses of its effects begin with. */
  readonly runId: string;
  readonly seed: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly memory: Memory;
  readonly journal: Readonly<Record<string, unknown>> | undefined;
  readonly toolCache: Readonly<Record<string, unknown>>;
  /** The fields that the run itself allows, besides the agent. */
  readonly allowed: FirewallOptions;
  readonly collectMessages: boolean;
  readonly signal: AbortSignal | undefined;
  /** Knows what is firewalled, of the run and of all missions below it. */
  readonly firewall: Firewall;
}

/** Stands between one run, with the missions below it, and the world. */
export interface RunObserver {
  readonly effects: Effects;
  begin(run: StartedRun): void;
  end(step: MissionStep): void;
}
