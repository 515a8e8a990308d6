// Writes the feedback to a model after a turn: the value and prints of its program, its
// definitions, what went wrong and how to continue. Everything that comes from data is in data
// envelopes.

import type { Fail, ToolCallRecord } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { renderFail, type SuccessfulStep } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import { otherShape } from "../answer/other-shape.ts";
import type { ExtractedProgram } from "../answer/read-answer.ts";
import type { WrittenCall } from "../answer/written-calls.ts";
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

/** The state of the mission at the start of the next turn. */
export interface NextTurn {
  readonly phase: TurnPhase;
  /** The number of remaining turns, including the next one. */
  readonly turnsLeft: number;
  readonly summaries: ReadonlyMap<string, string>;
  /** The entries that this turn added to the journal. */
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
   * Returns the feedback after a program that ran but did not end the mission. `mismatch`
   * describes how its value differs from the signature, if the value would otherwise have ended
   * the mission.
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
        : `As an answer, the value does not match the signature:\n${this.envelope("error", mismatch)}`,
      this.continuation(),
      this.end(next),
    ]);
  }

  /** Returns the feedback after a program that only explored the data and keeps no definitions. */
  afterLook(step: SuccessfulStep, { turnsLeft }: NextTurn): string {
    return joined([
      this.prints(step.prints),
      step.value === null && step.prints.length > 0 ? "" : this.value(step),
      this.toolResults.afterCalls(step.toolCalls),
      promptText("turns-left", { turns: String(turnsLeft) }),
    ]);
  }

  /**
   * Returns the feedback after a program that failed, or whose answer does not match the
   * signature. `isRepeated`: the same program also failed in the previous turn.
   */
  afterFail(
    { fail, prints, toolCalls }: FailedProgram,
    isRepeated: boolean,
    next: NextTurn,
  ): string {
    const title =
      fail.reason === "validation_error"
        ? "The returned value does not match the signature:"
        : "The program failed, and its definitions were not kept:";
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

  /** Returns the journal entries of missions that the model called itself. May be empty. */
  afterCalls({ journaled }: NextTurn): string {
    return this.journal(journaled);
  }

  /**
   * Returns the feedback after an answer without exactly one program. `nativeCall` is the call that
   * the model made natively instead.
   */
  afterNoProgram(
    extracted: ExtractedProgram & { ok: false },
    answer: string,
    next: NextTurn,
    nativeCall?: WrittenCall,
  ): string {
    const shape =
      nativeCall === undefined
        ? otherShape(answer)
        : ({ kind: "native-call", call: nativeCall } as const);
    const problem =
      extracted.reason === "no_code_found"
        ? noProgramText(shape, this.agent)
        : extracted.forms === undefined
          ? promptText("several-programs", { count: String(extracted.count) })
          : promptText("several-forms", { forms: extracted.forms.join(", ") });
    return joined([problem, promptText("one-program"), this.end(next)]);
  }

  /**
   * Returns the feedback after an answer that the provider cut off, which takes precedence over
   * its other problems.
   */
  afterCutOff(next: NextTurn): string {
    return joined([promptText("cut-off"), this.end(next)]);
  }

  /** Returns the feedback after an answer that the provider withheld. */
  afterWithheld(reason: string, next: NextTurn): string {
    return this.afterText(promptText("withheld", { reason }), next);
  }

  /** Returns a text of the mode, and what the next turn requires. */
  afterText(text: string, next: NextTurn): string {
    return joined([text, this.end(next)]);
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

  /** Lists the results that tasks stored. They stay, even if the program failed. */
  private journal(entries: NextTurn["journaled"]): string {
    if (entries.length === 0) return "";
    const odd = entries.map(([id]) => id).find(saysNothing);
    return joined([
      journalSection(entries, this.firewall),
      odd === undefined
        ? ""
        : `The id ${shownName(odd)} doesn't say what was done: if the plan changes, its result could be used for other work. Say what is done and to what, such as "charge_order_42".`,
    ]);
  }

  /** Explains which parts of this program are not available to the next one, and why. */
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

/** True for an id that is only a number or letter, such as `step_1`, `task-a` or `2`. */
function saysNothing(id: string): boolean {
  return /^(?:(?:step|task|part|item|action|call|todo)[-_ ]?)?(?:\d{1,4}|[a-z])?$/i.test(id);
}

const listedWarnings = 5;

function joined(sections: readonly string[]): string {
  return sections.filter((section) => section !== "").join("\n");
}
