// Tools under a policy: a denied call fails, and one that the policy asks about waits, like that of
// a tool with `needsApproval`.

import type { Tool, ToolArguments, ToolContext, Tools } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";
import { isPlain } from "../effects/tool-table.ts";
import type { PolicyGate } from "./policy-gate.ts";
import type { ToolTraits } from "./policy.ts";
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
  const tool = (typeof given === "function" ? { execute: given } : given) as Tool;
  if (!isObject(tool) || typeof (tool.execute as unknown) !== "function") return given;
  const { needsApproval } = tool;
  if (
    needsApproval !== undefined &&
    typeof needsApproval !== "boolean" &&
    typeof needsApproval !== "function"
  )
    return given;
  checkTraits(`tools.${name}`, tool);
  const execute = (args: ToolArguments, context: ToolContext): unknown => {
    gate.assertAllowed(name, tool, args, context.callId);
    return tool.execute(args, context);
  };
  listenToRequests(execute, (callId) => {
    gate.note(name, callId);
  });
  const rule: NonNullable<Tool["needsApproval"]> = (args, call) => {
    const { verdict } = gate.decide(name, tool, args, call.callId);
    // The call fails when it is made.
    if (verdict === "deny") return false;
    if (verdict === "ask" || needsApproval === undefined) return verdict === "ask";
    return typeof needsApproval === "boolean" ? needsApproval : needsApproval(args, call);
  };
  const waits = gate.mayAsk(name, tool) || (needsApproval ?? false) !== false;
  // The fields of an instance may be inherited.
  const own = Object.create(tool) as Tool;
  return isPlain(tool)
    ? { ...tool, ...(waits ? { needsApproval: rule } : {}), execute }
    : Object.assign(own, waits ? { needsApproval: rule } : {}, { execute });
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
