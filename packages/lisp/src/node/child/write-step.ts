// Writes a step for the pool: encodes its values and omits everything that the pool knows. The
// encoding writes shared structure each time it occurs, so it has its own limit.

import { shortened } from "@ptc/core/internal/printing";
import type { EffectAddress, Fail, FailDetails } from "@ptc/core/contracts";
import { encodeValue, type FunctionEncoder, type Json } from "@ptc/core/encoding";
import { fromHost, toHost, type WorkMeter } from "@ptc/core/values";
import { LimitError, timeLimitError } from "../../evaluation/errors/errors.ts";
import type { Limits } from "../../evaluation/limits.ts";
import { VarReference } from "../../functions/var-reference.ts";
import { opaqueEncoder } from "../../persistence/opaque-encoder.ts";
import { functionEncoder } from "../../functions/function-encoder.ts";
import { lazyCode } from "../../loading/lazy-code.ts";
import { sequencesName } from "../../persistence/sequences-name.ts";
import { limitFail } from "../../step/limit-fail.ts";
import { unkeptNamesIn } from "../../persistence/unkept-names.ts";
import type { Memory } from "../../persistence/memory.ts";
import type { LispStep, SuccessfulStep } from "../../step/step.ts";
import type { WrittenDetails, WrittenFail, WrittenStep, WrittenSuccess } from "../messages.ts";
import type { MessagePart } from "./outbox.ts";
import { OversizedMessage } from "./oversized-message.ts";

export interface WriteOptions {
  /** The memory passed to the run. */
  readonly memory: Memory;
  readonly limits: Limits;
  /** Returns the remaining time of the program, in milliseconds. */
  readonly msLeft: () => number;
  readonly chargeToolTime: boolean;
  /** Converts a value to its sent form. */
  readonly part: (json: Json) => MessagePart;
  /** Returns the pool's number for the call at an address. */
  readonly callOf: (address: EffectAddress) => number | undefined;
}

export function writeStep(step: LispStep, options: WriteOptions): WrittenStep<MessagePart> {
  const warnings = [...(step.warnings ?? [])];
  return {
    outcome: writeOutcome(step, options, warnings),
    prints: step.prints,
    toolCalls: step.toolCalls.flatMap(({ address, error }) => {
      const call = options.callOf(address);
      return call === undefined ? [] : [{ call, ...(error === undefined ? {} : { error }) }];
    }),
    parallelCalls: step.parallelCalls ?? [],
    usage: step.usage,
    warnings,
    libraries: Object.keys(step.libraries ?? {}),
  };
}

function writeOutcome(
  step: LispStep,
  options: WriteOptions,
  warnings: string[],
): WrittenStep<MessagePart>["outcome"] {
  const writing: Writing = { meter: writingMeter(options), part: options.part };
  if (!step.ok) return { ok: false, fail: writeFail(step.fail, writing) };
  try {
    return writeSuccess(step, options.memory, writing, warnings);
  } catch (error) {
    if (error instanceof OversizedMessage)
      return { ok: false, fail: oversizedFail(error.maximumBytes) };
    return {
      ok: false,
      fail: writeFail(error instanceof LimitError ? limitFail(error) : unsentFail(), writing),
    };
  }
}

const unsentReason = "its value cannot leave the program's process";

interface Writing {
  readonly meter: WorkMeter;
  readonly part: (json: Json) => MessagePart;
}

function unsentFail(): Fail {
  return {
    reason: "eval_error",
    message:
      "the program's result cannot leave its process: it is nested too deep, or contains functions that cannot be encoded",
    details: { kind: "unsupported", hint: "return data: maps, vectors, numbers, text" },
  };
}

/** Replaces a step of more than `maximumBytes`. */
export function oversizedStep(
  step: WrittenStep<MessagePart>,
  maximumBytes: number,
): WrittenStep<MessagePart> {
  const outcome = { ok: false, fail: oversizedFail(maximumBytes) } as const;
  return { ...step, outcome, prints: [], toolCalls: [], parallelCalls: [] };
}

function oversizedFail(maximumBytes: number): WrittenFail<MessagePart> {
  return {
    reason: "output_exceeded",
    message: `the program's result, prints and definitions exceed the ${String(maximumBytes)} bytes that may leave its process: return a summary`,
    details: { kind: "output_exceeded" },
  };
}

/** Time for writing the step of a program that has used up its own time. */
const leastMs = 100;
/** Units of work between readings of the clock. */
const workPerLook = 5_000;

/**
 * Limits the encoding. It may use as many bytes as the program may allocate, in addition to the
 * program's own, and the rest of the program's time.
 */
function writingMeter({ limits, msLeft, chargeToolTime }: WriteOptions): WorkMeter {
  let bytesLeft = limits.memoryBytes;
  const endsAt = performance.now() + Math.max(leastMs, msLeft());
  let work = 0;
  return {
    spend(count) {
      if ((bytesLeft -= 32 + count * 16) < 0)
        throw new LimitError("memoryBytes", limits.memoryBytes);
      if ((work += 1 + count) < workPerLook) return;
      work = 0;
      if (performance.now() > endsAt) throw timeLimitError(limits.timeoutMs, chargeToolTime);
    },
  };
}

function writeSuccess(
  step: SuccessfulStep,
  given: Memory,
  { meter, part }: Writing,
  warnings: string[],
): WrittenSuccess<MessagePart> {
  let holdsFunctions = false;
  const noting = (encoder: FunctionEncoder): FunctionEncoder => ({
    ...encoder,
    encodeFunction(fn, encode) {
      holdsFunctions = true;
      return encoder.encodeFunction(fn, encode);
    },
  });
  const functions = noting(functionEncoder);
  const { sequences } = step.memory;
  const code = lazyCode.storedSequences.loaded;
  const writer =
    code !== undefined && sequences instanceof code.StoredSequences
      ? new code.SequenceWriter(sequences, functions, meter)
      : undefined;
  const opaque = noting(opaqueEncoder);
  const value = encodedOrNot(
    () => writer?.write(step.value, opaque) ?? encodeValue(step.value, opaque, meter),
  );
  writer?.writeShown();
  const changed: [string, MessagePart][] = [];
  const removed: string[] = [];
  const unkept = [...unkeptNamesIn(step.memory)];
  for (const [name, item] of step.memory.entries()) {
    const isSame = given.get(name) === item;
    // The table contains the sequences of all names.
    if (isSame && writer === undefined) continue;
    const json = encodedOrNot(() => writer?.write(item) ?? encodeValue(item, functions, meter));
    if (isSame) continue;
    if (json !== undefined) changed.push([name, part(json)]);
    else {
      if (given.get(name) !== undefined) removed.push(name);
      unkept.push([name, unsentReason]);
      warnings.push(`${JSON.stringify(shortened(name, 60))} was not saved: ${unsentReason}`);
    }
  }
  if (writer !== undefined) {
    holdsFunctions = true;
    changed.push([sequencesName, part(writer.json)]);
  } else if (given.sequences !== undefined) removed.push(sequencesName);
  for (const name of given.names()) if (step.memory.get(name) === undefined) removed.push(name);
  return {
    ok: true,
    endedBy: step.endedBy,
    ...(value === undefined ? {} : { value: part(value) }),
    // If the program ends with a definition, the caller gets the defined value.
    ...(value === undefined || step.value instanceof VarReference || step.unreturnable !== undefined
      ? { returned: part(encodeValue(fromHost(asHost(step)), functions, meter)) }
      : {}),
    ...(step.unreturnable === undefined
      ? {}
      : { unreturnable: writeFail(step.unreturnable, { meter, part }) }),
    memory: { changed, removed, unkept, mayAwait: step.memory.mayAwait },
    holdsFunctions,
    summaries: Object.entries(step.summaries),
  };
}

/** Returns the program's result as host data, even if the caller gets language values. */
function asHost(step: SuccessfulStep): unknown {
  return step.return === step.value ? toHost(step.value, { collections: "native" }) : step.return;
}

/**
 * Returns the encoded value, or `undefined` if it can't leave the process, such as a function that
 * holds an atom.
 */
function encodedOrNot(encode: () => Json): Json | undefined {
  try {
    return encode();
  } catch (error) {
    if (error instanceof LimitError) throw error;
    return undefined;
  }
}

function writeFail({ details, ...fail }: Fail, writing: Writing): WrittenFail<MessagePart> {
  return { ...fail, ...(details === undefined ? {} : { details: writeDetails(details, writing) }) };
}

function writeDetails(
  { errors, data, ...details }: FailDetails,
  writing: Writing,
): WrittenDetails<MessagePart> {
  return {
    ...details,
    ...(errors === undefined ? {} : { errors: errors.map((error) => writeFail(error, writing)) }),
    ...(data === undefined ? {} : writeData(data, writing)),
  };
}

/**
 * Encodes data of a fail. Omits data that is too large; the message still describes the failure.
 */
function writeData(data: unknown, { meter, part }: Writing): { readonly data?: MessagePart } {
  try {
    return { data: part(encodeValue(fromHost(data), functionEncoder, meter)) };
  } catch {
    return {};
  }
}
