// What a program that ran means for its mission: whether its value is the answer and fits the
// signature, and whether what it defined may be kept.

import { OpaqueValue } from "@ptc/core/values";
import type { FailedStep, LispStep, Memory, SuccessfulStep } from "@ptc/lisp";
import { validateOutput, type ValidationResult } from "@ptc/signature";
import type { Fail } from "@ptc/core/contracts";
import type { Agent } from "../../agent/agent.ts";
import type { MemoryGuard } from "../../bounds/memory-guard.ts";
import { mismatchFail } from "../../step/mismatch-fail.ts";

export interface Judgement {
  /**
   * The step, failed where its answer does not fit or memory is beyond its bound: nothing that it
   * defined is kept then.
   */
  readonly step: LispStep;
  /** Its value held to the signature; absent where the value is no answer. */
  readonly answer: ValidationResult | undefined;
  /** For the developer. */
  readonly warning?: string;
}

export interface JudgeOptions {
  readonly agent: Agent;
  readonly memoryGuard: MemoryGuard;
  /** Memory before the program. */
  readonly memory: Memory;
  /** Whether the value is the answer, whatever it is: no further program may look around. */
  readonly mustAnswer: boolean;
}

export function judgeStep(step: LispStep, options: JudgeOptions): Judgement {
  if (!step.ok) return { step, answer: undefined };
  const { agent, memoryGuard, memory, mustAnswer } = options;
  const answer = isAnswer(step, agent, mustAnswer)
    ? validateOutput(agent.signature, step.return, { mode: agent.validation })
    : undefined;
  if (answer?.ok === false && (step.endedBy === "return" || mustAnswer))
    return { step: failed(step, memory, mismatchFail(answer)), answer };
  const tooLarge = step.memory === memory ? undefined : memoryGuard.check(step.memory);
  if (tooLarge === undefined) return { step, answer };
  if (answer?.ok !== true) return { step: failed(step, memory, tooLarge), answer };
  // The answer is there; what would have been kept for later is not.
  return {
    step: { ...step, memory },
    answer,
    warning: `memory of the last turn was not kept: ${tooLarge.message}`,
  };
}

function isAnswer(
  { endedBy, value }: SuccessfulStep,
  { completion }: Agent,
  mustAnswer: boolean,
): boolean {
  if (endedBy === "return") return true;
  if (completion === "explicit") return false;
  if (mustAnswer) return true;
  const isDefinition = value instanceof OpaqueValue && value.typeName === "var";
  return value !== null && !isDefinition;
}

function failed(
  { prints, toolCalls, usage }: SuccessfulStep,
  memory: Memory,
  fail: Fail,
): FailedStep {
  return { ok: false, fail, memory, summaries: {}, prints, toolCalls, usage };
}
