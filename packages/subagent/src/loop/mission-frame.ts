// What stands around every mission, however it is done: whoever records it is told of its beginning
// and end, and its span has an end on every path.

import type { Fail, TraceScope } from "@ptc/core/contracts";
import { presentFields } from "@ptc/llm/adapter";
import { rememberFirewall } from "../bounds/fail-firewalls.ts";
import type { MissionStep } from "../step/step.ts";
import type { MissionParts } from "./mission-parts.ts";

/** What a mission begins with, or why it cannot. */
export type Begun<Beginning> =
  ({ readonly ok: true } & Beginning) | { readonly ok: false; readonly fail: Fail };

/** Runs `work` where the mission can begin. */
export async function missionFrame<Beginning>(
  parts: MissionParts,
  begin: () => Begun<Beginning>,
  work: (beginning: Beginning, trace: TraceScope) => Promise<MissionStep>,
): Promise<MissionStep> {
  const { options, runId, firewall } = parts;
  const { observer, random, firewall: allowed } = options;
  observer?.begin({ ...options, runId, seed: random.seed, allowed, firewall });
  const step = await traced(parts, begin(), work);
  observer?.end(step);
  if (!step.ok) rememberFirewall(step.fail, firewall);
  return step;
}

async function traced<Beginning>(
  { agent, log, trace, scope: { parent, depth } }: MissionParts,
  beginning: Begun<Beginning>,
  work: (beginning: Beginning, trace: TraceScope) => Promise<MissionStep>,
): Promise<MissionStep> {
  const span = trace.start("mission", () => ({
    ...(agent.name === undefined ? {} : { name: agent.name }),
    ...(parent === undefined ? {} : { parentTraceId: parent.traceId, depth }),
    prompt: log.prompt ?? agent.prompt,
    signature: agent.signature.text,
    tools: [...agent.tools.keys()],
  }));
  try {
    const step = beginning.ok ? await work(beginning, span.scope) : log.refuse(beginning.fail);
    span.end({
      ok: step.ok,
      ...(step.ok
        ? { return: step.return, ...presentFields({ partial: step.partial }) }
        : { fail: step.fail }),
      turns: step.turns.length,
    });
    return step;
  } finally {
    // Needed when a function of the host threw. A span that has ended already does not change.
    span.end({ ok: false, turns: log.turnCount });
  }
}
