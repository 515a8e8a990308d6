// Calls of a mission under its policies.

import type { ToolWrapper } from "@ptc/lisp/internal";
import { deniedProgram, type PolicedProgram, type PolicyGate } from "@ptc/lisp/internal/policy";
import type { LispStep } from "@ptc/lisp";
import type { AgentTool } from "../agent/agent-tool.ts";
import type { CallWaits } from "../agent/call-waits.ts";
import { counted } from "../bounds/activity.ts";
import type { Place } from "../bounds/place.ts";

/** Wraps a tool whose arguments have been checked: denied calls fail, also those in a cache. */
export function policed(
  gate: PolicyGate,
  name: string,
  { traits, origin }: Pick<AgentTool, "traits" | "origin">,
): ToolWrapper {
  const { met } = gate;
  return (inner) => (args, call) => {
    gate.note(name, call.callId);
    gate.assertAllowed(name, traits, args, call.callId);
    if (met === undefined) return inner(args, call);
    const noted = async (): Promise<unknown> => {
      let answer: unknown;
      try {
        answer = await inner(args, call);
        return answer;
      } finally {
        // An error may contain what the tool has read, too.
        met.note(name, origin, answer);
      }
    };
    return noted();
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
      const { verdict, why } = gate.decide(name, traits, args, call.callId);
      if (verdict === "ask") {
        if (why !== undefined) call.noteWhy?.(why);
        return true;
      }
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
