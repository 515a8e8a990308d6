// Writes what a model is told after a turn: the value and prints of its program, what it defined,
// what went wrong and how to go on. Everything that comes from data stands in data envelopes.

import type { Fail } from "@ptc/core/contracts";
import { renderFail, type Memory, type SuccessfulStep } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import type { ExtractedProgram } from "../answer/read-answer.ts";
import type { TurnPhase } from "../bounds/turn-budget.ts";
import { formatFeedback } from "../preview/format-feedback.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { progressText } from "./progress.ts";
import { promptText } from "./prompt-text.ts";
import { shownName, typeOutline } from "./type-outline.ts";

/** Where the mission stands when the next turn begins. */
export interface NextTurn {
  readonly phase: TurnPhase;
  /** How many turns are left, including the next one. */
  readonly turnsLeft: number;
  readonly summaries: ReadonlyMap<string, string>;
}

export class Feedback {
  private readonly agent: Agent;

  constructor(agent: Agent) {
    this.agent = agent;
  }

  /**
   * The feedback after a program that ran but did not end the mission. `mismatch` says how its
   * value differs from the signature, when it would have ended the mission otherwise.
   */
  afterValue(
    step: SuccessfulStep,
    changed: readonly string[],
    mismatch: string | undefined,
    next: NextTurn,
  ): string {
    return joined([
      this.prints(step.prints),
      step.value === null && step.prints.length > 0 ? "" : this.value(step),
      definedText(changed, step.memory),
      mismatch === undefined
        ? ""
        : `As an answer the value does not match the signature:\n${dataEnvelope("error", mismatch)}`,
      this.agent.completion === "explicit"
        ? promptText("continue")
        : promptText("continue-by-value"),
      this.end(next),
    ]);
  }

  /**
   * The feedback after a program that failed, or whose answer does not match the signature.
   * `isRepeated`: the turn before ran the same program and failed too.
   */
  afterFail(fail: Fail, prints: readonly string[], isRepeated: boolean, next: NextTurn): string {
    const title =
      fail.reason === "validation_error"
        ? "The returned value does not match the signature:"
        : "The program failed, and nothing it defined was kept:";
    return joined([
      this.prints(prints),
      title,
      dataEnvelope("error", renderFail(fail)),
      isRepeated ? promptText("same-program") : promptText("repair"),
      this.end(next),
    ]);
  }

  /** The feedback after an answer that does not hold exactly one program. */
  afterNoProgram(extracted: ExtractedProgram & { ok: false }, next: NextTurn): string {
    const problem =
      extracted.reason === "no_code_found"
        ? promptText("no-program")
        : promptText("several-programs", { count: String(extracted.count) });
    return joined([problem, promptText("one-program"), this.end(next)]);
  }

  /** The feedback after an answer that the provider cut off, whatever else was wrong with it. */
  afterCutOff(next: NextTurn): string {
    return joined([promptText("cut-off"), this.end(next)]);
  }

  private prints(prints: readonly string[]): string {
    if (prints.length === 0) return "";
    const { maxPrintLength, printsMaxChars } = this.agent.format;
    return `Printed:\n${dataEnvelope("prints", shortened(prints.map((text) => shortened(text, maxPrintLength)).join("\n"), printsMaxChars))}`;
  }

  private value(step: SuccessfulStep): string {
    const { feedbackLimit, feedbackMaxChars, floatPrecision } = this.agent.format;
    const { text, truncated } = formatFeedback(step.value, {
      feedbackLimit,
      feedbackMaxChars,
      ...(floatPrecision === undefined ? {} : { floatPrecision }),
    });
    const title = truncated ? `Value (${typeOutline(step.value)}; shortened)` : "Value";
    return `${title}:\n${dataEnvelope("value", text)}`;
  }

  private end({ phase, turnsLeft, summaries }: NextTurn): string {
    const progress = progressText(this.agent.plan, summaries);
    return joined([
      progress === "" ? "" : `Progress:\n${dataEnvelope("progress", progress)}`,
      this.turns(phase, turnsLeft),
    ]);
  }

  private turns(phase: TurnPhase, turnsLeft: number): string {
    const isExplicit = this.agent.completion === "explicit";
    if (phase === "retry")
      return promptText(isExplicit ? "must-return" : "must-return-by-value", {
        turns: turnsLeft === 1 ? "1 turn" : `${String(turnsLeft)} turns`,
      });
    if (phase === "last") return promptText(isExplicit ? "last-turn" : "last-turn-by-value");
    return promptText("turns-left", { turns: String(turnsLeft) });
  }
}

const listedDefinitions = 20;

/**
 * A line such as `Defined: rows (vector of 120, …), total (integer)`. The model wrote the names
 * itself; what is said of the values comes from data.
 */
function definedText(names: readonly string[], memory: Memory): string {
  if (names.length === 0) return "";
  const shown = names
    .slice(0, listedDefinitions)
    .map((name) => `${shownName(name)} (${typeOutline(memory.get(name) ?? null)})`);
  return `Defined: ${shown.join(", ")}${names.length > listedDefinitions ? `, and ${String(names.length - listedDefinitions)} more` : ""}`;
}

function shortened(text: string, maximum: number): string {
  return text.length > maximum
    ? `${text.slice(0, maximum)}\n… (${String(text.length - maximum)} more characters: print less)`
    : text;
}

function joined(sections: readonly string[]): string {
  return sections.filter((section) => section !== "").join("\n");
}
