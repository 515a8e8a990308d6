// One pass of a random mission: from its start or a checkpoint to the next wait or the end.

import { randomStream } from "@ptc/core/internal/random";
import {
  resume,
  run,
  type Decision,
  type MissionCheckpoint,
  type MissionStep,
  type TraceEvent,
} from "../../src/index.ts";
import { digestOf } from "../../src/recording/digest.ts";
import { newNotes } from "./desk.ts";
import { comparable, withoutDetermined } from "./passes.ts";
import { decisionOf, randomMission } from "./random-mission.ts";

export interface PassJob {
  readonly seed: string;
  readonly number: number;
  /** False for the run in which no call waits. */
  readonly waits: boolean;
  /** The JSON of the checkpoint. Absent in the first pass. */
  readonly json?: string;
}

/** The type of an event, its span, the span above, and a digest of its data. */
export type PassEvent = readonly [type: string, span: string, parent: string, data: string];

export interface PassResult {
  /** The calls that reached tools. */
  readonly made: readonly string[];
  /** The requests that reached the model. */
  readonly asked: readonly string[];
  readonly events: readonly PassEvent[];
  /** The JSON of the checkpoint, if the mission waits. */
  readonly json?: string;
  /** The step without times, if the mission ended. */
  readonly end?: unknown;
  /** The error of a pass that failed. */
  readonly error?: string;
}

const keys = {
  checkpointKey: "a secret of these missions",
  encryptionKey: "another secret of them",
};

export async function passOf(job: PassJob): Promise<PassResult> {
  const notes = newNotes();
  const events: PassEvent[] = [];
  const noted = { made: notes.made, asked: notes.asked, events };
  try {
    const step = await stepOf(job, notes, events);
    return step.status === "waiting"
      ? { ...noted, json: JSON.stringify(step.checkpoint) }
      : { ...noted, end: comparable(step) };
  } catch (error) {
    return { ...noted, error: String(error) };
  }
}

async function stepOf(
  { seed, number, waits, json }: PassJob,
  notes: ReturnType<typeof newNotes>,
  events: PassEvent[],
): Promise<MissionStep> {
  const { agent, options } = randomMission(seed, { waits, notes, pass: number });
  const given = {
    ...options,
    ...keys,
    onEvent: (event: TraceEvent) => {
      if (!marks.has(event.type)) events.push(comparableEvent(event));
    },
  };
  if (json === undefined) return await run(agent, given);
  const checkpoint = JSON.parse(json) as MissionCheckpoint;
  const decisions = someDecisions(checkpoint, `${seed} ${String(number)}`, seed);
  return await resume(agent, checkpoint, { ...withoutDetermined(given), decisions });
}

/** Returns decisions about some of the pending calls, at least one, in a random order. */
function someDecisions(
  { pending }: MissionCheckpoint,
  draw: string,
  seed: string,
): Readonly<Record<string, Decision>> {
  const random = randomStream(0, draw);
  const share = random() < 0.5 ? 1 : random();
  const some = pending.filter(() => random() < share);
  const chosen = some.length === 0 ? pending.slice(-1) : some;
  const ordered = random() < 0.5 ? chosen : chosen.toReversed();
  return Object.fromEntries(
    ordered.map(({ id, tool, arguments: args }) => [id, decisionOf(id, tool, args, seed)]),
  );
}

/** The events that only runs that wait have. */
const marks: ReadonlySet<string> = new Set([
  "approval-requested",
  "approval-decided",
  "run-paused",
  "run-resumed",
]);

/** Requests are compared as messages of the step. */
function comparableEvent({ type, traceId, spanId, parentSpanId, data }: TraceEvent): PassEvent {
  const text = JSON.stringify(data, (name, value: unknown) =>
    uncompared.has(name) ? undefined : value,
  );
  return [type, `${traceId} ${spanId}`, `${traceId} ${parentSpanId ?? ""}`, digestOf(text)];
}

const uncompared: ReadonlySet<string> = new Set([
  "timestamp",
  "durationMs",
  "decision",
  "peakMemoryBytes",
  "memoryBytes",
  "messages",
]);
