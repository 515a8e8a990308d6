// Lists for the prompt the data that programs can read: the fields of the context, and the
// definitions of earlier missions. Each is shown by its shape, or in full if it is short. Names and
// values come from the data and are not trusted.

import { DataDepthError, MapValue, WorkLimitError, getField, type Value } from "@ptc/core/values";
import { HostCrossing, firewalledMarker } from "@ptc/core/internal/values";
import type { Firewall } from "@ptc/core/firewall";
import type { Memory } from "@ptc/lisp";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { formatFeedback } from "../preview/format-feedback.ts";
import { isCollection } from "../preview/shown-values.ts";
import { describeShape, lookedAt, shapeOf, titleOf } from "../shape/describe-data.ts";
import { conversionMeter } from "../shape/conversion-meter.ts";
import { LookBudget } from "../shape/look-budget.ts";
import { shownName } from "../shape/shown-name.ts";

export interface ListedFields {
  readonly descriptions: ReadonlyMap<string, string>;
  /** The maximum UTF-16 units that describe each field's content. */
  readonly sampleMaxChars: number;
  readonly firewall: Firewall;
}

const listedNames = 100;

/** The maximum number of host Map and Set entries that are converted, for all fields together. */
const mostConverted = 400_000;

/**
 * Returns lines such as `data/orders  vector of 120 maps`, each with a description and its
 * content. `parameters` are those of the signature; missing ones are nil.
 */
export function contextLines(
  context: Readonly<Record<string, unknown>>,
  parameters: readonly string[],
  listed: ListedFields,
): readonly string[] {
  const meter = conversionMeter(mostConverted);
  const fields = new HostCrossing(meter, listed.firewall).fromHost(context);
  if (!(fields instanceof MapValue)) return [];
  const names = Object.keys(context);
  const given = names.slice(0, listedNames);
  const budget = new LookBudget(given.length);
  const missing = parameters.filter((name) => !Object.hasOwn(context, name)).slice(0, listedNames);
  return withRest(
    [
      ...given.map((name) =>
        fieldLines("data/", name, () => getField(fields, name) ?? null, budget, listed),
      ),
      ...missing.map((name) => `data/${shownName(name)}  nil: not given${described(name, listed)}`),
    ],
    names.length + missing.length,
    given.length + missing.length,
  );
}

/** Returns lines for the definitions in memory: all of them, or those in `wanted`. */
export function memoryLines(
  memory: Memory,
  listed: ListedFields,
  wanted: readonly string[] = [...memory.names()],
): readonly string[] {
  const names = wanted.slice(0, listedNames);
  const budget = new LookBudget(names.length);
  const lines = names.map((name) =>
    fieldLines("user/", name, () => memory.get(name) ?? null, budget, listed),
  );
  return withRest(lines, wanted.length, names.length);
}

function fieldLines(
  namespace: string,
  name: string,
  valueOf: () => Value,
  budget: LookBudget,
  listed: ListedFields,
): string {
  const { firewall } = listed;
  const line = (title: string): string =>
    `${namespace}${shownName(name)}  ${title}${described(name, listed)}`;
  if (firewall.hides(name))
    return line(`${firewalledMarker}: programs can use it, you can't see it`);
  try {
    const value = valueOf();
    const { title, kind, text } = contents(value, budget, listed);
    return `${line(title)}\n${dataEnvelope(kind, text, firewall)}`;
  } catch (error) {
    // A host Map that contains itself is noticed only while it is read.
    if (error instanceof DataDepthError) return line("nested too deep to read");
    if (error instanceof WorkLimitError) return line("too large to describe");
    throw error;
  }
}

function described(name: string, { descriptions }: ListedFields): string {
  const description = descriptions.get(name);
  return description === undefined ? "" : `\n  ${description}`;
}

/** Values shorter than this are shown in full. */
const shownWhole = 240;
/**
 * The maximum number of elements in a value shown in full. Larger values are described by their
 * shape.
 */
const mostShown = 20;

function contents(
  value: Value,
  budget: LookBudget,
  { sampleMaxChars, firewall }: ListedFields,
): { readonly title: string; readonly kind: "sample" | "shape"; readonly text: string } {
  const isLeaf = !isCollection(value);
  const sample = formatFeedback(
    value,
    {
      feedbackMaxChars: isLeaf
        ? Math.min(sampleMaxChars, longestTextExcerpt)
        : Math.min(sampleMaxChars, shownWhole),
      feedbackLimit: mostShown,
    },
    firewall,
  );
  const shape = shapeOf(value, firewall, budget);
  const title = titleOf(value, shape);
  return isLeaf || !sample.truncated
    ? { title, kind: "sample", text: sample.text }
    : {
        title: `${title}${lookedAt(shape)}`,
        kind: "shape",
        text: describeShape(shape, sampleMaxChars),
      };
}

/** Only the beginning of a longer text is shown. */
const longestTextExcerpt = 300;

function withRest(lines: readonly string[], count: number, listed: number): readonly string[] {
  return count > listed ? [...lines, `and ${String(count - listed)} more`] : lines;
}
