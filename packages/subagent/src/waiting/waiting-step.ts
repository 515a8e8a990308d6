// The steps of missions that can only wait, and of those whose entries couldn't be stored.

import { unstoredFail, without } from "@ptc/lisp/internal/waiting";
import type { MissionStep, Turn } from "../step/step.ts";

/** Returns the step of a mission that ended because an entry couldn't be stored. */
export function unstored(step: MissionStep, { error }: { readonly error: unknown }): MissionStep {
  return { ...without(step, ["ok", "fail", "status"]), ok: false, fail: unstoredFail(error) };
}

/** Returns the fields of a waiting step: those of its complete turns. */
export function waitingBase(ended: MissionStep, turns: readonly Turn[], held: number) {
  const { usage, childSteps = [] } = ended;
  const rest = without(ended, ["ok", "fail", "status", "usage", "childSteps", "childTraces"]);
  const toolCalls = turns.flatMap((turn) => turn.toolCalls);
  const childTraces = toolCalls.flatMap((call) => call.childTraceIds ?? []);
  const children = childSteps.filter(({ step }) => childTraces.includes(step.traceId));
  return {
    ...rest,
    turns,
    prints: turns.flatMap((turn) => turn.prints),
    toolCalls,
    ...(children.length === 0 ? {} : { childSteps: children }),
    ...(childTraces.length === 0 ? {} : { childTraces }),
    ...(usage === undefined ? {} : { usage: { ...usage, toolCalls: usage.toolCalls - held } }),
  };
}
