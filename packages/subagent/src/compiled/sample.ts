// The samples that a program is compiled with: data and, if known, the right answer.

import { OptionError } from "@ptc/core/errors";
import { equals, fromHost } from "@ptc/core/values";
import { validateOutput } from "@ptc/signature";
import { validateInputAs, violationLines } from "@ptc/signature/internal";
import type { Agent } from "../agent/agent.ts";
import type { ContextData } from "../chain/context-option.ts";
import { isRecord, knownOptions, wrongOption } from "../options/option-checks.ts";

/** Data that a program is tried on, and the expected answer. */
export type Sample<Input = unknown, Output = unknown> = (unknown extends Input
  ? { readonly context?: Readonly<Record<string, unknown>> }
  : Partial<Input> extends Input
    ? { readonly context?: ContextData<Input> }
    : { readonly context: ContextData<Input> }) & {
  /** The right answer. Without it, any answer that matches the signature passes. */
  readonly expected?: Output;
};

/** A validated sample. */
export interface CheckedSample {
  readonly context: Readonly<Record<string, unknown>>;
  readonly hasExpected: boolean;
  readonly expected: unknown;
}

const mostSamples = 100;

/** @throws OptionError naming the sample */
export function checkedSamples(given: readonly Sample[], agent: Agent): readonly CheckedSample[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > mostSamples)
    throw wrongOption(
      "samples",
      `expected a list of 1 to ${String(mostSamples)} samples, { context, expected }`,
      given,
    );
  const samples = given.map((sample: Sample, index) =>
    checkedSample(sample, `samples[${String(index)}]`, agent),
  );
  samples.forEach((sample, index) => {
    const other = samples.findIndex((before) => contradicts(before, sample));
    if (other !== -1 && other < index)
      throw new OptionError(
        `samples[${String(index)}].expected`,
        `contradicts samples[${String(other)}], which has the same context but a different answer: no program can return both`,
      );
  });
  return samples;
}

function checkedSample(sample: Sample, name: string, agent: Agent): CheckedSample {
  if (!isRecord(sample)) throw wrongOption(name, "expected { context, expected }", sample);
  knownOptions(sample, ["context", "expected"], `${name}.`);
  const { context = {}, expected } = sample;
  if (!isRecord(context))
    throw wrongOption(`${name}.context`, "expected an object whose fields become data/…", context);
  const fitting = validateInputAs(agent.signature, context, agent.validation, {
    takesBigints: true,
  });
  if (!fitting.ok)
    throw new OptionError(
      `${name}.context`,
      `does not match the signature: ${violationLines(fitting).join("; ")}`,
    );
  const hasExpected = Object.hasOwn(sample, "expected");
  // Skip this with a schema, because its output type may differ from its input type.
  const answer =
    hasExpected && agent.output === undefined
      ? validateOutput(agent.signature, expected, { mode: agent.validation })
      : undefined;
  if (answer?.ok === false)
    throw new OptionError(
      `${name}.expected`,
      `does not match the signature: ${violationLines(answer).join("; ")}`,
    );
  return {
    context: fitting.value as Readonly<Record<string, unknown>>,
    hasExpected,
    expected: answer === undefined ? expected : answer.value,
  };
}

function contradicts(left: CheckedSample, right: CheckedSample): boolean {
  return (
    left.hasExpected &&
    right.hasExpected &&
    isSame(left.context, right.context) &&
    !isSame(left.expected, right.expected)
  );
}

/** True if two host values are equal for programs. */
export function isSame(left: unknown, right: unknown): boolean {
  return equals(fromHost(left), fromHost(right));
}
