// Changes runs from any process: decisions, cancelling, and trying again.

import { presentFields } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import type { RecordChange, StoredRecord } from "@ptc/core/store";
import { CheckpointError, type Decision, type Decisions } from "@ptc/lisp";
import { checkDecisions, checkedDecision, wholeJson } from "@ptc/lisp/internal/waiting";
import { optionalText } from "../options/option-checks.ts";
import { isClear } from "./clear-data.ts";
import { inboxHead, readInbox, type Inbox, type InboxEntry } from "./inbox.ts";
import { headOf, problemOf } from "./leased-run.ts";
import { pendingCalls } from "./pending-calls.ts";
import { hasEnded } from "./run-info.ts";
import {
  attemptsIn,
  inboxKey,
  readRun,
  runKey,
  shown,
  snapshotText,
  type RunEntry,
} from "./run-state.ts";
import { RunsError } from "./runs-error.ts";
import type { ResolvedRunsOptions } from "./runs-options.ts";

/** The most tries while other processes change the run. */
const mostTries = 50;

/**
 * Adds decisions to the inbox of a run, and makes the run due.
 * @throws RunsError that names the call, for a decision that doesn't fit; OptionError; StoreError
 */
export async function decideRun(
  options: ResolvedRunsOptions,
  id: string,
  given: Decisions,
): Promise<void> {
  const decisions = await checkedDecisions(
    given,
    options.isEncrypted ? undefined : "and the store isn't encrypted: pass `encryption`",
  );
  if (decisions.length === 0) return;
  await changed(options, id, (run, inbox) => {
    if (hasEnded(run.status))
      throw new RunsError(
        "ended",
        `the run ${shown(id)} has ended (${run.status}): ${shown(decisions[0]?.[0] ?? "")} can't be decided about`,
      );
    if (inbox.cancel !== undefined)
      throw new RunsError("ended", `the run ${shown(id)} is being cancelled: it needs no decision`);
    const now = options.clock.now();
    assertPending(run, inbox, decisions, now);
    const entry: InboxEntry = { type: "decided", at: now, decisions };
    const wake: Partial<RecordChange> =
      run.status === "waiting" ? { head: headOf(run, "queued", now) } : {};
    return [
      { key: runKey(id), version: run.version, ...wake },
      inboxChange(run, inbox, entry, "open"),
    ];
  });
}

/**
 * Checks the form of decisions. `clear` is the end of a message; with it, they must not have
 * firewalled fields.
 * @throws RunsError that names the call; OptionError for a value that can't be stored
 */
export async function checkedDecisions(
  given: Decisions,
  clear: string | undefined,
): Promise<readonly (readonly [call: string, decision: Decision])[]> {
  checkDecisions(given);
  const decisions = Object.entries(given).map(([call, decision]) => checked(call, decision));
  if (clear === undefined) return decisions;
  for (const [call, decision] of decisions)
    if (!isClear(await wholeJson("decision", valueOf(decision))))
      throw new RunsError(
        "firewalled",
        `the decision about ${shown(call)} has firewalled fields, ${clear}`,
      );
  return decisions;
}

function checked(call: string, given: unknown): readonly [string, Decision] {
  try {
    return [call, checkedDecision(call, given)];
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error;
    throw new RunsError("decision", error.message, { cause: error });
  }
}

/** Returns the data that a decision brings. */
function valueOf(decision: Decision): unknown {
  switch (decision.type) {
    case "approve":
      return decision.arguments;
    case "answer":
      return decision.result;
    case "deny":
      return null;
  }
}

/** @throws RunsError that names the call */
function assertPending(
  run: StoredRecord,
  inbox: Inbox,
  decisions: readonly (readonly [string, Decision])[],
  now: number,
): void {
  const pending = pendingCalls(readRun(run));
  for (const [call, { type }] of decisions) {
    const waiting = pending.get(call);
    const name = waiting === undefined ? "" : `tool/${shortened(waiting.tool, 100)} `;
    if (inbox.decisions.has(call))
      throw new RunsError("decision", `the call ${name}${shown(call)} was decided about before`);
    if (waiting === undefined) {
      const ids = [...pending.keys()].filter((id) => !inbox.decisions.has(id));
      throw new RunsError(
        "decision",
        `no call ${shown(call)} of the run ${shown(run.id)} waits; pending: ${ids.length === 0 ? "none" : shortened(ids.join(", "), 500)}`,
      );
    }
    if (waiting.expiresAt !== undefined && waiting.expiresAt <= now && type !== "deny")
      throw new RunsError("decision", `the call ${name}${shown(call)} has expired`);
  }
}

/** @throws RunsError if the run has ended */
export async function cancelRun(
  options: ResolvedRunsOptions,
  id: string,
  reason: string,
): Promise<void> {
  optionalText("reason", reason);
  const { clock } = options;
  await changed(options, id, (run, inbox) => {
    if (run.status === "cancelled") return [];
    if (hasEnded(run.status))
      throw new RunsError(
        "ended",
        `the run ${shown(id)} has ended (${run.status}): it can't be cancelled`,
      );
    const now = clock.now();
    const entry: InboxEntry = { type: "cancel", at: now, reason };
    // A worker that has written that the run waits looks at it no more, although it has the lease.
    const isUnderWay = run.status !== "waiting" && run.lease !== undefined && run.lease.until > now;
    if (isUnderWay)
      return [{ key: runKey(id), version: run.version }, inboxChange(run, inbox, entry, "cancel")];
    return [
      { key: runKey(id), version: run.version, ...cancelledRun(run, reason) },
      inboxChange(run, inbox, entry, "closed"),
    ];
  });
}

/** Returns the change that ends a run on which no worker works. Its data may be damaged. */
function cancelledRun(run: StoredRecord, reason: string): Partial<RecordChange> {
  const head = headOf(run, "cancelled");
  try {
    const { snapshot } = readRun(run);
    const { input, journal } = snapshot;
    return {
      head,
      snapshot: snapshotText({
        attempts: snapshot.attempts + attemptsIn(run),
        input,
        reason,
        ...presentFields({ journal }),
      }),
    };
  } catch {
    return { head };
  }
}

/** Makes a run due that waits, or that has failed without a step. @throws RunsError */
export async function resumeRun(options: ResolvedRunsOptions, id: string): Promise<void> {
  const { clock, appVersion } = options;
  await changed(options, id, (run) => {
    const isOpen = run.status === "waiting" || run.status === "queued";
    if (run.status === "running") return [];
    if (!isOpen) {
      const isFailed = run.status === "failed" && readRun(run).snapshot.step === undefined;
      if (!isFailed)
        throw new RunsError(
          "ended",
          `the run ${shown(id)} has ended (${run.status}): start a new one`,
        );
    }
    const entry: RunEntry = { type: "resumed", at: clock.now() };
    return [
      {
        key: runKey(id),
        version: run.version,
        head: headOf(
          isOpen ? run : { ...run, ...presentFields({ appVersion }) },
          "queued",
          clock.now(),
        ),
        entries: [JSON.stringify(entry)],
      },
    ];
  });
}

function inboxChange(
  run: StoredRecord,
  { version }: Inbox,
  entry: InboxEntry,
  status: "open" | "cancel" | "closed",
): RecordChange {
  return {
    key: inboxKey(run.id),
    version,
    head: inboxHead(status, run),
    entries: [JSON.stringify(entry)],
  };
}

/** Makes the changes that `make` returns, and again if the run or its inbox has changed. */
async function changed(
  { store }: ResolvedRunsOptions,
  id: string,
  make: (run: StoredRecord, inbox: Inbox) => readonly RecordChange[],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const run = await store.load(runKey(id));
    if (run === undefined)
      throw new RunsError("unknown_run", `the store ${store.name} has no run ${shown(id)}`);
    const inbox = readInbox(id, await store.load(inboxKey(id)));
    const changes = make(run, inbox);
    if (changes.length === 0) return;
    try {
      await store.append(changes);
      return;
    } catch (error) {
      if (problemOf(error) !== "conflict") throw error;
      if (tries === mostTries)
        throw new RunsError("busy", `the run ${shown(id)} changes too fast: try again later`, {
          cause: error,
        });
    }
  }
}
