// The approval rules of the calls of a mission. The answer of a rule is an effect of the run with a
// line of its own, so a resumed run asks no rule again.

import type { ApprovalContext, ToolArguments, ToolContext } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { isThenable } from "@ptc/core/internal/contracts";
import { shortened } from "@ptc/core/internal/printing";
import { isYes, ownArguments, type DecidedCall } from "@ptc/lisp/internal/waiting";
import type { ToolThatWaits } from "../bounds/effects.ts";
import { messageOf } from "../recording/effect-json.ts";
import type { HoldingRun } from "./holding-run.ts";

export class ApprovalRules {
  private readonly run: HoldingRun;
  /** The calls that waited before. */
  private readonly before: ReadonlyMap<string, DecidedCall>;
  /** Why calls need an approval, by their ids. */
  private readonly explanations = new Map<string, string>();

  constructor(run: HoldingRun, before: ReadonlyMap<string, DecidedCall>) {
    this.run = run;
    this.before = before;
  }

  /** Returns the explanation of the rule that has asked about a call. */
  explanationOf({ callId }: ToolContext): string | undefined {
    const explanation = this.explanations.get(callId);
    this.explanations.delete(callId);
    return explanation;
  }

  /** Returns true, false, or a promise of it. A rule that fails fails the call. */
  needsApproval(tool: ToolThatWaits, args: ToolArguments, context: ToolContext): unknown {
    const { run } = this;
    const { needsApproval } = tool;
    if (needsApproval === false && run.gate.hasCaughtUp && this.before.size === 0) return false;
    const at = run.locationOf(context.callId);
    if (run.lines.has("approval", at) || this.waitedForApproval(context.callId, at)) {
      // The rule has been asked before, or it has become stricter or weaker since then.
      const known = run.take("rule", at);
      return known === undefined ? true : run.passed(known, () => true);
    }
    if (needsApproval === false) return false;
    const known = run.take("rule", at);
    if (known !== undefined) return run.passed(known, () => ruleAnswer(known.line.outcome));
    // A call that was made without an approval isn't asked about after it.
    if (run.gate.isReplaying && this.hasBegun(at)) return false;
    return needsApproval === true
      ? true
      : run.afterRecorded(() => this.ruled(needsApproval, at, args, context));
  }

  /** True if the call waited for an approval, and its tool hasn't suspended itself since. */
  private waitedForApproval(callId: string, at: string): boolean {
    const reason = this.before.get(callId)?.call.reason;
    return reason === "approval" && !this.run.lines.has("tool", at);
  }

  /** True if the run has recorded an effect of the call. */
  private hasBegun(at: string): boolean {
    const { lines } = this.run;
    return lines.has("tool", at) || lines.has("mission", at);
  }

  private ruled(
    rule: Exclude<ToolThatWaits["needsApproval"], boolean>,
    at: string,
    args: ToolArguments,
    { callId, address }: ToolContext,
  ): unknown {
    const { run } = this;
    const noteWhy = (why: string): void => {
      this.explanations.set(callId, why);
    };
    const call: ApprovalContext = { callId, toolCallId: callId, address, noteWhy };
    const record = (outcome: RuleOutcome, later: { readonly isLater?: true }): void => {
      run.add({ type: "rule", at, ...later, outcome });
    };
    let asked: RuleOutcome | Promise<RuleOutcome>;
    try {
      const answer = rule(ownArguments(args), call);
      asked = isThenable(answer)
        ? Promise.resolve(answer).then(ruleAnswered, ruleFailed)
        : ruleAnswered(answer);
    } catch (error) {
      asked = ruleFailed(error);
    }
    if (isThenable(asked))
      return run.answers
        .inTurn(undefined, asked, (outcome) => {
          record(outcome, { isLater: true });
        })
        .then(ruleAnswer);
    record(asked, {});
    return ruleAnswer(asked);
  }
}

/** The answer of a rule, or the message of its error. */
type RuleOutcome = { readonly needs: boolean } | { readonly error: string };

function ruleAnswered(answer: unknown): RuleOutcome {
  try {
    return { needs: isYes(answer) };
  } catch (error) {
    return ruleFailed(error);
  }
}

function ruleFailed(error: unknown): RuleOutcome {
  return { error: `needsApproval failed: ${shortened(messageOf(error) ?? "it threw", 1_000)}` };
}

/** @throws Error that the rule threw */
function ruleAnswer(outcome: Json): boolean {
  const { needs, error } = outcome as { readonly needs?: unknown; readonly error?: unknown };
  if (typeof error === "string") throw new Error(error);
  return needs !== false;
}
