// The document of a session in a store:
//
//   {"format":"ptc-session","version":1,"turn":2,
//    "memory":{"orders":[…],":*1":3,":*2":…},              definitions, and the last results
//    "waiting":{"source":"…","checkpoint":{…},"pending":[…]}}
//
// The last results are names of the memory, because they may share lazy sequences with
// definitions. No program can define such names.

import type { Value } from "@ptc/core/values";
import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { Memory } from "../persistence/memory.ts";
import { sequencesIn } from "../persistence/sequences-in.ts";
import type { withShown } from "../persistence/stored-sequences.ts";
import { unkeptNamesIn, withUnkeptNames } from "../persistence/unkept-names.ts";
import type { Checkpoint, PendingCall } from "../step/checkpoint.ts";

/** The state of a session after a program. */
export interface SessionState {
  readonly memory: Memory;
  readonly history: readonly Value[];
  /** The number of programs so far. */
  readonly turn: number;
}

/** The part of the evaluator that reads memory. */
export interface MemoryReader {
  decodeMemory(json: unknown): Promise<Memory>;
  loadSequences(): Promise<{ readonly withShown: typeof withShown }>;
}

/** A program that waits for decisions. */
export interface WaitingSource {
  /** The source to pass to `resume`. */
  readonly source: string;
  readonly checkpoint: Checkpoint;
  readonly pending: readonly PendingCall[];
}

const historyNames = [":*1", ":*2", ":*3"] as const;

/** Returns a memory that also has the last results. */
export function withHistory({ memory, history }: SessionState): Memory {
  const values = new Map(memory.held());
  for (const [index, value] of history.entries()) {
    const name = historyNames[index];
    if (name !== undefined) values.set(name, value);
  }
  return withUnkeptNames(
    Memory.ofValues(values, memory.mayAwait, memory.sequences, true),
    unkeptNamesIn(memory),
  ).hidingWith(memory.hiding);
}

/**
 * Reads definitions and last results.
 * @throws OptionError, DecodingError
 */
export async function stateOf(
  { memory: json, turn }: JsonObject,
  engine: MemoryReader,
): Promise<SessionState> {
  const whole = json === undefined ? Memory.empty : await engine.decodeMemory(json);
  const history = historyNames
    // A result that couldn't be stored is nil.
    .map((name) => whole.get(name) ?? null)
    .slice(0, historyLength(json));
  const names = new Set<string>(historyNames);
  const values = [...whole.held()].filter(([name]) => !names.has(name));
  const unkept = [...unkeptNamesIn(whole)].filter(([name]) => !names.has(name));
  const sequences = await sequencesShowing(whole, history, engine);
  const memory = Memory.ofValues(new Map(values), whole.mayAwait, sequences);
  return {
    memory: withUnkeptNames(memory, unkept).hidingWith(whole.hiding),
    history,
    turn: typeof turn === "number" && Number.isSafeInteger(turn) && turn >= 0 ? turn : 0,
  };
}

/** Returns the program that waits. Undefined if no program waits, or its record can't be read. */
export function waitingIn({ waiting }: JsonObject): WaitingSource | undefined {
  if (!isObject(waiting)) return undefined;
  const { source, checkpoint, pending } = waiting;
  // `resume` checks the rest.
  return typeof source === "string" && isObject(checkpoint) && Array.isArray(pending)
    ? (waiting as unknown as WaitingSource)
    : undefined;
}

function historyLength(json: unknown): number {
  return historyNames.filter((name) => isObject(json) && Object.hasOwn(json, name)).length;
}

async function sequencesShowing(
  { sequences }: Memory,
  history: readonly Value[],
  engine: MemoryReader,
): Promise<Memory["sequences"]> {
  if (sequences === undefined) return undefined;
  const code = await engine.loadSequences();
  return code.withShown(
    sequences,
    history.map((value) => sequencesIn(value)),
  );
}
