// Calls of a mission under its policies.

import type { ToolWrapper } from "@ptc/lisp/internal";
import type { ToolTraits } from "@ptc/lisp";
import { deniedProgram, type PolicedProgram, type PolicyGate } from "@ptc/lisp/internal/policy";
import type { LispStep } from "@ptc/lisp";
import type { AgentTool } from "../agent/agent-tool.ts";
import type { CallWaits } from "../agent/call-waits.ts";
import { counted } from "../bounds/activity.ts";
import type { Place } from "../bounds/place.ts";

/** Wraps a tool whose arguments have been checked: denied calls fail, also those in a cache. */
export function policed(gate: PolicyGate, name: string, traits: ToolTraits): ToolWrapper {
  return (inner) => (args, call) => {
    gate.note(name, call.callId);
    gate.assertAllowed(name, traits, args, call.callId);
    return inner(args, call);
  };
}

/** Returns when calls of a tool wait, by its own fields and by the policies. */
export function waitsUnder(
  gate: PolicyGate | undefined,
  name: string,
  { waits, traits }: AgentTool,
): CallWaits | undefined {
  if (gate?.mayAsk(name, traits) !== true) return waits;
  const { needsApproval = false, approvalTimeoutMs, suspends = false } = waits ?? {};
  return {
    needsApproval: (args, call) => {
      if (gate.decide(name, traits, args, call.callId).verdict === "ask") return true;
      return typeof needsApproval === "boolean" ? needsApproval : needsApproval(args, call);
    },
    approvalTimeoutMs,
    suspends,
  };
}

/** Runs a program of a mission, unless it certainly makes a call that a policy denies. */
export async function allowedProgram(
  gate: PolicyGate | undefined,
  place: Place | undefined,
  source: string,
  options: PolicedProgram,
  run: () => Promise<LispStep>,
): Promise<LispStep> {
  if (gate === undefined) return await run();
  // The program itself may have to wait, so only the analysis counts as work.
  return (await counted(place, deniedProgram(source, options, gate))) ?? (await run());
}
