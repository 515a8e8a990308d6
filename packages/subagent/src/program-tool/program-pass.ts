// Runs one program with given memory and context, or continues it if it waits. It keeps nothing, so
// a conversation or a server decides what the next program reads.

import { OptionError } from "@ptc/core/errors";
import type { StandardSchema } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { presentFields } from "@ptc/llm/adapter";
import type { Memory, SuccessfulStep } from "@ptc/lisp";
import { agentCanWait } from "../agent/agent-tool.ts";
import { missionOptions } from "../loop/mission-options.ts";
import type { ToolCache } from "../loop/tool-cache.ts";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { MissionStep } from "../step/step.ts";
import type { PreparedMission } from "../waiting/prepared-mission.ts";
import { runPrepared } from "../waiting/run-prepared.ts";
import type { ProgramCall, ResumedProgramCall } from "./program-answer.ts";
import { ProgramMission } from "./program-mission.ts";
import type { ResolvedProgramToolOptions } from "./program-tool-options.ts";

/** A program and what it reads. */
export interface ProgramInputs {
  readonly source: string;
  readonly firewall: Firewall;
  readonly memory: Memory;
  /** Results of earlier programs for `*1 *2 *3`, newest first. */
  readonly history: readonly SuccessfulStep["value"][];
  readonly toolCache: ToolCache;
  /** The fields of `data/…`. Default: none. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Validates the returned value. Pass an equal one to continue the program. */
  readonly returns?: StandardSchema;
}

/** A program that has ended, or waits. */
export interface EndedProgram {
  readonly pass: ProgramMission;
  readonly ended: MissionStep;
}

/**
 * Runs the program, or continues it from `checkpoint`.
 * @throws OptionError; CheckpointError for a checkpoint or a decision that doesn't fit
 */
export async function runProgramPass(
  given: ResolvedProgramToolOptions,
  inputs: ProgramInputs,
  call: ProgramCall & ResumedProgramCall,
  checkpoint?: MissionCheckpoint,
): Promise<EndedProgram> {
  const { agent } = given;
  const { source, firewall, memory, history, toolCache, context, returns } = inputs;
  if (call.runId !== undefined && !/^[^/]{1,1000}$/u.test(call.runId))
    throw new OptionError("runId", "expected a text of 1 to 1,000 characters without a slash");
  const { signal, onCheckpoint } = call;
  const keys = onCheckpoint !== undefined || agentCanWait(agent) ? given.keys : {};
  const options = missionOptions({
    ...given.host,
    ...keys,
    memory,
    ...presentFields({ signal, onCheckpoint, context }),
  });
  let pass: ProgramMission | undefined;
  const prepare = (runId: string | undefined): PreparedMission => ({
    agent,
    options,
    definition: source,
    subject: "the program or its tools have",
    inputs: [...history, ...Object.keys(toolCache.stored)],
    runId,
    begin: (begun) => {
      const parts = { agent, source, options: begun, firewall, history, toolCache, runId, returns };
      return (pass = new ProgramMission(parts));
    },
  });
  const ended =
    checkpoint === undefined
      ? await runPrepared(prepare(call.runId))
      : await resumed(checkpoint, call, { keys, memory, context, prepare });
  // Every mission begins before it returns a step.
  if (pass === undefined) throw new TypeError("the program hasn't begun");
  return { pass, ended };
}

/** Continues a program that waits. @throws CheckpointError */
async function resumed(
  checkpoint: MissionCheckpoint,
  { decisions = {} }: ResumedProgramCall,
  {
    keys,
    memory,
    context = {},
    prepare,
  }: {
    readonly keys: ResolvedProgramToolOptions["keys"];
    readonly memory: Memory;
    /** Default: an empty one, which isn't kept in the checkpoint. */
    readonly context: Readonly<Record<string, unknown>> | undefined;
    readonly prepare: (runId: string) => PreparedMission;
  },
): Promise<MissionStep> {
  const { resumeWaiting } = await import("../waiting/waiting-mission.ts");
  return await resumeWaiting({
    checkpoint,
    decisions,
    keys,
    inputs: { context, memory },
    prepare: ({ runId }) => prepare(runId),
  });
}
