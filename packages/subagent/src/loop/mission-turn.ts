// The turns of a mission in the form that its mode needs, and the programs that run in them.

import type { TraceScope } from "@ptc/core/contracts";
import { presentFields } from "@ptc/llm/adapter";
import { unrecoverablePrefix, run as runProgram, type LispStep, type Program } from "@ptc/lisp";
import { ToolRunner } from "@ptc/lisp/internal";
import { counted } from "../bounds/activity.ts";
import type { Deadline } from "../bounds/deadline.ts";
import { clockIn, storeIn } from "../bounds/place.ts";
import { hintedFail } from "../bounds/refused-call.ts";
import { namedFail } from "../bounds/tool-calls.ts";
import type { ModeTurn, SampleRun } from "../modes/mode.ts";
import { withAbsentParameters } from "./absent-parameters.ts";
import { noteDefinitions } from "../firewall/hidden-values.ts";
import { allowedProgram } from "./policed-calls.ts";
import type { MissionParts } from "./mission-parts.ts";

/** The values that a turn needs in addition to the parts of its mission. */
export interface TurnWork {
  readonly context: Readonly<Record<string, unknown>>;
  readonly deadline: Deadline;
  /** The program to run, if it was prepared earlier. */
  readonly prepared?: Program | undefined;
}

/**
 * Returns the turn for the mode. Information about later turns is computed when the mode reads it.
 */
export function modeTurn(
  parts: MissionParts,
  work: TurnWork,
  trace: TraceScope,
  isWork: boolean,
): ModeTurn {
  const { agent, turns, log, journal, place: activity } = parts;
  const { deadline } = work;
  const { conversation, before } = parts.options;
  parts.policy?.met?.begin({
    context: work.context,
    isContinued:
      log.memory.size > 0 ||
      log.history.length > 0 ||
      (conversation?.before.length ?? 0) > 0 ||
      before !== undefined,
  });
  const changes = journal?.changeCount ?? 0;
  return {
    number: turns.used,
    isWork,
    get mustAnswer() {
      return turns.left === 0 || agent.maxTurns === 1;
    },
    get next() {
      const { phase, left } = turns;
      return phase === undefined
        ? undefined
        : {
            phase,
            turnsLeft: Math.min(left, Math.max(1, parts.spending.requestsLeft)),
            summaries: log.summaries,
            journaled: journal?.setSince(changes) ?? [],
          };
    },
    get over() {
      return deadline.fail;
    },
    signal: deadline.signal,
    trace,
    runId: callRunId(parts),
    activity,
    toolRunner: new ToolRunner({
      tools: new Map(Object.entries(parts.tools)),
      clock: clockIn(parts.place, parts.options.clock),
      trace,
      layer: "native",
      activity,
    }),
    unrecoverablePrefix: (source) =>
      counted(
        activity,
        unrecoverablePrefix(source, {
          tools: parts.programTools,
          limits: agent.limits,
          ...presentFields({ libraries: agent.libraries }),
          memoryNames: log.memory.names(),
          context: withAbsentParameters(agent, work.context),
        }),
      ),
    evaluate: (source, sample) => evaluated(source, parts, { ...work, ...sample }, trace),
  };
}

async function evaluated(
  source: string,
  parts: MissionParts,
  { context, deadline, sample, prepared }: TurnWork & Partial<SampleRun>,
  trace: TraceScope,
): Promise<LispStep> {
  const { agent, options, log, turns, journal, firewall, place, policy } = parts;
  const tools = parts.programTools;
  const given = {
    chargeToolTime: agent.chargeToolTime,
    context: withAbsentParameters(agent, context),
    ...(sample === undefined ? { memory: log.memory, history: log.history } : {}),
    signal: deadline.signal,
    trace,
    turn: turns.used,
    runId: sample === undefined ? callRunId(parts) : `${parts.runId}/${sample}`,
    clock: clockIn(place, options.clock),
    random: options.random.stream(`program ${sample ?? ""}${String(turns.used)}`),
    hideFirewalled: true,
    // With implicit completion, the value may be the answer, so it is computed completely.
    lastValue: {
      count: agent.format.feedbackLimit,
      isWhole: agent.completion === "implicit",
    },
    firewall,
    budget: remaining(parts),
    ...presentFields({ activity: place }),
    ...(options.effects.computesAtOnce ? { yieldMs: Infinity } : {}),
    ...(journal === undefined
      ? {}
      : { journal, ...presentFields({ onJournal: storeIn(place, parts.onJournal) }) }),
  };
  const program = {
    ...given,
    tools,
    limits: agent.limits,
    ...presentFields({ libraries: agent.libraries }),
  };
  const step = await allowedProgram(policy, place, source, program, () =>
    prepared === undefined ? runProgram(source, program) : prepared.run({ ...given, tools }),
  );
  log.spend(step);
  if (!step.ok) return { ...step, fail: hintedFail(namedFail(step.fail, parts.calls)) };
  noteDefinitions(firewall, step.memory);
  return step;
}

/** Returns the first part of the ids of calls in this turn. A fork has its own from its turn on. */
function callRunId({ options, turns, runId }: MissionParts): string {
  return options.fork?.runIdOf(turns.used) ?? runId;
}

/**
 * Returns the host's part of `(budget/remaining)`. Its fields are read at each call, because tools
 * use up requests, turns and tool calls while a program runs.
 */
function remaining({
  turns,
  spending,
  calls,
  scope,
  caller,
}: MissionParts): Readonly<Record<string, unknown>> {
  return {
    get turns() {
      return turns.left;
    },
    get "work-turns"() {
      return turns.workLeft;
    },
    get "retry-turns"() {
      return turns.retryLeft;
    },
    get "model-calls"() {
      return spending.requestsLeft;
    },
    get "mission-tool-calls"() {
      return calls.left;
    },
    get tokens() {
      return spending.tokensLeft;
    },
    get used() {
      const { requests, tokens, outputTokens } = spending.spentSoFar;
      return {
        requests,
        "input-tokens": tokens - outputTokens,
        "output-tokens": outputTokens,
        tokens,
      };
    },
    depth: { current: scope.depth, max: caller.maxDepth },
  };
}
