// Calls that the checkpoint has return what they returned before, if the program makes the same
// calls again. The outcomes of all others are recorded.

import type { CallDecision, ToolArguments, ToolContext } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { shortened } from "@ptc/core/internal/printing";
import { thrownMessage } from "../evaluation/errors/raised.ts";
import { encodedData, readEffect, type ReadEffect, type WrittenOutcome } from "./call-outcomes.ts";
import type { CheckedCall, EditOfCall } from "./checked-call.ts";
import { fitsMasked, SearchBudget, shownJson } from "./checkpoint-mask.ts";
import type { EditEffect, ToolEffect } from "./effect-log.ts";
import { effectText, RecordedEffects, type RecordedEffectsOptions } from "./recorded-effects.ts";

export interface RecordedCallsOptions extends RecordedEffectsOptions {
  readonly firewall: Firewall;
  /**
   * True if the program runs in another process. It then waits for each call, also for those whose
   * tool returns at once, so their answers have an order too.
   */
  readonly isElsewhere: boolean;
}

export abstract class RecordedCalls extends RecordedEffects {
  readonly firewall: Firewall;
  protected readonly isElsewhere: boolean;
  private readonly searchBudget = new SearchBudget();

  constructor(options: RecordedCallsOptions) {
    super(options);
    this.firewall = options.firewall;
    this.isElsewhere = options.isElsewhere;
  }

  protected replayed(
    line: number,
    effect: ToolEffect,
    name: string,
    args: Json,
    context: ToolContext,
  ): unknown {
    this.assertRecorded(effect, name, args);
    const settle = (): unknown => {
      const { result, error, decision } = this.readable(effect);
      if (decision !== undefined) context.noteDecision?.(decision);
      if (error !== undefined) throw error;
      return result;
    };
    return this.isLater(effect.isLater === true) ? this.inTurn(line, settle) : settle();
  }

  /** Returns the recorded edit of a call that has no outcome. */
  protected editOf(effect: EditEffect, name: string, args: Json): EditOfCall {
    this.assertRecorded(effect, name, args);
    const { result } = this.readable(effect);
    return { arguments: result as ToolArguments, json: encodedData(result) };
  }

  /** @throws CheckpointError unless the call is the recorded one; the run then ends */
  private assertRecorded(
    { at, tool, args: recorded }: ToolEffect | EditEffect,
    name: string,
    args: Json,
  ): void {
    if (tool !== name)
      throw this.diverged(
        `tool/${name} is called at ${at}, where the checkpoint has a call of tool/${shortened(tool, 100)}`,
      );
    if (!this.fitsRecorded(args, recorded))
      throw this.diverged(
        `tool/${name} is called at ${at} with ${jsonText(this.masked(args))}, and the checkpoint has the arguments ${jsonText(this.masked(recorded))}`,
      );
  }

  /** @throws CheckpointError for arguments that take too long to compare; the run then ends */
  protected fitsRecorded(args: Json, recorded: Json): boolean {
    try {
      return fitsMasked(args, recorded, this.searchBudget);
    } catch (error) {
      throw this.fail("unreadable", thrownMessage(error, "it can't be compared"));
    }
  }

  /** @throws CheckpointError for an effect that can't be read; the run then ends */
  private readable(effect: ToolEffect | EditEffect): ReadEffect {
    try {
      return readEffect(effect);
    } catch (error) {
      const why = thrownMessage(error, "it can't be read");
      throw this.fail(
        "unreadable",
        `the checkpoint is damaged: the call of ${effectText(effect)}: ${why}`,
      );
    }
  }

  /** True if the program waits for the call, given whether it would in this process. */
  protected isLater(isLater: boolean): boolean {
    return isLater || this.isElsewhere;
  }

  /** Ends a call at once, or in the order of answers for a program in another process. */
  protected ended(isLater: boolean, end: () => unknown): unknown {
    if (isLater || !this.isElsewhere) return end();
    const pass = this.gate.begin();
    return new Promise((resolve) => {
      pass(() => {
        resolve(
          new Promise((done) => {
            done(end());
          }),
        );
      });
    });
  }

  protected record(
    { tool, args, context }: Pick<CheckedCall, "tool" | "args" | "context">,
    isLater: boolean,
    { unkept, ...outcome }: WrittenOutcome,
    decision?: CallDecision,
  ): void {
    if (this.signal.aborted) return;
    const effect: ToolEffect = {
      type: "tool",
      at: this.locationOf(context.callId),
      tool: tool.name,
      args,
      outcome,
    };
    // Most effects have none of these.
    if (!isLater && decision === undefined && unkept === undefined) this.add(effect);
    else
      this.add({
        ...effect,
        ...(isLater ? { isLater } : {}),
        ...(decision === undefined ? {} : { decision: this.decisionJson(decision) }),
        ...(unkept === undefined ? {} : { unkept }),
      });
  }

  /** Adds the arguments of a decision to the record before the call has an outcome. */
  protected noteEdit({ tool, args, context, edited }: CheckedCall, given: ToolArguments): void {
    // A repeated call has the arguments that the record has.
    if (edited?.arguments === given || this.signal.aborted) return;
    this.add({
      type: "edit",
      at: this.locationOf(context.callId),
      tool: tool.name,
      args,
      outcome: { result: encodedData(given) },
    });
  }

  private decisionJson({ decision, arguments: edited }: CallDecision) {
    return {
      decision,
      ...(edited === undefined ? {} : { arguments: encodedData(edited) }),
    };
  }

  protected masked(json: Json): Json {
    return shownJson(json, this.firewall);
  }
}

function jsonText(json: Json): string {
  return shortened(JSON.stringify(json), 300);
}
