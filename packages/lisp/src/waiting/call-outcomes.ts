// Writes outcomes of calls as JSON and reads them back.

import type { CallDecision, ToolArguments } from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { EndOfRun } from "@ptc/core/internal/errors";
import { shortened } from "@ptc/core/internal/printing";
import { decodedValue, encodedValue } from "@ptc/core/internal/stored";
import type { Json } from "@ptc/core/encoding";
import { workBudget } from "@ptc/core/values";
import { thrownMessage } from "../evaluation/errors/raised.ts";
import { encodedInPieces, isLargeData } from "./encoded-pieces.ts";
import { plainCopy } from "./plain-copy.ts";
import type { CallOutcome, EditEffect, ToolEffect } from "./effect-log.ts";

/** Limit of the work to write one value. */
const mostWork = 4_000_000;
const longestMessage = 10_000;

/** An outcome, or the reason why it can't be stored. */
export type WrittenOutcome = CallOutcome & { readonly unkept?: string };

/** Returns the outcome of a call with this result. */
export function succeeded(value: unknown): WrittenOutcome {
  if (value === undefined) return {};
  try {
    return { result: encodedData(value) };
  } catch (error) {
    return { unkept: thrownMessage(error, "it can't be written") };
  }
}

/** Does the same at once. Undefined for large data, which `succeededInPieces` writes. */
export function succeededAtOnce(value: unknown): WrittenOutcome | undefined {
  const plain = value === undefined ? undefined : plainCopy(value);
  if (plain !== undefined) return { result: plain };
  return isLargeData(value) ? undefined : succeeded(value);
}

/** Does the same in pieces, so that other work of the host gets its turns. */
export async function succeededInPieces(value: unknown): Promise<WrittenOutcome> {
  try {
    return { result: await encodedInPieces(value, workBudget("writing a value", mostWork)) };
  } catch (error) {
    return { unkept: thrownMessage(error, "it can't be written") };
  }
}

/** Returns the outcome of a call that threw this. */
export function failedOutcome(error: unknown): WrittenOutcome {
  const message = shortened(thrownMessage(error, "the tool failed"), longestMessage);
  if (error instanceof EndOfRun) return { unkept: message };
  if (!(error instanceof ToolFailure)) return { error: { message } };
  const { result, unkept } = succeeded(error.data);
  return {
    error: {
      message,
      data: result ?? null,
      ...(error.isLasting ? { isLasting: true } : {}),
    },
    ...(unkept === undefined ? {} : { unkept }),
  };
}

/**
 * Returns a value in the tagged encoding.
 * @throws EncodingError, DataDepthError, WorkLimitError
 */
export function encodedData(value: unknown): Json {
  return plainCopy(value) ?? encodedValue(value, workBudget("writing a value", mostWork));
}

/** A recorded call as the program and the record see it. */
export interface ReadEffect {
  readonly result?: unknown;
  readonly error?: Error;
  readonly decision?: CallDecision;
}

/** @throws DecodingError */
export function resultOf({ result }: CallOutcome): unknown {
  return result === undefined ? undefined : decodedValue(result, "result");
}

/** @throws DecodingError, Error for an outcome that couldn't be stored */
export function readEffect(effect: ToolEffect | EditEffect): ReadEffect {
  const { result, error } = effect.outcome;
  const { decision, unkept } = effect.type === "edit" ? {} : effect;
  if (unkept !== undefined) throw new Error(`its result couldn't be stored: ${unkept}`);
  const decided = decision === undefined ? {} : { decision: readDecision(decision) };
  if (error === undefined)
    return {
      ...decided,
      ...(result === undefined ? {} : { result: decodedValue(result, "result") }),
    };
  const { message, data, isLasting = false } = error;
  return {
    ...decided,
    error:
      data === undefined
        ? new Error(message)
        : new ToolFailure(message, decodedValue(data, "data"), { isLasting }),
  };
}

function readDecision({
  decision,
  arguments: edited,
}: NonNullable<ToolEffect["decision"]>): CallDecision {
  return {
    decision,
    ...(edited === undefined
      ? {}
      : { arguments: decodedValue(edited, "arguments") as ToolArguments }),
  };
}
