// One pass of a run: a workflow that runs its mission until it ends or waits. After a crash, DBOS
// runs the workflow again. Its steps have the entries, from which the mission continues.

import { DBOSWorkflowConflictError } from "@dbos-inc/dbos-sdk/datasource";
import { presentFields } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import { storableValue } from "@ptc/core/internal/stored";
import {
  approve,
  CheckpointError,
  checkpointOf,
  resume,
  run,
  type BudgetCallback,
  type BudgetUsage,
  type CheckpointEntry,
  type Decision,
  type JournalChange,
  type MissionStep,
} from "@ptc/subagent";
import {
  AgentError,
  agentNamed,
  assertClearChange,
  clearStep,
  contextOf,
  HiddenData,
  parsed,
  retriable,
  setupOf,
} from "@ptc/subagent/internal/runs";
import { RunsError, type RunSetup, type WaitingCall } from "@ptc/subagent/runs";
import { stepToJson } from "@ptc/subagent/step-json";
import type { AgentRuns } from "../agents.ts";
import type { ResolvedOptions } from "../options.ts";
import { messageOf } from "../tables/database.ts";
import type { JournalTable } from "../tables/journal-table.ts";
import type { RateLimiter } from "../tables/rate-limiter.ts";
import type { Checkpoint, PassEnd, RunInput, RunRow } from "../tables/run-row.ts";
import { workflowId, type RunTable, type StoredDecision } from "../tables/run-table.ts";
import type { StepTable } from "../tables/step-table.ts";
import { StepLog } from "./step-log.ts";

export interface PassHost {
  readonly runs: RunTable;
  readonly steps: StepTable;
  readonly journals: JournalTable;
  readonly limiter: RateLimiter;
  readonly options: ResolvedOptions;
  readonly agentRuns: AgentRuns;
  /** Calls a function outside of the workflow, so that tools can use DBOS on their own. */
  readonly outside: <Result>(work: () => Result) => Result;
}

/** Why a pass is ended from outside. */
export type StopReason = "cancelled" | "closing";

/**
 * Continues a run until it ends or waits. Returns its status. Never ends after `signal` aborts for
 * `closing`: another worker continues the run.
 */
export async function missionPass(
  host: PassHost,
  id: string,
  pass: number,
  signal: AbortSignal,
): Promise<string> {
  const stored = await host.runs.beginPass(id, pass);
  // Another execution has ended the pass, or the run was cancelled or deleted.
  if (stored === undefined) return "over";
  const workflow = workflowId(id, pass);
  const made = await openedPass(host, stored, workflow, signal);
  const end = made instanceof PassState ? await host.outside(() => endOf(made)) : made;
  if (signal.aborted) {
    if (signal.reason === ("closing" satisfies StopReason))
      await new Promise<never>(() => undefined);
    // DBOS releases the slot of a workflow that another execution owns, or that was cancelled.
    throw new DBOSWorkflowConflictError(workflow);
  }
  const log = made instanceof PassState ? made.log : undefined;
  if (log?.failure !== undefined) throw log.failure.error;
  if (end.status === "queued") host.options.onError(new Error(end.message));
  await host.runs.endPass(id, pass, end, await log?.last());
  return end.status;
}

/** Reads what is stored about a pass. Damaged data is the end of its run. */
async function openedPass(
  host: PassHost,
  stored: RunRow,
  workflow: string,
  signal: AbortSignal,
): Promise<PassState | PassEnd> {
  const { id, pass } = stored;
  try {
    const log = await StepLog.open(host.steps, { run: id, pass, workflowId: workflow });
    const row = await host.runs.opened(stored);
    const decisions = pass === 1 ? [] : await host.runs.decisions(id);
    return new PassState({ host, row, log, decisions, signal });
  } catch (error) {
    if (error instanceof RunsError || problemOf(error) === "key") return failedEnd(error);
    throw error;
  }
}

interface PassParts {
  readonly host: PassHost;
  readonly row: RunRow;
  readonly log: StepLog;
  readonly decisions: readonly StoredDecision[];
  readonly signal: AbortSignal;
}

class PassState {
  readonly host: PassHost;
  readonly row: RunRow;
  readonly log: StepLog;
  readonly decisions: readonly StoredDecision[];
  readonly signal: AbortSignal;
  /** The firewalled values of the run, which must not be stored in clear. */
  readonly hidden: HiddenData | undefined;

  constructor({ host, row, log, decisions, signal }: PassParts) {
    this.host = host;
    this.row = row;
    this.log = log;
    this.decisions = decisions;
    this.signal = signal;
    this.hidden = host.options.texts.isEncrypted ? undefined : new HiddenData();
  }

  get decisionIds(): string[] {
    return this.decisions.map(({ id }) => id);
  }
}

async function endOf(state: PassState): Promise<PassEnd> {
  let checkpoint: Checkpoint | undefined;
  const { row, host } = state;
  try {
    // Only these fields are read, and each is checked.
    const input: RunInput = parsed(row.id, row.input, "the input");
    const context = contextOf(row.id, input.context);
    const { id, agent, tags } = row;
    const { prompt } = input;
    const named = agentNamed(host.options.agents, agent);
    const runs = host.agentRuns;
    const setup = await retriable(() =>
      setupOf(named, { id, agent, tags, context, runs, ...presentFields({ prompt }) }),
    );
    if (input.isMasked === true && setup.context === undefined)
      throw new RunsError(
        "firewalled",
        `the context was stored without its firewalled fields: make ${JSON.stringify(agent)} a function in \`agents\` that returns them with \`context\`, or pass \`encryption\``,
      );
    const whole = (await retriable(async () => setup.context?.(context))) ?? context;
    state.hidden?.note(storableValue(whole));
    checkpoint = await checkpointBefore(state, state.log.earlier);
    const step = await stepOf(state, { setup, context: whole, checkpoint, input });
    return stepEnd(step, state);
  } catch (error) {
    if (
      error instanceof CheckpointError &&
      error.problem === "decision" &&
      checkpoint !== undefined
    )
      return refusedEnd(state, checkpoint, error);
    if (error instanceof AgentError && row.retries + 1 < host.options.maxAttempts)
      return { status: "queued", message: error.message, decisions: [] };
    // Effects may have been made before the failure.
    const entries = await state.log.entries();
    return failedEnd(error, await checkpointBefore(state, entries).catch(() => checkpoint));
  }
}

/** Returns the end of a run that can't be continued now. */
function failedEnd(error: unknown, checkpoint?: Checkpoint): PassEnd {
  const problem = error instanceof AgentError ? "attempts" : (problemOf(error) ?? "agent");
  const failure = { problem, message: shortened(messageOf(error), 1_000) };
  return { status: "failed", failure, decisions: [], ...presentFields({ checkpoint }) };
}

/** Returns the problem of an error of this project. */
function problemOf(error: unknown): string | undefined {
  const { problem } = error instanceof Error ? (error as { readonly problem?: unknown }) : {};
  return typeof problem === "string" ? problem : undefined;
}

/** Returns the state from which the mission continues; undefined at its beginning. */
async function checkpointBefore(
  { host, row }: PassState,
  entries: readonly CheckpointEntry[],
): Promise<Checkpoint | undefined> {
  const { checkpointKey } = host.options;
  const begin = entries.findLastIndex(({ type }) => type === "start");
  const base =
    row.state === null
      ? undefined
      : // `resume` and `checkpointOf` check its fields.
        (parsed(row.id, row.state, "the checkpoint") as unknown as Checkpoint);
  if (entries.length === 0) return base;
  return await checkpointOf(
    // A run whose turn was started again has another start, which repeats the effects before it.
    entries.slice(Math.max(0, begin)),
    presentFields({ checkpointKey, after: begin < 0 ? base : undefined }),
  );
}

interface StepParts {
  readonly setup: RunSetup;
  readonly context: Readonly<Record<string, unknown>>;
  readonly checkpoint: Checkpoint | undefined;
  readonly input: RunInput;
}

async function stepOf(
  state: PassState,
  { setup, context, checkpoint, input }: StepParts,
): Promise<MissionStep> {
  const { host, log, signal } = state;
  const { checkpointKey, onChange } = host.options;
  const { signal: given } = setup.options ?? {};
  const journal = await journalOf(state);
  const common = {
    clock: host.options.clock,
    ...setup.options,
    context,
    signal: given === undefined ? signal : AbortSignal.any([signal, given]),
    onCheckpoint: log.store,
    ...presentFields({
      checkpointKey,
      encryptionKey: input.secret,
      onJournal: journal?.onJournal,
      budget: budgetOf(state, setup),
    }),
  };
  // The types of agents and options were checked by `agents`.
  if (checkpoint === undefined)
    return await run(setup.agent, {
      ...common,
      ...presentFields({ journal: journal?.entries }),
    } as never);
  const decisions = decisionsFor(checkpoint, state);
  return await resume(setup.agent, checkpoint, {
    ...common,
    decisions,
    onChange: onChange === "restart-turn" ? onChange : "fail",
  } as never);
}

async function journalOf({ host: { journals }, row: { journal }, log, hidden }: PassState) {
  if (journal === null) return undefined;
  return {
    entries: await journals.load(journal),
    onJournal: async (change: JournalChange): Promise<void> => {
      if (hidden !== undefined) assertClearChange(change, hidden);
      await log.flush();
      await journals.add(log.execution, journal, change);
    },
  };
}

/** Waits for the rate limits of the provider before each model request. */
function budgetOf(
  { host: { limiter }, signal }: PassState,
  { options }: RunSetup,
): BudgetCallback | undefined {
  const given = options?.budget;
  if (!limiter.isNeeded) return given;
  return async (usage: BudgetUsage) => {
    const decision = (await given?.(usage)) ?? "continue";
    if (decision === "continue") await limiter.take(usage.provider, signal);
    return decision;
  };
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
  const { decisionIds: decisions, hidden } = state;
  const json = hidden === undefined ? stepToJson(step) : clearStep(step, hidden);
  // The application has aborted its signal.
  const failed = step.ok || step.fail.reason !== "cancelled" ? "failed" : "cancelled";
  return { status: step.ok ? "done" : failed, step: json, decisions };
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
  const refused = shortened(messageOf(error), 1_000);
  // The message names the call, unless it is about all of them.
  const named = decided.filter((call) => refused.includes(call));
  const wrong = new Set(named.length === 0 ? decided : named);
  const pending = checkpoint.pending.map(({ digest: _, ...call }) =>
    wrong.has(call.id) ? { ...call, refused } : call,
  );
  const decisions = state.decisions.filter(({ callId }) => wrong.has(callId)).map(({ id }) => id);
  return { ...waitingEnd(checkpoint, pending, state), decisions };
}
