// Runs a program, and follows it with the answers of that run, for tests of labels.

import { systemClock, type ToolContext, type Tools } from "@ptc/core/contracts";
import type { Value } from "@ptc/core/values";
import { toolTable } from "../../src/effects/tool-table.ts";
import { compileProgram } from "../../src/compile/compile-program.ts";
import { Evaluation } from "../../src/evaluation/evaluation.ts";
import { lazyCode } from "../../src/loading/lazy-code.ts";
import { resolveRunOptions } from "../../src/options/resolve-options.ts";
import type { LispRunOptions } from "../../src/options/run-options.ts";
import type { EvaluatorParts } from "../../src/provenance/evaluator-parts.ts";
import { followRun } from "../../src/provenance/followed-run.ts";
import type { LabeledCall } from "../../src/provenance/following.ts";
import { OriginTable } from "../../src/provenance/origin-table.ts";
import { outcomeOf } from "../../src/run/outcome.ts";
import { prepareNow } from "../../src/run/prepare.ts";
import type { LispStep } from "../../src/step/step.ts";

/** A program that has run, and what its followed run reported. */
export interface FollowedProgram {
  readonly step: LispStep;
  /** Undefined if the run failed. */
  readonly value: Value | undefined;
  /** The calls with their labels, by address. */
  readonly calls: ReadonlyMap<string, LabeledCall>;
  readonly origins: OriginTable;
}

type FollowedOptions = Pick<LispRunOptions, "context" | "limits" | "clock"> & {
  readonly tools?: Tools;
  readonly isStrict: boolean;
  /** True if each literal is labeled. */
  readonly labelsLiterals?: boolean;
};

const evaluator: EvaluatorParts = [
  Evaluation,
  compileProgram,
  lazyCode,
  outcomeOf,
  prepareNow,
  resolveRunOptions,
];

/** Returns undefined for a wrong program. */
export async function followed(
  source: string,
  { isStrict, labelsLiterals = false, tools = {}, context = {}, limits, clock }: FollowedOptions,
): Promise<FollowedProgram | undefined> {
  await lazyCode.loadLanguage();
  await Promise.all([lazyCode.storedSequences.load(), lazyCode.characterTables.load()]);
  const answers = new Map<string, unknown>();
  const recording: Tools = Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [
      name,
      (args: never, call: ToolContext): unknown => {
        const answer = (tool as (args: never) => unknown)(args);
        answers.set(call.callId, answer);
        return answer;
      },
    ]),
  );
  const prepared = await prepareNow(source, {
    tools: recording,
    context,
    ...(limits === undefined ? {} : { limits }),
  });
  if (!prepared.ok) return undefined;
  const { program } = prepared;
  const options = {
    context,
    random: () => 0.5,
    runId: "r",
    ...(clock === undefined ? {} : { clock }),
  };
  const step = await program.run(options);
  const origins = new OriginTable();
  const calls = new Map<string, LabeledCall>();
  if (!step.ok) return { step, value: undefined, calls, origins };
  const repeated = Object.fromEntries(
    Object.keys(tools).map((name) => [
      name,
      (_: never, call: ToolContext): unknown => {
        if (!answers.has(call.callId)) throw new Error("the followed run makes another call");
        return answers.get(call.callId);
      },
    ]),
  );
  const { settings } = program;
  const { value } = await followRun(evaluator, {
    source,
    program: program.analyzed,
    options: resolveRunOptions(options, settings.limits),
    settings: { ...settings, tools: toolTable(repeated, settings.limits, systemClock) },
    memory: new Map(),
    following: {
      origins,
      isStrict,
      literals: labelsLiterals ? origins.bitOf("model") : 0,
      endorses: () => false,
      onCall: (call) => calls.set(call.address, call),
    },
  });
  return { step, value, calls, origins };
}
