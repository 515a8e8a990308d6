// The frame of every mission: reports its start and end to the recorder, and ends its span on every
// path.

import type { Fail, TraceScope } from "@ptc/core/contracts";
import { presentFields } from "@ptc/llm/adapter";
import { rememberFirewall } from "../bounds/fail-firewalls.ts";
import { withJsonAnswer } from "../step/json-answer.ts";
import type { MissionStep } from "../step/step.ts";
import type { MissionParts } from "./mission-parts.ts";

/** The start of a mission, or the reason why it can't start. */
export type StartResult<Start> =
  ({ readonly ok: true } & Start) | { readonly ok: false; readonly fail: Fail };

/** Runs `work` if the mission can start. */
export async function missionFrame<Start>(
  parts: MissionParts,
  begin: () => StartResult<Start>,
  work: (start: Start, trace: TraceScope) => Promise<MissionStep>,
): Promise<MissionStep> {
  const { options, runId, firewall, trace } = parts;
  const { observer, random, firewall: allowed } = options;
  const libraries = parts.agent.libraries?.versions;
  observer?.begin({ ...options, runId, seed: random.seed, allowed, firewall, trace, libraries });
  const step = await traced(parts, begin(), work);
  observer?.end(step);
  if (!step.ok) rememberFirewall(step.fail, firewall);
  return step;
}

async function traced<Start>(
  { agent, log, trace, scope: { parent, depth } }: MissionParts,
  start: StartResult<Start>,
  work: (start: Start, trace: TraceScope) => Promise<MissionStep>,
): Promise<MissionStep> {
  const span = trace.start("mission", () => ({
    ...(agent.name === undefined ? {} : { name: agent.name }),
    ...(parent === undefined ? {} : { parentTraceId: parent.traceId, depth }),
    prompt: log.prompt ?? agent.prompt,
    signature: agent.signature.text,
    tools: [...agent.tools.keys()],
  }));
  try {
    const ended = start.ok ? await work(start, span.scope) : log.refuse(start.fail);
    const step = agent.json && parent === undefined ? withJsonAnswer(ended) : ended;
    span.end({
      ok: step.ok,
      ...(step.ok
        ? { return: step.return, ...presentFields({ partial: step.partial }) }
        : { fail: step.fail }),
      turns: step.turns.length,
    });
    return step;
  } finally {
    // Ends the span if a function of the host threw. Has no effect on a span that has ended.
    span.end({ ok: false, turns: log.turnCount });
  }
}
