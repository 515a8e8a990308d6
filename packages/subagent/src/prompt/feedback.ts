// Writes what a model is told after a turn: the value and prints of its program, what it defined,
// what went wrong and how to go on. Everything that comes from data stands in data envelopes.

import type { Fail, ToolCallRecord } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { renderFail, type SuccessfulStep } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import { otherShape } from "../answer/other-shape.ts";
import type { ExtractedProgram } from "../answer/read-answer.ts";
import type { TurnPhase } from "../bounds/turn-budget.ts";
import type { Answerer } from "../mode-traits/mode-table.ts";
import { formatFeedback } from "../preview/format-feedback.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { outlineOf } from "../shape/describe-data.ts";
import { shownName } from "../shape/shown-name.ts";
import { definedText } from "./defined-text.ts";
import { journalSection } from "./journal-lines.ts";
import { noProgramText } from "./no-program-text.ts";
import { progressSection } from "./progress.ts";
import { promptText } from "./prompt-text.ts";
import { shownPrints } from "./shown-prints.ts";
import { ToolResults } from "./tool-results.ts";

/** Where the mission stands when the next turn begins. */
export interface NextTurn {
  readonly phase: TurnPhase;
  /** How many turns are left, including the next one. */
  readonly turnsLeft: number;
  readonly summaries: ReadonlyMap<string, string>;
  /** What this turn put into the journal. */
  readonly journaled: readonly (readonly [id: string, json: unknown])[];
}

/** A program that failed. */
export interface FailedProgram {
  readonly fail: Fail;
  readonly prints: readonly string[];
  readonly toolCalls: readonly ToolCallRecord[];
}

export class Feedback {
  private readonly agent: Agent;
  private readonly firewall: Firewall;
  private readonly toolResults: ToolResults;
  private readonly answerer: Answerer;

  constructor(agent: Agent, firewall: Firewall, answerer: Answerer = "program") {
    this.agent = agent;
    this.firewall = firewall;
    this.answerer = answerer;
    this.toolResults = new ToolResults(agent, firewall);
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
      definedText(changed, step.memory, this.firewall),
      this.journal(next.journaled),
      this.warnings(step.warnings ?? []),
      this.toolResults.afterCalls(step.toolCalls),
      mismatch === undefined
        ? ""
        : `As an answer the value does not match the signature:\n${this.envelope("error", mismatch)}`,
      this.continuation(),
      this.end(next),
    ]);
  }

  /** The feedback after a program that only looked, and keeps nothing for later ones. */
  afterLook(step: SuccessfulStep, { turnsLeft }: NextTurn): string {
    return joined([
      this.prints(step.prints),
      step.value === null && step.prints.length > 0 ? "" : this.value(step),
      this.toolResults.afterCalls(step.toolCalls),
      promptText("turns-left", { turns: String(turnsLeft) }),
    ]);
  }

  /**
   * The feedback after a program that failed, or whose answer does not match the signature.
   * `isRepeated`: the turn before ran the same program and failed too.
   */
  afterFail(
    { fail, prints, toolCalls }: FailedProgram,
    isRepeated: boolean,
    next: NextTurn,
  ): string {
    const title =
      fail.reason === "validation_error"
        ? "The returned value does not match the signature:"
        : "The program failed, and nothing that this program defined was kept:";
    return joined([
      this.prints(prints),
      title,
      this.envelope("error", renderFail(fail)),
      this.journal(next.journaled),
      this.toolResults.afterCalls(toolCalls),
      isRepeated ? promptText("same-program") : promptText("repair"),
      this.end(next),
    ]);
  }

  /** What the missions that the model called itself have put into the journal; may be empty. */
  afterCalls({ journaled }: NextTurn): string {
    return this.journal(journaled);
  }

  /** The feedback after an answer that does not hold exactly one program. */
  afterNoProgram(
    extracted: ExtractedProgram & { ok: false },
    answer: string,
    next: NextTurn,
  ): string {
    const problem =
      extracted.reason === "no_code_found"
        ? noProgramText(otherShape(answer), this.agent)
        : promptText("several-programs", { count: String(extracted.count) });
    return joined([problem, promptText("one-program"), this.end(next)]);
  }

  /** The feedback after an answer that the provider cut off, whatever else was wrong with it. */
  afterCutOff(next: NextTurn): string {
    return joined([promptText("cut-off"), this.end(next)]);
  }

  private continuation(): string {
    if (this.answerer === "model") return "";
    return this.agent.completion === "explicit"
      ? promptText("continue")
      : promptText("continue-by-value");
  }

  private prints(prints: readonly string[]): string {
    if (prints.length === 0) return "";
    return `Printed:\n${this.envelope("prints", shownPrints(prints, this.firewall, this.agent.format))}`;
  }

  private value(step: SuccessfulStep): string {
    const { feedbackLimit, feedbackMaxChars, floatPrecision } = this.agent.format;
    const { text, truncated } = formatFeedback(
      step.value,
      {
        feedbackLimit,
        feedbackMaxChars,
        ...(floatPrecision === undefined ? {} : { floatPrecision }),
      },
      this.firewall,
    );
    const title = truncated
      ? `Value (${outlineOf(step.value, this.firewall)}; shortened)`
      : "Value";
    return `${title}:\n${this.envelope("value", text)}`;
  }

  /** What tasks kept, which stays also where the program failed. */
  private journal(entries: NextTurn["journaled"]): string {
    if (entries.length === 0) return "";
    const odd = entries.map(([id]) => id).find(saysNothing);
    return joined([
      journalSection(entries, this.firewall),
      odd === undefined
        ? ""
        : `The id ${shownName(odd)} does not say what was done: in a changed plan its result would be taken for that of other work. Say what is done and to what, such as "charge_order_42".`,
    ]);
  }

  /** What of this program is not there for the next one, and why. */
  private warnings(warnings: readonly string[]): string {
    if (warnings.length === 0) return "";
    const lines = warnings.slice(0, listedWarnings);
    const omitted = warnings.length - lines.length;
    if (omitted > 0) lines.push(`… (${String(omitted)} more)`);
    return `Warnings:\n${this.envelope("warnings", lines.join("\n"))}`;
  }

  private end({ phase, turnsLeft, summaries }: NextTurn): string {
    return joined([
      progressSection(this.agent.plan, summaries, this.firewall),
      this.answerer === "model" ? "" : this.turns(phase, turnsLeft),
    ]);
  }

  private envelope(kind: string, text: string): string {
    return dataEnvelope(kind, text, this.firewall);
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

/** `step_1`, `task-a`, `2`: an id that only counts. */
function saysNothing(id: string): boolean {
  return /^(?:(?:step|task|part|item|action|call|todo)[-_ ]?)?(?:\d{1,4}|[a-z])?$/i.test(id);
}

const listedWarnings = 5;

function joined(sections: readonly string[]): string {
  return sections.filter((section) => section !== "").join("\n");
}
