// The calls of a program that can wait: recorded ones, real ones, and those that wait for a
// decision.
//
//   call ──▶ recorded? ──▶ arguments checked ──▶ waited before? ──▶ approval needed? ──▶ executed
//               │                                      │                   │
//               ▼                                      ▼                   ▼
//            replayed                                 held                held

import type { ApprovalContext, Tool, ToolArguments, ToolContext, Tools } from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import { shortened } from "@ptc/core/internal/printing";
import { acceptedArguments } from "../effects/tool-schemas.ts";
import { thrownMessage } from "../evaluation/errors/raised.ts";
import { noteRequest } from "../policy/request-listeners.ts";
import { encodedData, failedOutcome } from "./call-outcomes.ts";
import { editedBy, type CheckedCall, type NamedTool } from "./checked-call.ts";
import { HeldCalls } from "./held-calls.ts";
import { ownArguments } from "./own-arguments.ts";
import { isYes, toolsCalledBy } from "./tools-that-wait.ts";

export class ProgramCalls extends HeldCalls {
  /** Returns tools that record their calls, and wait. @throws OptionError */
  tools(given: Tools): Tools {
    return toolsCalledBy(given, (tool, args, context) => this.call(tool, args, context));
  }

  /** The arguments are checked before a call is made. A recorded call has passed that check. */
  private call(named: NamedTool, requested: ToolArguments, context: ToolContext): unknown {
    const { name, tool } = named;
    const at = this.locationOf(context.callId);
    noteRequest(tool.execute, context.callId);
    const args = encodedData(requested);
    const decided = this.log.take("edit", at)?.effect;
    const known = this.log.take("tool", at);
    if (known !== undefined) return this.replayed(known.line, known.effect, name, args, context);
    const { callId } = context;
    if (this.unmet.size > 0) this.unmet.delete(callId);
    const edited = decided === undefined ? undefined : this.editOf(decided, name, args);
    const failed = (error: unknown, isLater: boolean): unknown =>
      this.ended(isLater, () => {
        // The call that waited had passed the check.
        if (this.options.pending.has(callId)) this.unmet.add(callId);
        this.record({ tool: named, args, context }, this.isLater(isLater), failedOutcome(error));
        throw error;
      });
    let checked: unknown;
    try {
      checked = acceptedArguments(tool.inputSchema, edited?.arguments ?? requested);
    } catch (error) {
      this.assertNew(() => `tool/${name} at ${at}`);
      return failed(error, false);
    }
    const callOf = (accepted: unknown): CheckedCall => ({
      tool: named,
      args,
      checked: accepted,
      context,
      edited,
    });
    if (!isThenable(checked)) return this.checkedCall(callOf(checked), false);
    return this.counted(Promise.resolve(checked)).then(
      (accepted) => this.checkedCall(callOf(accepted), true),
      (error: unknown) => failed(error, true),
    );
  }

  /** `isLater` is true if the program already waits for the call. */
  private checkedCall(call: CheckedCall, isLater: boolean): unknown {
    const { tool: named, edited, context } = call;
    const { callId } = context;
    const { pending } = this.options;
    const before = pending.size === 0 ? undefined : pending.get(callId);
    if (before !== undefined) {
      const { tool } = before.call;
      if (tool !== named.name)
        throw this.diverged(
          `tool/${named.name} is called at ${this.locationOf(callId)}, where tool/${shortened(tool, 100)} waits`,
        );
      return this.hold(call, undefined, before);
    }
    this.assertNew(() => `tool/${named.name} at ${this.locationOf(callId)}`);
    if (edited !== undefined) return this.execute(call, { isLater, decision: editedBy(edited) });
    const { needsApproval = false } = named.tool;
    if (typeof needsApproval === "boolean")
      return needsApproval ? this.hold(call) : this.execute(call, { isLater });
    let explanation: string | undefined;
    const isHeld = this.ruled(needsApproval, call, isLater, (why) => {
      explanation = why;
    });
    return this.then(isHeld, (needs) =>
      needs === true
        ? this.hold(call, { explanation })
        : this.execute(call, { isLater: isLater || isThenable(isHeld) }),
    );
  }

  /** Asks the tool's rule. An error of the rule fails the call, and is recorded like its answer. */
  private ruled(
    rule: Exclude<Tool["needsApproval"], boolean | undefined>,
    { tool, args, checked, context }: CheckedCall,
    isWaitedFor: boolean,
    noteWhy: (why: string) => void,
  ): unknown {
    const { callId, address } = context;
    const call: ApprovalContext = { callId, toolCallId: callId, address, noteWhy };
    const failed = (error: unknown, isLater: boolean): unknown =>
      this.ended(isLater, () => {
        const message = `needsApproval failed: ${thrownMessage(error, "it threw")}`;
        this.record({ tool, args, context }, this.isLater(isLater), { error: { message } });
        throw new Error(message);
      });
    try {
      const answer = rule(ownArguments(checked as ToolArguments), call);
      if (!isThenable(answer)) return isYes(answer);
      return this.counted(Promise.resolve(answer).then(isYes)).catch((error: unknown) =>
        failed(error, true),
      );
    } catch (error) {
      return failed(error, isWaitedFor);
    }
  }

  /** Continues at once if `value` isn't a promise, and counts its work otherwise. */
  private then(value: unknown, next: (value: unknown) => unknown): unknown {
    return isThenable(value) ? this.counted(Promise.resolve(value)).then(next) : next(value);
  }

  private counted<Made>(work: Promise<Made>): Promise<Made> {
    this.gate.activity.during(work, this.signal);
    return work;
  }
}
