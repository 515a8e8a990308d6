// Tools under a policy: a denied call fails, and one that the policy asks about waits, like that of
// a tool with `needsApproval`.

import type { Tool, ToolArguments, ToolContext, Tools } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { toolOf, withFields } from "./changed-tools.ts";
import { deniedFailure, type PolicyGate } from "./policy-gate.ts";
import type { PolicyDecision, ToolTraits } from "./policy.ts";
import { listenToRequests } from "./request-listeners.ts";

/** Returns the tools under a policy. Other values stay, so that the run refuses them. */
export function policedTools(tools: Tools, gate: PolicyGate): Tools {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]): [string, Tools[string]] => [
      name,
      policedTool(name, tool, gate),
    ]),
  );
}

function policedTool(name: string, given: Tools[string], gate: PolicyGate): Tools[string] {
  const tool = toolOf(given);
  if (tool === undefined) return given;
  const { needsApproval } = tool;
  if (
    needsApproval !== undefined &&
    typeof needsApproval !== "boolean" &&
    typeof needsApproval !== "function"
  )
    return given;
  checkTraits(`tools.${name}`, tool);
  const execute = (args: ToolArguments, context: ToolContext): unknown => {
    const decided = gate.settle(name, tool, args, context.callId);
    const act = (decision: PolicyDecision): unknown => {
      if (decision.verdict === "deny") throw deniedFailure(name, decision);
      return tool.execute(args, context);
    };
    return decided instanceof Promise ? decided.then(act) : act(decided);
  };
  listenToRequests(execute, (callId) => {
    gate.note(name, callId);
  });
  const rule: NonNullable<Tool["needsApproval"]> = (args, call) => {
    const decided = gate.settle(name, tool, args, call.callId);
    const asks = ({ verdict, why }: PolicyDecision): boolean | PromiseLike<boolean> => {
      // The call fails when it is made.
      if (verdict === "deny") return false;
      if (verdict === "ask" && why !== undefined) call.noteWhy?.(why);
      if (verdict === "ask" || needsApproval === undefined) return verdict === "ask";
      return typeof needsApproval === "boolean" ? needsApproval : needsApproval(args, call);
    };
    return decided instanceof Promise ? decided.then(asks) : asks(decided);
  };
  const waits = gate.mayAsk(name, tool) || (needsApproval ?? false) !== false;
  return withFields(tool, { ...(waits ? { needsApproval: rule } : {}), execute });
}

const effects: readonly unknown[] = ["read", "write", "destructive"];

/** Checks the fields of a tool that a policy reads. @throws OptionError */
export function checkTraits(option: string, { effect, idempotent, openWorld }: ToolTraits): void {
  if (effect !== undefined && !effects.includes(effect))
    throw new OptionError(`${option}.effect`, 'expected "read", "write" or "destructive"');
  for (const [name, flag] of Object.entries({ idempotent, openWorld }))
    if (flag !== undefined && typeof (flag as unknown) !== "boolean")
      throw new OptionError(`${option}.${name}`, "expected true or false");
}
