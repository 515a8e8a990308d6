// Makes a step again from what a process wrote of it and from what the pool knows itself: the
// memory that was given, the calls of tools, the journal.

import { nothingUsed, type Fail, type FailDetails, type ToolCallRecord } from "@ptc/core/contracts";
import { decodeValue, type FunctionDecoder } from "@ptc/core/decoding";
import type { Json } from "@ptc/core/encoding";
import { recordOf, toHost, type HostCollections, type Value } from "@ptc/core/values";
import { Memory } from "../persistence/memory.ts";
import { opaqueDecoder } from "../persistence/opaque-decoder.ts";
import { decodeMemory } from "../run/start.ts";
import type { FailedStep, LispStep } from "../run/step.ts";
import type { MemoryEncodings } from "./encoded-memory.ts";
import type { WrittenDetails, WrittenFail, WrittenStep, WrittenSuccess } from "./messages.ts";

export interface KnownOfStep {
  readonly memory: Memory;
  readonly encodings: MemoryEncodings;
  readonly collections: HostCollections | "language";
  readonly toolCalls: readonly ToolCallRecord[];
  /** The entries of the journal; undefined for a run without one. */
  readonly journal: ReadonlyMap<string, unknown> | undefined;
}

/** @throws DecodingError, HostKeyError for what no evaluator writes */
export async function decodeStep(written: WrittenStep, known: KnownOfStep): Promise<LispStep> {
  const { outcome, prints, parallelCalls, usage, warnings } = written;
  const told = {
    prints,
    toolCalls: known.toolCalls,
    ...(parallelCalls.length === 0 ? {} : { parallelCalls }),
    usage,
    ...journalField(known.journal),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  if (!outcome.ok)
    return {
      ok: false,
      fail: decodeFail(outcome.fail),
      memory: known.memory,
      summaries: {},
      ...told,
    };
  const { value, returned } = await decodeAnswer(outcome, known.collections);
  return {
    ok: true,
    return: returned,
    value,
    endedBy: outcome.endedBy,
    memory: await decodeChanges(outcome, known),
    summaries: recordOf(outcome.summaries),
    ...told,
  };
}

/**
 * The step of a run whose process ended before the run did. What was counted and printed there is
 * lost.
 */
export function lostStep(
  fail: Fail,
  known: Pick<KnownOfStep, "memory" | "toolCalls" | "journal">,
  durationMs: number,
): FailedStep {
  const { memory, toolCalls, journal } = known;
  return {
    ok: false,
    fail,
    memory,
    summaries: {},
    prints: [],
    toolCalls,
    usage: { ...nothingUsed, durationMs, toolCalls: toolCalls.length },
    ...journalField(journal),
  };
}

function journalField(
  journal: ReadonlyMap<string, unknown> | undefined,
): Pick<FailedStep, "journal"> {
  return journal === undefined ? {} : { journal: recordOf(journal) };
}

async function decodeAnswer(
  outcome: WrittenSuccess,
  collections: HostCollections | "language",
): Promise<{ readonly value: Value; readonly returned: unknown }> {
  const [value = null, returned = value] = await decodeEach(
    [
      outcome.value ?? outcome.returned ?? null,
      ...(outcome.returned === undefined ? [] : [outcome.returned]),
    ],
    outcome.holdsFunctions,
  );
  return {
    value,
    returned: collections === "language" ? value : toHost(returned, { collections }),
  };
}

/** The memory that was given, with what the program changed. */
async function decodeChanges(
  { memory: { changed, removed, mayAwait }, holdsFunctions }: WrittenSuccess,
  { memory, encodings }: KnownOfStep,
): Promise<Memory> {
  const values = new Map(memory.entries());
  const entries = new Map(encodings.of(memory).entries);
  for (const name of removed) {
    values.delete(name);
    entries.delete(name);
  }
  const decoded = await decodeEach(
    changed.map(([, json]) => json),
    holdsFunctions,
  );
  for (const [index, [name, json]] of changed.entries()) {
    values.set(name, decoded[index] ?? null);
    entries.set(name, { json });
  }
  // Functions that are made again here may reach effects, whatever the process says of them.
  const next = Memory.ofValues(values, memory.mayAwait || mayAwait || holdsFunctions);
  encodings.note(next, { entries, mayAwait });
  return next;
}

/** For values without functions. */
const dataDecoder: FunctionDecoder = { decodeFunction: () => undefined, ...opaqueDecoder };

/** Decodes values. The evaluator is loaded only for values that hold functions. */
async function decodeEach(
  encoded: readonly Json[],
  holdFunctions: boolean,
): Promise<readonly Value[]> {
  if (!holdFunctions) return encoded.map((json) => decodeValue(json, { functions: dataDecoder }));
  const memory = await decodeMemory(Object.fromEntries(encoded.entries()));
  return encoded.map((_, index) => memory.get(String(index)) ?? null);
}

function decodeFail({ details, ...fail }: WrittenFail): Fail {
  return details === undefined ? fail : { ...fail, details: decodeDetails(details) };
}

function decodeDetails({ errors, data, ...details }: WrittenDetails): FailDetails {
  return {
    ...details,
    ...(errors === undefined ? {} : { errors: errors.map(decodeFail) }),
    ...(data === undefined ? {} : { data: hostData(decodeValue(data)) }),
  };
}

/**
 * Data as a fail holds it: plain objects where possible, and Maps where keys cannot be names of
 * fields.
 */
function hostData(value: Value): unknown {
  try {
    return toHost(value);
  } catch {
    return toHost(value, { collections: "native" });
  }
}
