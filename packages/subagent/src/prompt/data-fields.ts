// What programs can read, as the prompt lists it: the fields of the context, and what earlier
// missions defined. Each with its type and a sample; names and samples come with the data.

import {
  DataDepthError,
  MapValue,
  firewalledMarker,
  fromHost,
  getField,
  isFirewalledName,
  type Value,
} from "@ptc/core/values";
import type { Memory } from "@ptc/lisp";
import { formatFeedback } from "../preview/format-feedback.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { shownName, typeOutline } from "./type-outline.ts";

export interface ListedFields {
  readonly descriptions: ReadonlyMap<string, string>;
  /** UTF-16 units of each sample. */
  readonly sampleMaxChars: number;
}

const listedNames = 100;

/** `data/orders  vector of 120, …`, a description, a sample. */
export function contextLines(
  context: Readonly<Record<string, unknown>>,
  listed: ListedFields,
): readonly string[] {
  const fields = fromHost(context);
  if (!(fields instanceof MapValue)) return [];
  const names = Object.keys(context);
  return withRest(
    names
      .slice(0, listedNames)
      .map((name) => fieldLines("data/", name, () => getField(fields, name) ?? null, listed)),
    names.length,
  );
}

/** What is in memory before the first turn. */
export function memoryLines(memory: Memory, listed: ListedFields): readonly string[] {
  const lines = [...memory.names()]
    .slice(0, listedNames)
    .map((name) => fieldLines("user/", name, () => memory.get(name) ?? null, listed));
  return withRest(lines, memory.size);
}

function fieldLines(
  namespace: string,
  name: string,
  valueOf: () => Value,
  { descriptions, sampleMaxChars }: ListedFields,
): string {
  const description = descriptions.get(name);
  const described = description === undefined ? "" : `\n  ${description}`;
  if (isFirewalledName(name))
    return `${namespace}${shownName(name)}  ${firewalledMarker}: programs can use it, you cannot see it${described}`;
  try {
    const value = valueOf();
    const { text } = formatFeedback(value, {
      feedbackMaxChars: sampleMaxChars,
      feedbackLimit: sampledElements,
    });
    return `${namespace}${shownName(name)}  ${typeOutline(value)}${described}\n${dataEnvelope("sample", text)}`;
  } catch (error) {
    // Maps of the host that hold themselves show it only when they are read.
    if (!(error instanceof DataDepthError)) throw error;
    return `${namespace}${shownName(name)}  nested too deep to be read${described}`;
  }
}

/**
 * The bound holds for fields of a row too, and a program needs to know all of these; how many rows
 * there are follows from the room.
 */
const sampledElements = 20;

function withRest(lines: readonly string[], count: number): readonly string[] {
  return count > listedNames ? [...lines, `and ${String(count - listedNames)} more`] : lines;
}
