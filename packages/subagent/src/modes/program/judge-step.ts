// Judges the step of a program: whether its value is the answer and matches the signature, and
// whether memory keeps its definitions.

import { OpaqueValue, type Value } from "@ptc/core/values";
import type { FailedStep, LispStep, Memory, SuccessfulStep } from "@ptc/lisp";
import type { ValidationResult } from "@ptc/signature";
import type { Fail } from "@ptc/core/contracts";
import type { Agent } from "../../agent/agent.ts";
import type { MemoryGuard } from "../../bounds/memory-guard.ts";
import { checkedAnswer } from "../../step/checked-answer.ts";
import { mismatchFail } from "../../step/mismatch-fail.ts";

export interface Judgement {
  /**
   * The program's step. It is a failed step if the answer doesn't match or memory is too large; the
   * definitions of the program are then discarded.
   */
  readonly step: LispStep;
  /**
   * The result of checking the value against the signature. Undefined if the value isn't meant as
   * the answer.
   */
  readonly answer: ValidationResult | undefined;
  /** Set if the value is meant as the answer, but can't be returned. */
  readonly unreturnable?: Fail | undefined;
  /** A warning for the developer, which the step includes. */
  readonly warning?: string;
}

export interface JudgeOptions {
  readonly agent: Agent;
  readonly memoryGuard: MemoryGuard;
  /** The memory before the program ran. */
  readonly memory: Memory;
  /**
   * The condition that makes the value the answer. `always`: this is the last turn for work.
   * `when-meant`: the option `completion` decides. `never`: the model writes the answer itself.
   */
  readonly answers: "always" | "when-meant" | "never";
}

export async function judgeStep(step: LispStep, options: JudgeOptions): Promise<Judgement> {
  if (!step.ok) return { step, answer: undefined };
  const { agent, memoryGuard, memory, answers } = options;
  const mustAnswer = answers === "always";
  const { unreturnable } = step;
  const isMeant = answers !== "never" && isAnswer(step, agent, mustAnswer);
  if (isMeant && mustAnswer && unreturnable !== undefined)
    return { step: failed(step, memory, unreturnable), answer: undefined };
  const answer =
    isMeant && unreturnable === undefined ? await checkedAnswer(agent, step.return) : undefined;
  const mismatch = isMeant ? { unreturnable } : {};
  if (answer?.ok === false && (step.endedBy === "return" || mustAnswer))
    return { step: failed(step, memory, mismatchFail(answer)), answer };
  const tooLarge = step.memory === memory ? undefined : memoryGuard.check(step.memory);
  if (tooLarge === undefined) return { step, answer, ...mismatch };
  if (answer?.ok !== true) return { step: failed(step, memory, tooLarge), answer };
  // The mission is answered, so drop memory that is too large instead of failing the step.
  return {
    step: { ...step, memory },
    answer,
    warning: `definitions of the last turn were not saved: ${tooLarge.message}`,
  };
}

function isAnswer(
  { endedBy, value }: SuccessfulStep,
  { completion }: Agent,
  mustAnswer: boolean,
): boolean {
  if (endedBy === "return") return true;
  if (completion === "explicit") return false;
  return mustAnswer || isResult(value);
}

/** True unless the value is nil or a var, the value of a definition. */
export function isResult(value: Value): boolean {
  return value !== null && !(value instanceof OpaqueValue && value.typeName === "var");
}

function failed(
  { prints, toolCalls, usage }: SuccessfulStep,
  memory: Memory,
  fail: Fail,
): FailedStep {
  return { ok: false, fail, memory, summaries: {}, prints, toolCalls, usage };
}
