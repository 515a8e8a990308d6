// Lists for the prompt what programs can read: the fields of the context, and what earlier missions
// defined, each with its type and a sample. Names and samples come from the data and are not
// trusted.

import {
  DataDepthError,
  WorkLimitError,
  MapValue,
  firewalledMarker,
  fromHost,
  getField,
  type Value,
} from "@ptc/core/values";
import type { Firewall } from "@ptc/core/printing";
import type { Memory } from "@ptc/lisp";
import { formatFeedback } from "../preview/format-feedback.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { shownName, typeOutline } from "./type-outline.ts";

export interface ListedFields {
  readonly descriptions: ReadonlyMap<string, string>;
  /** UTF-16 units of each sample. */
  readonly sampleMaxChars: number;
  readonly firewall: Firewall;
}

const listedNames = 100;

/** Lines such as `data/orders  vector of 120, …`, each with a description and a sample. */
export function contextLines(
  context: Readonly<Record<string, unknown>>,
  listed: ListedFields,
): readonly string[] {
  const fields = fromHost(context, listed.firewall);
  if (!(fields instanceof MapValue)) return [];
  const names = Object.keys(context);
  return withRest(
    names
      .slice(0, listedNames)
      .map((name) => fieldLines("data/", name, () => getField(fields, name) ?? null, listed)),
    names.length,
  );
}

/** Lines for the definitions that are in memory before the first turn. */
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
  { descriptions, sampleMaxChars, firewall }: ListedFields,
): string {
  const description = descriptions.get(name);
  const described = description === undefined ? "" : `\n  ${description}`;
  if (firewall.hides(name))
    return `${namespace}${shownName(name)}  ${firewalledMarker}: programs can use it, you cannot see it${described}`;
  try {
    const value = valueOf();
    const { text } = formatFeedback(
      value,
      { feedbackMaxChars: sampleMaxChars, feedbackLimit: sampledElements },
      firewall,
    );
    return `${namespace}${shownName(name)}  ${typeOutline(value, firewall)}${described}\n${dataEnvelope("sample", text, firewall)}`;
  } catch (error) {
    // A Map of the host that contains itself, or is too large, is noticed only when it is read.
    const isDeep = error instanceof DataDepthError;
    if (!isDeep && !(error instanceof WorkLimitError)) throw error;
    return `${namespace}${shownName(name)}  ${isDeep ? "nested too deep" : "too large"} to be read${described}`;
  }
}

/**
 * How many elements a sample shows of each collection. The bound also applies to the fields of a
 * row, and a program needs to know all of those, so it is large; the room limits how many rows are
 * shown.
 */
const sampledElements = 20;

function withRest(lines: readonly string[], count: number): readonly string[] {
  return count > listedNames ? [...lines, `and ${String(count - listedNames)} more`] : lines;
}
