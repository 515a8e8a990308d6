// Runs a mission whose calls may wait for decisions, and continues it from a checkpoint. A resumed
// mission runs again from its start. Recorded effects return what they returned before, so it
// reaches the same state: no model is asked and no tool is called twice.
//
//   run ──▶ all calls that can be requested wait ──▶ step with status "waiting" and a checkpoint
//                                                                      │
//   step ◀── the mission ends ◀── effects replayed, decisions applied ◀── resume

import { OptionError } from "@ptc/core/errors";
import { Firewall } from "@ptc/core/firewall";
import { randomHexId } from "@ptc/core/internal/contracts";
import { CheckpointError, type CheckpointOptions, type Decisions } from "@ptc/lisp";
import {
  assertSameInputs,
  assertSameLibraries,
  checkDecisions,
  decidedCalls,
  digestsOf,
  fieldsOf,
  keysOf,
  newSalt,
  passedValues,
} from "@ptc/lisp/internal/waiting";
import { presentFields } from "@ptc/llm/adapter";
import { MissionRandom } from "../bounds/mission-random.ts";
import type { GivenMissionOptions } from "../loop/mission-options.ts";
import type { MissionStep } from "../step/step.ts";
import { effectLocation } from "../recording/effect-location.ts";
import { cutAt } from "./cut.ts";
import { assertStored, readMissionCheckpoint, type OpenedMission } from "./mission-checkpoint.ts";
import { missionInputs } from "./mission-inputs.ts";
import { MissionLines, type LineType } from "./mission-lines.ts";
import type { PreparedMission } from "./prepared-mission.ts";
import { WaitingRun } from "./waiting-run.ts";

/** Runs a mission until it ends or can only wait. @throws OptionError */
export async function runWaiting(mission: PreparedMission): Promise<MissionStep> {
  const { options } = mission;
  const keys = keysOf(options.checkpoint);
  const salt = keys.checkpointKey === undefined ? newSalt() : undefined;
  const { seed } = options.random;
  return await new WaitingRun(mission, keys, {
    runId: mission.runId ?? idOf(seed),
    seed,
    lines: new MissionLines(),
    pending: new Map(),
    salt,
    digests: digestsOf(keys.checkpointKey, salt),
    // The application may add entries to its object while the mission runs.
    journal: options.journal === undefined ? undefined : { ...options.journal },
    entries: undefined,
    forks: [],
    warnings: [],
    inputs: undefined,
  }).step();
}

/** The parts of the mission that the checkpoint has. */
export interface KeptParts {
  readonly runId: string;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** How to continue if the run differs from the recorded one; see `MissionResumeOptions`. */
export type OnChange = "fail" | "restart-turn";

export interface ResumedMission {
  readonly checkpoint: unknown;
  readonly decisions: Decisions;
  readonly keys: CheckpointOptions;
  readonly onChange?: OnChange;
  /** The context and memory that the caller passes again, if any. */
  readonly inputs: Pick<GivenMissionOptions, "context" | "memory">;
  /** Returns the mission. */
  readonly prepare: (kept: KeptParts) => PreparedMission;
}

/**
 * Continues a mission from its checkpoint.
 * @throws CheckpointError, OptionError
 */
export async function resumeWaiting({
  checkpoint,
  decisions,
  keys: secrets,
  onChange = "fail",
  inputs,
  prepare,
}: ResumedMission): Promise<MissionStep> {
  checkDecisions(decisions);
  const keys = keysOf(secrets);
  const opened = await readMissionCheckpoint(checkpoint, keys, {
    passed: passedValues(inputs, new Firewall()),
    hasContext: inputs.context !== undefined,
  });
  const { context, message, digests, salt, seed, runId, entries, forks } = opened;
  const mission = prepare({
    runId,
    ...(context === undefined ? {} : { context: fieldsOf(context, "context") }),
    ...presentFields({ message }),
  });
  const { options } = mission;
  if (options.recorder !== undefined && forks.length > 0)
    throw new OptionError("record", "can't record a run that was forked or has begun a turn again");
  assertStored(opened, options.onJournal);
  assertRunId(mission, opened);
  assertSameLibraries(mission.agent.libraries, opened.inputs);
  const digestsNow = await missionInputs(mission, digests);
  const isSameAgent = assertSameInputs(digestsNow, opened.inputs);
  const begin = {
    inputs: digestsNow,
    runId,
    seed,
    salt,
    digests,
    journal: opened.journal === undefined ? undefined : fieldsOf(opened.journal, "journal"),
  };
  const run = new WaitingRun(mission, keys, {
    ...begin,
    lines: new MissionLines(opened.lines, opened.times),
    pending: decidedCalls(opened, decisions, {
      clock: options.clock,
      hasEnded: (id) =>
        opened.lines.some(({ type, at }) => endTypes.has(type) && at === effectLocation(id)),
      mayContinue: () => keys.checkpointKey !== undefined,
    }),
    entries,
    forks,
    warnings: isSameAgent
      ? []
      : [
          `${mission.subject ?? "the agent has"} changed since the checkpoint; its effects so far are the same`,
        ],
  });
  try {
    return await run.step();
  } catch (error) {
    const turn = run.turnToRestart;
    if (onChange === "fail" || turn === undefined || !isChange(error)) throw error;
    const cut = cutAt(turn, opened);
    return await new WaitingRun(mission, keys, {
      ...begin,
      lines: new MissionLines(cut.lines, cut.times),
      pending: new Map(),
      entries: undefined,
      forks: [...forks, [turn, newSalt()]],
      warnings: [
        `turn ${String(turn)} was started again, and its pending calls were dropped: ${error.message}`,
      ],
    }).step();
  }
}

/** The effects of calls that have been made, or decided about. */
const endTypes: ReadonlySet<LineType> = new Set(["tool", "approval", "decision"]);

function isChange(error: unknown): error is CheckpointError {
  return error instanceof CheckpointError && error.problem === "changed";
}

/** @throws CheckpointError if the ids of calls should follow from the seed, and don't */
function assertRunId(mission: PreparedMission, { seed, runId }: OpenedMission): void {
  if ((mission.runId ?? idOf(seed)) !== runId)
    throw new CheckpointError("tampered", "the checkpoint was changed: its run has another id");
}

function idOf(seed: string): string {
  return randomHexId(new MissionRandom(seed, Math.random).stream("trace"), 32);
}
