// Runs missions whose calls wait, in passes: each begins with the JSON of the checkpoint before.

import {
  approve,
  resume,
  run,
  toJson,
  type Agent,
  type Decision,
  type MissionCheckpoint,
  type MissionOptions,
  type MissionStep,
  type PendingCall,
  type MissionResumeOptions,
} from "../../src/index.ts";
import type { Subagent } from "./tiers.ts";

/** Makes the options of a pass, such as a model that has a script. */
export type MakeOptions = (pass: number) => MissionOptions & {
  readonly context?: Readonly<Record<string, unknown>>;
};

/** Returns the decisions of a pass by the ids of calls. */
export type Decide = (
  pending: readonly PendingCall[],
  pass: number,
) => Readonly<Record<string, Decision>>;

/** The functions that run and resume. They may be those of another copy of the package. */
export interface Runners {
  readonly run: (given: Agent | string, options: MissionOptions) => Promise<MissionStep>;
  readonly resume: (
    given: Agent | string,
    checkpoint: MissionCheckpoint,
    options: MissionResumeOptions<Agent, string, unknown>,
  ) => Promise<MissionStep>;
}

export function runnersOf(subagent: Pick<Subagent, "run" | "resume">): Runners {
  return {
    run: (given, options) => subagent.run(given as Agent, options),
    resume: (given, checkpoint, options) => subagent.resume(given as Agent, checkpoint, options),
  };
}

export interface Passes {
  readonly step: MissionStep;
  /** The tools of the calls that waited at the end of each pass. */
  readonly waited: readonly (readonly string[])[];
  readonly checkpoints: readonly MissionCheckpoint[];
}

export const approveAll: Decide = (pending) =>
  Object.fromEntries(pending.map(({ id }) => [id, approve()]));

export const approveFirst: Decide = (pending) => approveAll(pending.slice(0, 1), 0);

export const approveLast: Decide = (pending) => approveAll(pending.slice(-1), 0);

/** Runs an agent, or a prompt, until it ends. */
export async function passes(
  agent: () => Agent | string,
  options: MakeOptions,
  decide: Decide = approveAll,
  { run: start, resume: next }: Runners = runnersOf({ run, resume }),
): Promise<Passes> {
  const waited: string[][] = [];
  const checkpoints: MissionCheckpoint[] = [];
  let step = await start(agent(), options(0));
  for (let pass = 1; step.status === "waiting"; pass++) {
    if (pass > 50) throw new Error("the mission waits again and again");
    waited.push(step.pending.map(({ tool }) => tool));
    const checkpoint = JSON.parse(JSON.stringify(step.checkpoint)) as MissionCheckpoint;
    checkpoints.push(checkpoint);
    step = await next(agent(), checkpoint, {
      ...withoutDetermined(options(pass)),
      decisions: decide(step.pending, pass),
    });
  }
  return { step, waited, checkpoints };
}

/** Returns the options without those that the checkpoint determines. */
export function withoutDetermined(
  options: ReturnType<MakeOptions>,
): Partial<ReturnType<MakeOptions>> {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => name !== "journal" && name !== "random"),
  );
}

/** Returns a step as JSON without times, and without the decisions about calls. */
export function comparable(step: MissionStep): unknown {
  return JSON.parse(toJson(step), (name, value: unknown) =>
    uncompared.has(name) ? undefined : value,
  );
}

const uncompared: ReadonlySet<string> = new Set([
  "durationMs",
  "timestamp",
  "decision",
  "peakMemoryBytes",
  "memoryBytes",
]);
