// The calls of a mission that wait for decisions, or that have waited.
//
//   call ──▶ rule ──▶ held ──▶ decision ──▶ the tool ──▶ result
//                      ▲                       │ suspended
//                      └───────────────────────┘
//
// Rules and decisions are effects of the run, with lines of their own. So a resumed run asks no
// rule again, and applies each decision at the point at which it was applied before.

import type {
  ApprovalContext,
  CallDecision,
  Clock,
  ToolArguments,
  ToolContext,
  ToolFunction,
} from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { isThenable } from "@ptc/core/internal/contracts";
import { shortened } from "@ptc/core/internal/printing";
import { decodedValue } from "@ptc/core/internal/stored";
import { nextTask } from "@ptc/core/internal/task";
import type { SuspendOptions } from "@ptc/lisp";
import {
  appendBegun,
  appendCall,
  decidedData,
  decidedEdit,
  decisionProblem,
  differenceOf,
  isYes,
  markDecided,
  markRequested,
  ownArguments,
  refusal,
  requestedCall,
  Suspension,
  unmetText,
  type CheckpointWriter,
  type DecidedCall,
  type Digests,
  type MadeDecision,
  type RequestedCall,
} from "@ptc/lisp/internal/waiting";
import type { Holds, ToolThatWaits } from "../bounds/effects.ts";
import { placeOf } from "../bounds/place.ts";
import { messageOf } from "../recording/effect-json.ts";
import { argumentsJson } from "./arguments-json.ts";
import { clearData } from "./clear-json.ts";
import type { HoldingRun } from "./holding-run.ts";
import type { PlacedLine } from "./mission-lines.ts";

/** The calls that waited, with their decisions. */
export interface PendingCalls {
  readonly digests: Digests;
  readonly calls: ReadonlyMap<string, DecidedCall>;
}

/** A call that waits in this process. */
interface HeldCall {
  readonly pending: RequestedCall;
  readonly args: Json;
  readonly before: DecidedCall | undefined;
  readonly tool: ToolThatWaits;
  readonly context: ToolContext;
  readonly settle: (made: MadeDecision) => void;
}

interface NotedDecision {
  /** False if the tool had suspended itself. */
  readonly isApproval: boolean;
  /** Reports the decision for the record of the call, and for the trace. */
  readonly note: (made: CallDecision) => void;
}

export class HeldMissionCalls implements Holds {
  private readonly run: HoldingRun;
  private readonly before: PendingCalls;
  private readonly clock: Clock;
  private readonly writer: CheckpointWriter | undefined;
  private readonly waiting = new Map<string, HeldCall>();
  /** The calls that waited before, and that this run hasn't requested yet. */
  private readonly missing: Set<string>;
  /** The calls that waited before, and whose arguments are still the same. */
  private readonly fitting = new Set<string>();
  /** The ids of calls of tools that may suspend themselves. */
  private readonly suspending = new Set<string>();
  /** The tools whose calls waited before. */
  private names: ReadonlySet<string> | undefined = undefined;
  /** Edits and answers by the ids of calls, once they have been checked. */
  private readonly accepted = new Map<string, MadeDecision>();

  constructor(
    run: HoldingRun,
    before: PendingCalls,
    clock: Clock,
    writer: CheckpointWriter | undefined,
  ) {
    this.run = run;
    this.writer = writer;
    this.before = before;
    this.clock = clock;
    this.missing = new Set(before.calls.keys());
  }

  /** The calls that wait, and the JSON of their arguments. */
  get pending(): readonly { readonly pending: RequestedCall; readonly args: Json }[] {
    return [...this.waiting.values()];
  }

  /** A call that waited before, and that the run hasn't requested, as text. */
  get unmet(): string | undefined {
    const [id] = this.missing;
    const call = id === undefined ? undefined : this.before.calls.get(id)?.call;
    return call === undefined ? undefined : unmetText(call);
  }

  /** True if calls of this tool waited before, even if its calls need no approval now. */
  waitedBefore(name: string): boolean {
    this.names ??= this.namesBefore();
    return this.names.has(name);
  }

  private namesBefore(): ReadonlySet<string> {
    const { lines } = this.run.lines;
    const decided = new Set(lines.flatMap(({ type, at }) => (type === "approval" ? [at] : [])));
    const names = lines.flatMap((line) =>
      line.type === "tool" && decided.has(line.at) ? [line.tool] : [],
    );
    return new Set([...names, ...[...this.before.calls.values()].map(({ call }) => call.tool)]);
  }

  /** True if the tool of this call may suspend itself. */
  suspends({ callId }: ToolContext): boolean {
    return this.suspending.size > 0 && this.suspending.has(callId);
  }

  held(tool: ToolThatWaits): ToolFunction {
    return (args, context) => {
      tool.take();
      if (tool.suspends) this.suspending.add(context.callId);
      const make = (): unknown => this.made(tool, tool.call, args, context);
      const needs = this.needsApproval(tool, args, context);
      if (isThenable(needs))
        return Promise.resolve(needs).then((isNeeded) =>
          isNeeded === true ? this.waited(tool, args, context) : make(),
        );
      return needs === true ? this.waited(tool, args, context) : make();
    };
  }

  /**
   * Called when the run can only wait. Applies the decisions about calls that waited before.
   * Returns false if there are none, so the run has to wait for longer.
   */
  decide(): boolean {
    const unchecked = [...this.waiting.values()].filter(
      ({ before, pending }) => before !== undefined && !this.fitting.has(pending.id),
    );
    if (unchecked.length === 0) return false;
    const turn = this.run.gate.begin();
    this.checked(unchecked).then(
      (isFitting) => {
        // A decision that doesn't fit leaves no trace, because the caller may correct it.
        if (isFitting) {
          this.run.continued();
          this.settle(unchecked);
        }
        turn(() => undefined);
      },
      (error: unknown) => {
        this.run.fail(
          "changed",
          `the calls that wait can't be compared: ${messageOf(error) ?? ""}`,
        );
        turn(() => undefined);
      },
    );
    return true;
  }

  /** True if the process was killed while this call ran. */
  isUncertain(callId: string): boolean {
    return (
      this.missing.size > 0 &&
      this.missing.has(callId) &&
      this.before.calls.get(callId)?.call.uncertain === true
    );
  }

  /** Waits for the decision about a call that may have run. */
  async uncertain(name: string, args: ToolArguments, context: ToolContext): Promise<MadeDecision> {
    const decision = await this.hold(
      {
        name,
        needsApproval: false,
        approvalTimeoutMs: undefined,
        suspends: false,
        requested: () => args,
        checked: () => {
          throw new TypeError("a call that may have run can't be edited: approve or answer it");
        },
        take: () => undefined,
        call: () => undefined,
        callEdited: () => undefined,
        answered: (result) => result,
      },
      context,
      undefined,
      placeOf(context)?.hold(),
    );
    context.noteDecision?.({ decision: decisionNames[decision.type] });
    return decision;
  }

  /** Appends the entry of a call that begins. */
  appendBegun(
    name: string,
    given: ToolArguments,
    { callId, address }: ToolContext,
    writer: CheckpointWriter,
  ): void {
    const call = { id: callId, tool: name, address, askedAt: this.clock.now() };
    appendBegun(call, argumentsJson(given), writer, this.secrets);
  }

  private get secrets() {
    return { digests: this.before.digests, firewall: this.run.firewall };
  }

  /** Returns true, false, or a promise of it. A rule that fails fails the call. */
  private needsApproval(tool: ToolThatWaits, args: ToolArguments, context: ToolContext): unknown {
    const { run } = this;
    const { needsApproval } = tool;
    if (needsApproval === false && run.gate.hasCaughtUp && this.before.calls.size === 0)
      return false;
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
    const reason = this.before.calls.get(callId)?.call.reason;
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
    const call: ApprovalContext = { callId, toolCallId: callId, address };
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
      return run
        .live(undefined, asked, (outcome) => {
          record(outcome, { isLater: true });
        })
        .then(ruleAnswer);
    record(asked, {});
    return ruleAnswer(asked);
  }

  /** Makes an approved call. If its tool suspends itself, the call waits again. */
  private made(
    tool: ToolThatWaits,
    make: ToolFunction,
    args: ToolArguments,
    context: ToolContext,
  ): unknown {
    const suspended = (error: unknown): unknown => {
      if (!(error instanceof Suspension)) throw error;
      return this.waited(tool, args, context, error.options);
    };
    let answer: unknown;
    try {
      answer = make(args, context);
    } catch (error) {
      return suspended(error);
    }
    // A recorded suspension counts even if the tool no longer declares it.
    return (tool.suspends || this.run.gate.isReplaying) && isThenable(answer)
      ? Promise.resolve(answer).catch(suspended)
      : answer;
  }

  /** Waits for a decision, and continues with it. */
  private async waited(
    tool: ToolThatWaits,
    args: ToolArguments,
    context: ToolContext,
    why?: SuspendOptions,
  ): Promise<unknown> {
    const { run } = this;
    const at = run.locationOf(context.callId);
    const type = why === undefined ? "approval" : "decision";
    const known = run.take(type, at);
    // The call waits in the replay too, so slots are free at the same points.
    const release = placeOf(context)?.hold();
    const decision =
      known === undefined
        ? await this.hold(tool, context, why, release)
        : await run.inLine(known.index, known.line, () => {
            release?.();
            return this.recorded(known);
          });
    if (known === undefined) this.record(type, at, decision, tool);
    // The context is passed as it is, because layers below and above know the call by it.
    const note = (made: CallDecision): void => {
      context.noteDecision?.(made);
      if (known !== undefined) return;
      const call = { id: context.callId, tool: tool.name };
      const message = decision.type === "deny" ? decision.message : undefined;
      markDecided(run, context.trace, call, made, message);
    };
    const isApproval = why === undefined;
    return await this.applied(decision, tool, args, context, { isApproval, note });
  }

  private hold(
    tool: ToolThatWaits,
    context: ToolContext,
    why: SuspendOptions | undefined,
    release: (() => void) | undefined,
  ): Promise<MadeDecision> {
    const { callId, address } = context;
    const waited = this.before.calls.get(callId);
    // Only the first wait of the call in this pass is the one that the checkpoint has.
    const before = this.missing.delete(callId) ? waited : undefined;
    if (before !== undefined) this.run.gate.met();
    if (before !== undefined && before.call.tool !== tool.name)
      throw this.run.diverged(
        `tool/${tool.name} is called at ${this.run.locationOf(callId)}, where tool/${shortened(before.call.tool, 100)} waits`,
      );
    const pending = requestedCall(
      { id: callId, tool: tool.name, address },
      {
        before,
        why,
        askedAt: this.clock.now(),
        approvalTimeoutMs: tool.approvalTimeoutMs,
      },
    );
    const args = argumentsJson(tool.requested(context));
    const { writer, run } = this;
    if (before === undefined) markRequested(run, context.trace, pending, () => run.masked(args));
    if (writer !== undefined) appendCall("waits", { pending, args }, writer, this.secrets);
    return new Promise((settle) => {
      const decided = (made: MadeDecision): void => {
        release?.();
        settle(made);
      };
      this.waiting.set(callId, { pending, args, before, tool, context, settle: decided });
      this.run.gate.hold();
    });
  }

  /**
   * Compares the calls with those that waited before: a person may already have seen those that
   * have no decision yet. Returns false if the run has ended, because one differs.
   */
  private async checked(calls: readonly HeldCall[]): Promise<boolean> {
    for (const [index, call] of calls.entries()) {
      if (index % callsPerTask === callsPerTask - 1) await nextTask();
      const difference = await differenceOf(call, this.before.digests, (args, shown) =>
        this.run.fitsRecorded(args, shown),
      );
      if (difference !== undefined) {
        this.run.diverged(difference);
        return false;
      }
      if (!(await this.acceptsDecision(call))) return false;
    }
    return true;
  }

  /** Returns false, and ends the run, if the arguments or the result of a decision don't fit. */
  private async acceptsDecision({
    pending: { id },
    args,
    before,
    tool,
    context,
  }: HeldCall): Promise<boolean> {
    const decision = before?.decision;
    try {
      if (decision?.type === "approve" && decision.arguments !== undefined) {
        const requested = decodedValue(args, "arguments");
        const edited = decidedEdit(decision.arguments, before?.call.arguments, requested);
        await tool.checked(edited, context);
        this.accepted.set(id, { type: "approve", arguments: edited });
      }
      if (decision?.type === "answer") {
        const result = decidedData(decision.result);
        await tool.answered(result, context);
        this.accepted.set(id, { type: "answer", result });
      }
      return true;
    } catch (error) {
      this.run.fail("decision", decisionProblem(id, error, this.run.firewall));
      return false;
    }
  }

  /** Lets the calls with decisions continue, each in its turn. */
  private settle(calls: readonly HeldCall[]): void {
    const { gate } = this.run;
    for (const call of calls) {
      const { before, pending, settle } = call;
      this.fitting.add(pending.id);
      const decision = before?.decision ?? this.timed(call);
      if (decision === undefined) continue;
      this.waiting.delete(pending.id);
      gate.release();
      gate.begin()(() => {
        settle(this.accepted.get(pending.id) ?? decision);
      });
    }
  }

  /**
   * Returns an approval if the time is over for which the tool wanted to wait. Anyone could write
   * such a time into an unsigned checkpoint, so a call that needs an approval isn't continued.
   */
  private timed({ before, tool }: HeldCall): MadeDecision | undefined {
    const until = before?.call.until;
    const isOver = until !== undefined && this.clock.now() >= until;
    return isOver && tool.suspends && tool.needsApproval === false
      ? { type: "approve" }
      : undefined;
  }

  private record(
    type: "approval" | "decision",
    at: string,
    decision: MadeDecision,
    { name }: ToolThatWaits,
  ): void {
    const { run } = this;
    try {
      run.add({ type, at, outcome: clearData(decision) });
    } catch (error) {
      run.lines.unkept.set(`the decision about tool/${name} at ${at}`, messageOf(error) ?? "");
    }
  }

  /** Continues a call with a decision. */
  private async applied(
    decision: MadeDecision,
    tool: ToolThatWaits,
    args: ToolArguments,
    context: ToolContext,
    { isApproval, note }: NotedDecision,
  ): Promise<unknown> {
    switch (decision.type) {
      case "approve": {
        const { arguments: edited } = decision;
        if (edited === undefined) {
          note({ decision: "approved" });
          return await this.made(tool, tool.call, args, context);
        }
        const accepted = (await tool.checked(edited, context)) as ToolArguments;
        note({ decision: "edited", arguments: edited });
        return await this.made(tool, tool.callEdited, accepted, context);
      }
      case "answer":
        note({ decision: "answered" });
        return await tool.answered(decision.result, context);
      case "deny":
      case "expire":
        note({ decision: decisionNames[decision.type] });
        throw refusal(decision, isApproval);
    }
  }

  private recorded({ line }: PlacedLine<"approval" | "decision">): MadeDecision {
    const { outcome } = line;
    const decision = decodedValue(outcome, "decision");
    if (isMade(decision)) return decision;
    throw this.run.unreadable({ effect: line }, "it has no decision");
  }
}

/** The number of calls after which other work of the host gets a turn. */
const callsPerTask = 64;

const decisionNames = {
  approve: "approved",
  answer: "answered",
  deny: "denied",
  expire: "expired",
} as const;

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

function isMade(decision: unknown): decision is MadeDecision {
  if (typeof decision !== "object" || decision === null) return false;
  const { type, message } = decision as { readonly type?: unknown; readonly message?: unknown };
  return (
    type === "approve" ||
    type === "answer" ||
    type === "expire" ||
    (type === "deny" && typeof message === "string")
  );
}
