// One pass of a run: a workflow that runs its mission until it ends or waits. After a crash, DBOS
// runs the workflow again. Its steps have the entries, from which the mission continues.

import type { DBOSClient } from "@dbos-inc/dbos-sdk";
import { decodedValue, storableValue } from "@ptc/core/internal/stored";
import {
  approve,
  CheckpointError,
  checkpointOf,
  resume,
  run,
  type CheckpointEntry,
  type Decision,
  type MissionStep,
} from "@ptc/subagent";
import { agentNamed, clearStep, hasEnded, HiddenData, setupOf } from "@ptc/subagent/internal/runs";
import { RunsError, type RunSetup, type WaitingCall } from "@ptc/subagent/runs";
import type { AgentRuns } from "../agents.ts";
import type { ResolvedOptions } from "../options.ts";
import { messageOf } from "../tables/database.ts";
import type { Checkpoint, PassEnd, RunInput, RunRow } from "../tables/run-row.ts";
import { workflowId, type RunTable, type StoredDecision } from "../tables/run-table.ts";
import { entriesOfPass, StepLog } from "./step-log.ts";

export interface PassHost {
  readonly client: DBOSClient;
  readonly runs: RunTable;
  readonly options: ResolvedOptions;
  readonly agentRuns: AgentRuns;
  /** Calls a function outside of the workflow, so that tools can use DBOS on their own. */
  readonly outside: <Result>(work: () => Result) => Result;
}

/** Continues a run until it ends or waits. Returns its status. Never ends after `signal` aborts. */
export async function missionPass(
  host: PassHost,
  id: string,
  pass: number,
  signal: AbortSignal,
): Promise<string> {
  const row = await host.runs.load(id);
  // Another execution has ended the pass, or the run was cancelled or deleted.
  if (row?.pass !== pass || hasEnded(row.status) || row.status === "waiting") return "over";
  const log = await StepLog.open(host.client, workflowId(id, pass));
  let { end } = log;
  if (end === undefined) {
    await host.runs.markRunning(id, pass);
    const decisions = await host.runs.decisions(id);
    const reached = await host.outside(() =>
      endOf(new PassState(host, row, log, decisions, signal)),
    );
    // The run was cancelled, or this process ends. Another one continues it.
    if (signal.aborted) await new Promise<never>(() => undefined);
    if (log.failure !== undefined) throw log.failure.error;
    end = await log.storeEnd(reached);
  }
  await host.runs.endPass(id, pass, end);
  return end.status;
}

class PassState {
  readonly host: PassHost;
  readonly row: RunRow;
  readonly log: StepLog;
  readonly decisions: readonly StoredDecision[];
  readonly signal: AbortSignal;
  /** The firewalled values of the run, which its step must not have. */
  readonly hidden = new HiddenData();

  constructor(
    host: PassHost,
    row: RunRow,
    log: StepLog,
    decisions: readonly StoredDecision[],
    signal: AbortSignal,
  ) {
    this.host = host;
    this.row = row;
    this.log = log;
    this.decisions = decisions;
    this.signal = signal;
  }

  get decisionIds(): string[] {
    return this.decisions.map(({ id }) => id);
  }
}

async function endOf(state: PassState): Promise<PassEnd> {
  let checkpoint: Checkpoint | undefined;
  try {
    const { row, host } = state;
    const input = JSON.parse(row.input) as RunInput;
    const context = decodedValue(input.context, "context") as Record<string, unknown>;
    const { id, agent, tags } = row;
    const setup = await setupOf(agentNamed(host.options.agents, agent), {
      id,
      agent,
      tags,
      context,
      runs: host.agentRuns,
    });
    if (input.isMasked === true && setup.context === undefined)
      throw new RunsError(
        "firewalled",
        `the context was stored without its firewalled fields: make ${JSON.stringify(agent)} a function in \`agents\` that returns them with \`context\``,
      );
    const whole = (await setup.context?.(context)) ?? context;
    state.hidden.note(storableValue(whole));
    checkpoint = await checkpointBefore(state);
    const step = await stepOf(state, setup, whole, checkpoint);
    return stepEnd(step, state);
  } catch (error) {
    if (
      error instanceof CheckpointError &&
      error.problem === "decision" &&
      checkpoint !== undefined
    )
      return refusedEnd(state, checkpoint, error);
    const problem =
      error instanceof CheckpointError
        ? error.problem
        : ((error as { readonly problem?: string }).problem ?? "error");
    const failure = { problem, message: messageOf(error) };
    return {
      status: "failed",
      failure,
      decisions: [],
      ...(checkpoint === undefined ? {} : { checkpoint }),
    };
  }
}

/** Returns the state from which the mission continues; undefined at its beginning. */
async function checkpointBefore({ host, row, log }: PassState): Promise<Checkpoint | undefined> {
  const { client, options } = host;
  if (log.entries.length === 0)
    // Only `endPass` writes the column.
    return row.state === null ? undefined : (JSON.parse(row.state) as Checkpoint);
  let entries = sinceStart(log.entries);
  for (let pass = row.pass - 1; pass >= 1 && entries[0]?.type !== "start"; pass -= 1)
    entries = sinceStart([...(await entriesOfPass(client, workflowId(row.id, pass))), ...entries]);
  // If the run had ended, it ends once more: its step is made of the recorded effects.
  const effects = entries.filter(({ type }) => type !== "end");
  const { checkpointKey } = options;
  return await checkpointOf(effects, checkpointKey === undefined ? {} : { checkpointKey });
}

/** A run whose turn was started again has another start, which repeats the effects before it. */
function sinceStart(entries: readonly CheckpointEntry[]): readonly CheckpointEntry[] {
  return entries.slice(
    Math.max(
      0,
      entries.findLastIndex(({ type }) => type === "start"),
    ),
  );
}

async function stepOf(
  state: PassState,
  setup: RunSetup,
  context: Readonly<Record<string, unknown>>,
  checkpoint: Checkpoint | undefined,
): Promise<MissionStep> {
  const { host, log, signal } = state;
  const { checkpointKey, encryptionKey, onChange } = host.options;
  const given = {
    clock: host.options.clock,
    ...setup.options,
    context,
    signal:
      setup.options?.signal === undefined
        ? signal
        : AbortSignal.any([signal, setup.options.signal]),
    onCheckpoint: log.store,
    ...(checkpointKey === undefined ? {} : { checkpointKey }),
    ...(encryptionKey === undefined ? {} : { encryptionKey }),
  };
  // The types of agents and options were checked by `agents`.
  if (checkpoint === undefined) return await run(setup.agent, given as never);
  const decisions = decisionsFor(checkpoint, state);
  return await resume(setup.agent, checkpoint, {
    ...given,
    decisions,
    onChange: onChange === "restart-turn" ? onChange : "fail",
  } as never);
}

function decisionsFor(
  { pending }: Checkpoint,
  { decisions, host }: PassState,
): Record<string, Decision> {
  const given = new Map(decisions.map(({ callId, decision }) => [callId, decision]));
  const { onUncertain } = host.options;
  const made: [string, Decision][] = [];
  for (const call of pending) {
    const decision = given.get(call.id);
    if (call.uncertain !== true) {
      if (decision !== undefined) made.push([call.id, decision]);
    }
    // It was approved before it began, with the arguments that the checkpoint has.
    else if (decision?.type === "approve") made.push([call.id, approve()]);
    else if (decision !== undefined) made.push([call.id, decision]);
    else if (onUncertain === "repeat") made.push([call.id, approve()]);
  }
  return Object.fromEntries(made);
}

function stepEnd(step: MissionStep, state: PassState): PassEnd {
  if (step.status === "waiting") return waitingEnd(step.checkpoint, step.pending, state);
  const decisions = state.decisionIds;
  const masked = clearStep(step, state.hidden);
  return { status: step.ok ? "done" : "failed", step: masked, decisions };
}

function waitingEnd(
  checkpoint: Checkpoint,
  pending: readonly WaitingCall[],
  state: PassState,
): PassEnd {
  const now = state.host.options.clock.now();
  const times = pending.flatMap(({ expiresAt, until }) =>
    [expiresAt, until].filter((time): time is number => time !== undefined && time > now),
  );
  return {
    status: "waiting",
    checkpoint,
    pending,
    decisions: state.decisionIds,
    ...(times.length === 0 ? {} : { dueAt: Math.min(...times) }),
  };
}

/** The run waits again for the calls whose decisions don't fit. */
function refusedEnd(state: PassState, checkpoint: Checkpoint, error: CheckpointError): PassEnd {
  const decided = state.decisions.map(({ callId }) => callId);
  const refused = messageOf(error);
  // The message names the call, unless it is about all of them.
  const named = decided.filter((call) => refused.includes(call));
  const wrong = new Set(named.length === 0 ? decided : named);
  const pending = checkpoint.pending.map(({ digest: _, ...call }) =>
    wrong.has(call.id) ? { ...call, refused } : call,
  );
  const decisions = state.decisions.filter(({ callId }) => wrong.has(callId)).map(({ id }) => id);
  return { ...waitingEnd(checkpoint, pending, state), decisions };
}
