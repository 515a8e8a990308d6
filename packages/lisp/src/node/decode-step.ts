// Restores a step from the message of a process and from data of the pool: memory, tool calls and
// journal. Reads values in slices. Doesn't read the program's definitions, because the next run in
// the pool receives their bytes.

import type { Libraries } from "../analysis/known-libraries.ts";
import type { Fail, FailDetails, ToolCallRecord } from "@ptc/core/contracts";
import { nothingUsed } from "@ptc/core/internal/contracts";
import type { FunctionDecoder } from "@ptc/core/decoding";
import {
  HostKeyError,
  WorkLimitError,
  type HostCollections,
  type Value,
  type WorkMeter,
} from "@ptc/core/values";
import { recordOf } from "@ptc/core/internal/values";
import { sequencesName } from "../persistence/sequences-name.ts";
import { UnreadSequences } from "./reading/unread-sequences.ts";
import { Memory } from "../persistence/memory.ts";
import { explainedNames, withUnkeptNames } from "../persistence/unkept-names.ts";
import { sequencesIn } from "../persistence/sequences-in.ts";
import { opaqueDecoder } from "../persistence/opaque-decoder.ts";
import { loadLazyFunctionDecoder, loadSequences } from "../entry/start.ts";
import type { FailedStep, LispStep, SuccessfulStep } from "../step/step.ts";
import type { MemoryEncodings } from "./encoded-memory.ts";
import type { GrowingJournal } from "./growing-journal.ts";
import { MessageError } from "./message-error.ts";
import type { WrittenDetails, WrittenFail, WrittenStep, WrittenSuccess } from "./messages.ts";
import { unreadFail } from "./pool-fail.ts";
import { readValue } from "./reading/read-value.ts";
import { readingBudget } from "./reading/reading-budget.ts";
import { toHostInSlices } from "./reading/to-host-in-slices.ts";
import { atOnce, type Slice, type SlicedWork, type Turns } from "./reading/turns.ts";
import { UnreadText } from "./reading/unread-text.ts";

export interface KnownOfStep {
  readonly memory: Memory;
  readonly encodings: MemoryEncodings;
  readonly turns: Turns;
  readonly collections: HostCollections | "language";
  readonly toolCalls: readonly ToolCallRecord[];
  /** Undefined for a run without a journal. */
  readonly journal: GrowingJournal | undefined;
  /** The libraries of the run. */
  readonly libraries: Libraries | undefined;
}

/**
 * Restores a step.
 * @throws MessageError, DecodingError, HostKeyError for data that the evaluator never writes;
 * WorkLimitError if reading takes too long
 */
async function decodeStep(written: WrittenStep, known: KnownOfStep): Promise<LispStep> {
  const { outcome, prints, parallelCalls, usage, warnings } = written;
  const reading: Reading = { turns: known.turns, meter: readingBudget() };
  const answer = outcome.ok
    ? await decodeSuccess(outcome, known, reading)
    : await decodeFailure(outcome.fail, known, reading);
  return {
    ...answer,
    prints,
    toolCalls: known.toolCalls,
    ...(parallelCalls.length === 0 ? {} : { parallelCalls }),
    usage,
    ...journalField(await known.journal?.read()),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...librariesField(written.libraries, known.libraries),
  };
}

/** The process names libraries; their hashes are known here. */
function librariesField(
  used: readonly string[],
  libraries: Libraries | undefined,
): Pick<FailedStep, "libraries"> {
  const versions = used.flatMap((name): [string, string][] => {
    const library = libraries?.get(name);
    return library === undefined ? [] : [[name, library.hash]];
  });
  return versions.length === 0 ? {} : { libraries: Object.fromEntries(versions) };
}

/**
 * Returns the step that a process has written, or `undefined` if it is invalid. If reading takes
 * too long, the run fails.
 */
export async function answeredStep(
  written: WrittenStep,
  knownOf: () => KnownOfStep,
): Promise<LispStep | undefined> {
  try {
    const known = knownOf();
    try {
      return await decodeStep(written, known);
    } catch (error) {
      if (!(error instanceof WorkLimitError)) throw error;
      return await decodeStep(
        { ...written, outcome: { ok: false, fail: unreadFail(error) } },
        known,
      );
    }
  } catch {
    return undefined;
  }
}

/** Shared state for reading all values of one step. */
interface Reading {
  readonly turns: Turns;
  readonly meter: WorkMeter;
}

/** Bytes up to which a value is read in one slice. */
const longestAtOnce = 16_384;

function read<T>(
  { byteLength }: Buffer,
  { turns }: Reading,
  work: (slice: Slice) => SlicedWork<T>,
): T | Promise<T> {
  return byteLength <= longestAtOnce ? atOnce(work) : turns.work(work);
}

/**
 * Returns the step of a run whose process ended early. The usage and prints of that process are
 * lost.
 */
export function lostStep(
  fail: Fail,
  known: Pick<KnownOfStep, "memory" | "toolCalls"> & Pick<FailedStep, "journal">,
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

function journalField(journal: FailedStep["journal"]): Pick<FailedStep, "journal"> {
  return journal === undefined ? {} : { journal };
}

type Answer<Step extends LispStep> = Omit<
  Step,
  "prints" | "toolCalls" | "parallelCalls" | "usage" | "journal" | "warnings" | "libraries"
>;

async function decodeSuccess(
  outcome: WrittenSuccess,
  known: KnownOfStep,
  reading: Reading,
): Promise<Answer<SuccessfulStep>> {
  const functions = outcome.holdsFunctions ? await loadFunctions() : withoutFunctions;
  const { collections } = known;
  const bytes = outcome.value ?? outcome.returned;
  if (bytes === undefined) throw new MessageError("no result");
  const sequences = await changedSequences(outcome, known, functions);
  const withSequences = sequences instanceof UnreadSequences ? sequences.functions : functions;
  const value = await read(bytes, reading, (slice) =>
    readValue(bytes, withSequences, reading.meter, slice),
  );
  const shown = outcome.unreturnable === undefined ? [] : sequencesIn(value);
  if (sequences instanceof UnreadSequences)
    sequences.shown = [
      ...(shown.length === 0 ? [] : [shown]),
      ...(known.memory.sequences?.shown ?? []),
    ];
  if (outcome.value !== undefined) known.encodings.noteValue(value, bytes);
  return {
    ok: true,
    return:
      collections === "language"
        ? value
        : await returnedOf(value, outcome.unreturnable === undefined ? collections : "native", {
            outcome,
            functions,
            reading,
          }),
    value,
    endedBy: outcome.endedBy,
    ...(outcome.unreturnable === undefined
      ? {}
      : { unreturnable: await decodeFail(outcome.unreturnable, reading) }),
    memory: changedMemory(outcome, known, functions, sequences),
    summaries: recordOf(outcome.summaries),
  };
}

/** Returns the result as host data, converted from the value or from the data sent instead. */
async function returnedOf(
  value: Value,
  collections: HostCollections,
  {
    outcome: { value: bytesOfValue, returned },
    functions,
    reading,
  }: {
    readonly outcome: WrittenSuccess;
    readonly functions: FunctionDecoder;
    readonly reading: Reading;
  },
): Promise<unknown> {
  const bytes = returned ?? bytesOfValue;
  if (bytes === undefined) throw new MessageError("no result");
  const isOther = returned !== undefined && bytesOfValue !== undefined;
  return await read(bytes, reading, function* (slice) {
    const source = isOther ? yield* readValue(bytes, functions, reading.meter, slice) : value;
    return yield* toHostInSlices(source, collections, reading.meter, slice);
  });
}

/** Returns the lazy sequences of the memory after the program. */
async function changedSequences(
  { memory: { changed, removed } }: WrittenSuccess,
  { memory: { sequences } }: KnownOfStep,
  given: FunctionDecoder,
): Promise<Memory["sequences"]> {
  const table = changed.find(([name]) => name === sequencesName)?.[1];
  if (table !== undefined)
    return new UnreadSequences(table, given, await loadSequences(), sequences?.keys);
  return removed.includes(sequencesName) ? undefined : sequences;
}

/** Returns the given memory with the changes of the program. */
function changedMemory(
  { memory: { changed, removed, unkept, mayAwait }, holdsFunctions }: WrittenSuccess,
  { memory, encodings }: KnownOfStep,
  given: FunctionDecoder,
  sequences: Memory["sequences"],
): Memory {
  const hasTable = changed.some(([name]) => name === sequencesName);
  const functions = sequences instanceof UnreadSequences ? sequences.functions : given;
  const values = new Map(memory.held());
  const entries = new Map(encodings.of(memory).entries);
  for (const name of removed) {
    values.delete(name);
    entries.delete(name);
  }
  // All values read their sequences from one table, so that a shared one stays one.
  if (hasTable)
    for (const [name, value] of values)
      if (value instanceof UnreadText) values.set(name, new UnreadText(value.bytes, functions));
  for (const [name, bytes] of changed) {
    if (name !== sequencesName) values.set(name, new UnreadText(bytes, functions));
    entries.set(name, { text: bytes });
  }
  // Functions restored here may reach effects, regardless of the process's claim.
  const read = Memory.ofValues(
    values,
    memory.mayAwait || mayAwait || holdsFunctions,
    sequences,
    true,
  ).hidingWith(memory.hiding);
  const next = withUnkeptNames(read, unkept, memory);
  encodings.note(next, { entries, mayAwait });
  return next;
}

/** Decodes values without functions. */
const withoutFunctions: FunctionDecoder = { decodeFunction: () => undefined, ...opaqueDecoder };

/** Loads the evaluator, which only values with functions need. */
async function loadFunctions(): Promise<FunctionDecoder> {
  return { ...(await loadLazyFunctionDecoder()), ...opaqueDecoder };
}

async function decodeFailure(
  fail: WrittenFail,
  { memory }: KnownOfStep,
  reading: Reading,
): Promise<Answer<FailedStep>> {
  // The process doesn't get the names without a value.
  const explained = explainedNames(await decodeFail(fail, reading), memory);
  return { ok: false, fail: explained, memory, summaries: {} };
}

async function decodeFail({ details, ...fail }: WrittenFail, reading: Reading): Promise<Fail> {
  return details === undefined ? fail : { ...fail, details: await decodeDetails(details, reading) };
}

async function decodeDetails(
  { errors, data, ...details }: WrittenDetails,
  reading: Reading,
): Promise<FailDetails> {
  const gathered: Fail[] = [];
  for (const error of errors ?? []) gathered.push(await decodeFail(error, reading));
  return {
    ...details,
    ...(errors === undefined ? {} : { errors: gathered }),
    ...(data === undefined ? {} : { data: await hostData(data, reading) }),
  };
}

/** Returns data for a fail: plain objects if possible, and Maps if keys can't be field names. */
async function hostData(data: Buffer, reading: Reading): Promise<unknown> {
  const { meter } = reading;
  const value = await read(data, reading, (slice) =>
    readValue(data, { decodeFunction: () => undefined }, meter, slice),
  );
  const hosted = (collections: HostCollections): unknown =>
    read(data, reading, (slice) => toHostInSlices(value, collections, meter, slice));
  try {
    return await hosted("plain");
  } catch (error) {
    if (!(error instanceof HostKeyError)) throw error;
    return await hosted("native");
  }
}
