// One attempt of a worker at a run that it has leased: begins it, or continues it from its last
// entry, until it ends, waits or can't be continued.
//
//   queued ── attempt ──▶ run or resume ──▶ done, failed, cancelled
//                ▲              │
//                │              └──▶ waiting ── a decision or its time ──▶ queued
//        the lease has lapsed

import type { Json } from "@ptc/core/encoding";
import { presentFields } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import { decodedValue, isFields, storableValue } from "@ptc/core/internal/stored";
import type { RecordChange, RecordHead, StoredRecord } from "@ptc/core/store";
import { CheckpointError, type Decision, type JournalChange } from "@ptc/lisp";
import type { AnyAgent } from "../agent/agent.ts";
import { checkpointOf } from "../run/checkpoints.ts";
import { resume } from "../run/resume.ts";
import { run } from "../run/run.ts";
import type { CheckpointEntry, EntryOptions } from "@ptc/lisp";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { MissionStep, WaitingMission } from "../step/step.ts";
import { stepToJson } from "../step-json/step-to-json.ts";
import type { StepJson } from "../step-json/step-schema.ts";
import { HiddenData } from "../firewall/hidden-data.ts";
import { clearStep } from "./clear-data.ts";
import { inboxHead, loadInbox, type Inbox, type InboxEntry } from "./inbox.ts";
import { headOf, problemOf, type LeasedRun } from "./leased-run.ts";
import { earliestTime } from "./pending-calls.ts";
import { agentNamed, setupOf, type RunSetup } from "./run-agents.ts";
import { AgentError, retriable, retryPause } from "./retries.ts";
import { RunJournal } from "./run-journal.ts";
import {
  attemptsIn,
  damaged,
  inboxKey,
  readRun,
  snapshotText,
  type RunEntry,
  type RunSnapshot,
  type RunState,
} from "./run-state.ts";
import { RunsError } from "./runs-error.ts";
import type { ResolvedRunsOptions } from "./runs-options.ts";

/** Why an attempt is ended from outside. */
export type StopReason = "lost" | "cancel" | "closing";

/** The store failed: the run stays as it is, and can be claimed again. */
export class StoreFailure extends Error {
  readonly error: unknown;
  readonly step: StepJson | undefined;

  constructor(error: unknown, step?: StepJson) {
    super("the store failed", { cause: error });
    this.error = error;
    this.step = step;
  }
}

export class RunAttempt {
  readonly leased: LeasedRun;
  private readonly options: ResolvedRunsOptions;
  private readonly head: RecordHead;
  private readonly record: StoredRecord;
  private readonly owner: string;
  private readonly controller = new AbortController();
  private readonly hidden: HiddenData | undefined;
  private stopped: StopReason | undefined = undefined;
  /** Entries that are stored together with the next one. */
  private buffer: string[] = [];
  /** Calls that have begun and have no answer yet, by their locations. */
  private readonly begun = new Set<string>();

  constructor(
    leased: LeasedRun,
    record: StoredRecord,
    { options, owner }: { readonly options: ResolvedRunsOptions; readonly owner: string },
  ) {
    this.leased = leased;
    this.record = record;
    this.options = options;
    this.owner = owner;
    this.head = headOf({ ...record, ...presentFields({ appVersion: options.appVersion }) }, "");
    this.hidden = options.isEncrypted ? undefined : new HiddenData();
  }

  /** Ends the attempt. `closing` lets calls that are under way end first. */
  stop(reason: StopReason): void {
    if (this.stopped === undefined || reason === "lost") this.stopped = reason;
    if (reason !== "closing") this.controller.abort(new Error(`the run was ended: ${reason}`));
  }

  /** Ends an attempt that is closing at once. */
  abort(): void {
    this.controller.abort(new Error("the process closes"));
  }

  /** @throws StoreFailure */
  async run(): Promise<void> {
    try {
      await this.attempted();
    } catch (error) {
      if (error instanceof StoreFailure) throw error;
      const { failure } = this.leased;
      if (failure !== undefined) throw new StoreFailure(failure.error);
      if (this.stopped !== undefined) return;
      const problem = problemOf(error);
      if (problem !== undefined && !lasting.has(problem)) throw new StoreFailure(error);
      await this.fail(error);
    }
  }

  private async attempted(): Promise<void> {
    const { record, options, leased } = this;
    const { store, clock } = options;
    const state = readRun(record);
    const inbox = await loadInbox(store, leased.id);
    if (inbox.cancel !== undefined) {
      await this.cancelled(state.snapshot, inbox);
      return;
    }
    if (state.attempts >= options.maxAttempts)
      throw new AttemptsError(
        `${String(state.attempts)} attempts ended without a result, perhaps because the process was killed: see the logs of its workers, then call resume("${leased.id}")`,
      );
    await this.write([{ type: "attempt", at: clock.now(), owner: this.owner }], "running");
    const { setup, context } = await this.prepared(state.snapshot);
    const checkpoint = await this.checkpointOf(state);
    const now = clock.now();
    const { snapshot } = state;
    const applied = new Set<string>();
    await this.continued({ snapshot, setup, context, inbox, checkpoint, now, applied });
  }

  private async write(entries: readonly RunEntry[], status: string, dueAt?: number): Promise<void> {
    const due = dueAt ?? this.record.dueAt ?? this.options.clock.now();
    await this.leased.write({
      head: headOf(this.head, status, due),
      entries: entries.map((entry) => JSON.stringify(entry)),
    });
  }

  /** Returns the agent with its options, and the whole context. */
  private async prepared({ input }: RunSnapshot): Promise<Prepared> {
    const { record, options, hidden } = this;
    const stored = contextOf(record.id, input.context);
    const { agent = "", tags = [] } = record;
    const named = agentNamed(options.agents, agent);
    const setup = await retriable(() =>
      setupOf(named, {
        id: record.id,
        agent,
        tags,
        context: stored,
        ...presentFields({ prompt: input.prompt }),
      }),
    );
    if (input.isMasked === true && setup.context === undefined)
      throw new RunsError(
        "firewalled",
        `the context was stored without its firewalled fields: add the function \`context\` to the agent ${JSON.stringify(agent)}, or pass \`encryption\``,
      );
    const { context: load } = setup;
    const context = load === undefined ? stored : await retriable(async () => load(stored));
    hidden?.note(storableValue(context));
    return { setup, context };
  }

  private async checkpointOf({ base, entries }: RunState): Promise<MissionCheckpoint | undefined> {
    if (entries.length === 0) return base;
    return await checkpointOf(
      entries,
      presentFields({ checkpointKey: this.options.checkpointKey, after: base }),
    );
  }

  /** Runs the mission until it ends, or only decisions continue it. */
  private async continued(pass: Pass): Promise<void> {
    let next: Pass | undefined = pass;
    while (next !== undefined) next = await this.passed(next);
  }

  /** Returns the next pass, if decisions have arrived in the meantime. */
  private async passed(pass: Pass): Promise<Pass | undefined> {
    const { checkpoint } = pass;
    const decisions = this.decisionsFor(pass);
    let step: MissionStep;
    try {
      step = await this.step(pass, decisions);
    } catch (error) {
      if (this.stopped !== undefined || this.leased.failure !== undefined) throw error;
      if (!(error instanceof CheckpointError && error.problem === "decision")) throw error;
      if (checkpoint === undefined) throw error;
      return await this.refused(pass, checkpoint, decisions, error.message);
    }
    const after = { ...pass, applied: new Set([...pass.applied, ...Object.keys(decisions)]) };
    if (this.leased.failure !== undefined)
      throw new StoreFailure(this.leased.failure.error, this.stepJson(step));
    if (this.stopped === "lost" || this.stopped === "closing") {
      if (step.status === "waiting" && this.stopped === "closing")
        return await this.paused(after, step);
      return undefined;
    }
    if (this.stopped === "cancel") {
      const { options, leased } = this;
      await this.cancelled(pass.snapshot, await loadInbox(options.store, leased.id), step);
      return undefined;
    }
    if (step.status === "waiting") return await this.paused(after, step);
    await this.ended(pass.snapshot, step);
    return undefined;
  }

  private async step(
    { setup, context, checkpoint, snapshot }: Pass,
    decisions: Readonly<Record<string, Decision>>,
  ): Promise<MissionStep> {
    const { options, controller } = this;
    const { agent, options: given = {} } = setup;
    const signals = [controller.signal, ...(given.signal === undefined ? [] : [given.signal])];
    const journal =
      snapshot.journal === undefined ? undefined : new RunJournal(options.store, snapshot.journal);
    const common = {
      clock: options.clock,
      ...given,
      context,
      signal: AbortSignal.any(signals),
      onCheckpoint: this.onCheckpoint,
      ...presentFields({
        checkpointKey: options.checkpointKey,
        encryptionKey: snapshot.secret,
      }),
      ...(journal === undefined
        ? {}
        : {
            onJournal: (change: JournalChange) => journal.append(change, this.leased, this.hidden),
          }),
    };
    const entries = journal === undefined ? undefined : await journal.load();
    // `deps` of an agent of any type can't be checked here.
    if (checkpoint !== undefined)
      return await resume<AnyAgent>(agent, checkpoint, {
        ...common,
        decisions,
        onChange: options.onChange === "restart-turn" ? "restart-turn" : "fail",
      } as never);
    return await run<AnyAgent>(agent, {
      ...common,
      ...presentFields({ journal: entries, random: options.random }),
    } as never);
  }

  /** Stores an entry before the next effect begins. */
  private readonly onCheckpoint = async (
    entry: CheckpointEntry,
    { hasMore }: EntryOptions,
  ): Promise<void> => {
    // An aborted effect has no answer, and it isn't recorded as one that a time limit ended.
    if (this.controller.signal.aborted) throw new Error("the run was ended");
    if (entry.type === "end") return;
    if (entry.type === "begins") {
      // In a process that closes, nothing new begins once all calls have their answers.
      if (this.stopped === "closing" && this.begun.size === 0) {
        await this.flush();
        this.abort();
        throw new Error("the process closes");
      }
      this.begun.add(locationOf(entry.call.id));
    }
    if (entry.type === "effect") this.begun.delete(entry.effect.at);
    this.buffer.push(JSON.stringify(entry));
    if (hasMore) return;
    await this.flush();
    if (this.stopped === "closing" && this.begun.size === 0) this.abort();
  };

  private async flush(): Promise<void> {
    const entries = this.buffer;
    this.buffer = [];
    if (entries.length > 0) await this.leased.write({ entries });
  }

  private decisionsFor({
    checkpoint,
    inbox: { decisions },
    applied,
  }: Pass): Readonly<Record<string, Decision>> {
    const { onUncertain } = this.options;
    return Object.fromEntries(
      (checkpoint?.pending ?? []).flatMap(({ id, uncertain }): [string, Decision][] => {
        if (applied.has(id)) return [];
        const decision = decisions.get(id);
        // `resume` checks the form of decisions.
        if (decision !== undefined) return [[id, decision as Decision]];
        return uncertain === true && onUncertain === "repeat" ? [[id, { type: "approve" }]] : [];
      }),
    );
  }

  /** Writes a run that waits, unless decisions have arrived in the meantime. */
  private async paused(pass: Pass, { checkpoint, pending }: Paused): Promise<Pass | undefined> {
    const { leased, options, record } = this;
    const { inbox, snapshot, now, applied } = pass;
    const next = { ...pass, checkpoint, now: options.clock.now() };
    const fresh = (box: Inbox): boolean =>
      pending.some(({ id }) => box.decisions.has(id) && !applied.has(id));
    const calls = [...applied].filter((id) => inbox.decisions.has(id));
    const entry: InboxEntry = { type: "applied", calls };
    if (fresh(inbox)) return next;
    const paused = {
      ...snapshot,
      attempts: snapshot.attempts + attemptsIn(record) + 1,
      checkpoint,
    };
    // A time that had come before this pass didn't continue its call.
    const dueAt = earliestTime(checkpoint.pending, now);
    try {
      await leased.write(
        { snapshot: snapshotText(paused), head: headOf(this.head, "waiting", dueAt) },
        [
          {
            key: inboxKey(leased.id),
            version: inbox.version,
            ...(calls.length === 0 ? {} : { entries: [JSON.stringify(entry)] }),
          },
        ],
      );
      return undefined;
    } catch (error) {
      if (problemOf(error) !== "conflict" || leased.failure !== undefined) throw error;
      const box = await loadInbox(options.store, leased.id);
      if (box.version === inbox.version) throw error;
      if (box.cancel !== undefined) {
        await this.cancelled(snapshot, box);
        return undefined;
      }
      return fresh(box)
        ? { ...next, inbox: box }
        : await this.paused({ ...pass, inbox: box }, { checkpoint, pending });
    }
  }

  /** A decision doesn't fit its call: the run waits for another one. */
  private async refused(
    pass: Pass,
    checkpoint: MissionCheckpoint,
    decisions: Readonly<Record<string, Decision>>,
    why: string,
  ): Promise<Pass | undefined> {
    const { leased, options } = this;
    const { inbox } = pass;
    const made = Object.keys(decisions).filter((id) => inbox.decisions.has(id));
    const named = made.filter((id) => why.includes(JSON.stringify(id)));
    const ids = named.length === 0 ? made : named;
    if (ids.length === 0) throw new CheckpointError("decision", why);
    const entry: InboxEntry = {
      type: "refused",
      calls: ids.map((id) => [id, shortened(why, 1_000)]),
    };
    await leased
      .write({}, [
        { key: inboxKey(leased.id), version: inbox.version, entries: [JSON.stringify(entry)] },
      ])
      .catch((error: unknown) => {
        // Another decision has arrived: the next pass refuses this one again.
        if (problemOf(error) !== "conflict" || leased.failure !== undefined) throw error;
      });
    const box = await loadInbox(options.store, leased.id);
    return { ...pass, inbox: box, checkpoint };
  }

  private async ended(snapshot: RunSnapshot, step: MissionStep): Promise<void> {
    const status = step.ok ? "done" : step.fail.reason === "cancelled" ? "cancelled" : "failed";
    await this.end(snapshot, status, { step: this.stepJson(step) });
  }

  private async cancelled(snapshot: RunSnapshot, inbox: Inbox, step?: MissionStep): Promise<void> {
    await this.end(snapshot, "cancelled", {
      ...(inbox.cancel === undefined ? {} : { reason: inbox.cancel.reason }),
      ...(step === undefined ? {} : { step: this.stepJson(step) }),
    });
  }

  private async end(
    { input, attempts, journal }: RunSnapshot,
    status: string,
    end: Pick<RunSnapshot, "step" | "reason">,
  ): Promise<void> {
    const { leased, options, record } = this;
    const snapshot = snapshotText({
      attempts: attempts + attemptsIn(record) + 1,
      input,
      ...(journal === undefined ? {} : { journal }),
      ...end,
    });
    const head = headOf(this.head, status);
    for (let tries = 1; ; tries += 1) {
      const inbox = await options.store.load(inboxKey(leased.id));
      try {
        await leased.write({ snapshot, head }, closedInbox(inbox));
        return;
      } catch (error) {
        const isInbox = problemOf(error) === "conflict" && leased.failure === undefined;
        if (!isInbox || tries === mostTries) throw error;
      }
    }
  }

  /** Notes why the run can't be continued. `resume` tries again. */
  private async fail(error: unknown): Promise<void> {
    const { leased, options, record } = this;
    const now = options.clock.now();
    const entry: RunEntry = { type: "failure", at: now, ...failureOf(error) };
    const head =
      error instanceof AgentError
        ? headOf(this.head, "queued", now + retryPause(attemptsIn(record) + 1))
        : headOf(this.head, "failed");
    try {
      await leased.write({ head, entries: [JSON.stringify(entry)] });
    } catch (failed) {
      throw new StoreFailure(failed);
    }
    options.onError(error, { id: leased.id });
  }

  private stepJson(step: MissionStep): StepJson {
    const { hidden } = this;
    return hidden === undefined ? stepToJson(step) : clearStep(step, hidden);
  }
}

interface Prepared {
  readonly setup: RunSetup;
  readonly context: Readonly<Record<string, unknown>>;
}

/** The state with which a pass of the mission begins. */
interface Pass extends Prepared {
  readonly snapshot: RunSnapshot;
  readonly inbox: Inbox;
  readonly checkpoint: MissionCheckpoint | undefined;
  /** The calls whose decisions were passed in this attempt. */
  readonly applied: ReadonlySet<string>;
  /** When the pass began. */
  readonly now: number;
}

type Paused = Pick<WaitingMission, "checkpoint" | "pending">;

/** Problems of a store that are those of the run. */
const lasting: ReadonlySet<string> = new Set(["too_large", "invalid", "key"]);

/** The most tries to write an end while the inbox changes. */
const mostTries = 20;

class AttemptsError extends Error {}

function failureOf(error: unknown): { readonly problem: string; readonly message: string } {
  const message = error instanceof Error ? error.message : String(error);
  const problem =
    error instanceof AttemptsError
      ? "attempts"
      : error instanceof CheckpointError || error instanceof RunsError
        ? error.problem
        : (problemOf(error) ?? "agent");
  return { problem, message: shortened(message, 1_000) };
}

function closedInbox(inbox: StoredRecord | undefined): readonly RecordChange[] {
  if (inbox === undefined) return [];
  const { id, version } = inbox;
  return [{ key: inboxKey(id), version, head: inboxHead("closed", inbox) }];
}

/** Returns the context of a run from its tagged JSON. @throws RunsError for damaged data */
export function contextOf(id: string, json: Json | undefined): Readonly<Record<string, unknown>> {
  if (json === undefined) return {};
  let context: unknown;
  try {
    context = decodedValue(json, "context");
  } catch (error) {
    throw damaged(id, "the context can't be read", error);
  }
  if (isFields(context)) return context;
  throw damaged(id, "the context has no fields");
}

function locationOf(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}
