// The parts of a mission before it starts: its log, trace, limits and tools.

import { TraceScope, type Tool, type ToolArguments, type ToolContext } from "@ptc/core/contracts";
import { effectAddressText, randomHexId } from "@ptc/core/internal/contracts";
import { JournalEntries } from "@ptc/core/internal/journal";
import type { Firewall } from "@ptc/core/firewall";
import type { PolicyGate } from "@ptc/lisp/internal/policy";
import type { JournalStore } from "@ptc/lisp";
import { policyGate } from "../agent/policy-option.ts";
import type { Agent } from "../agent/agent.ts";
import { toolsOf } from "../mode-traits/exposure.ts";
import { Allowance } from "../bounds/allowance.ts";
import type { Effects } from "../bounds/effects.ts";
import type { MissionCaller } from "../bounds/mission-caller.ts";
import type { MissionScope } from "../bounds/mission-scope.ts";
import { Place } from "../bounds/place.ts";
import { Spending } from "../bounds/spending.ts";
import { TurnBudget } from "../bounds/turn-budget.ts";
import { MissionLog } from "../step/mission-log.ts";
import { missionCaller } from "./calling-mission.ts";
import { notedCache, notedSummaries } from "../firewall/hidden-values.ts";
import { ChildMissions } from "./child-missions.ts";
import { missionFirewall } from "./mission-firewall.ts";
import type { ResolvedMissionOptions } from "./mission-options.ts";
import { missionTools } from "./mission-tools.ts";
import { ToolCache } from "./tool-cache.ts";

export interface MissionParts {
  readonly agent: Agent;
  readonly options: ResolvedMissionOptions;
  readonly scope: MissionScope;
  /** The id of the mission's trace: 32 hex digits. */
  readonly traceId: string;
  /** The prefix of the addresses of its effects. */
  readonly runId: string;
  readonly firewall: Firewall;
  readonly log: MissionLog;
  readonly trace: TraceScope;
  readonly budget: Allowance;
  readonly turns: TurnBudget;
  readonly spending: Spending;
  readonly calls: Allowance;
  readonly toolCache: ToolCache;
  readonly children: ChildMissions;
  readonly caller: MissionCaller;
  /** All tools of the agent, wrapped for this mission. */
  readonly tools: Readonly<Record<string, Tool>>;
  /** The tools that programs may call. */
  readonly programTools: Readonly<Record<string, Tool>>;
  /** The policies that apply to its calls; undefined without any. */
  readonly policy: PolicyGate | undefined;
  readonly journal: JournalEntries | undefined;
  readonly onJournal: JournalStore | undefined;
  /** Counts the work of the mission; undefined if nothing depends on that. */
  readonly place: Place | undefined;
  /** The model and deadline for child missions, set once this mission has started. */
  shared: Pick<MissionScope, "llm" | "deadline">;
}

/** Runs a child mission with the same agent, for `selfTool`. */
export type RunAgain = (
  caller: MissionCaller,
  args: ToolArguments,
  call: ToolContext,
) => ReturnType<MissionCaller["again"]>;

export function missionParts(
  agent: Agent,
  options: ResolvedMissionOptions,
  scope: MissionScope,
  again: RunAgain,
): MissionParts {
  const { sink, clock, random, effects } = options;
  const traceId = options.fork?.traceId ?? randomHexId(random.stream("trace"), 32);
  const runId = scope.runId ?? options.fork?.runId ?? traceId;
  const firewall = missionFirewall(agent, options, scope);
  const toolCache = new ToolCache(notedCache(firewall, options.toolCache));
  const children = new ChildMissions();
  const journal = scope.journal ?? entriesOf(options.journal, effects);
  const onJournal = scope.onJournal ?? effects.journal(options.onJournal);
  const log = new MissionLog(agent, {
    ...options,
    summaries: notedSummaries(firewall, options.summaries),
    journal,
    traceId,
    runId,
    // A mission without turns of its parent is a question of a model tool.
    isQuestion: scope.parent !== undefined && scope.turns === undefined,
    parentTraceId: scope.parent?.traceId,
    toolCache,
    firewall,
    children,
  });
  const { activity } = effects;
  const place =
    activity === undefined ? undefined : (scope.place?.below() ?? new Place({ activity, clock }));
  const budget = new Allowance(agent.turnBudget, scope.turns);
  const spending = new Spending(agent, scope.spending);
  const calls = new Allowance(agent.maxToolCalls, scope.toolCalls);
  const policy = policyGate(agent, scope.policy, [
    agent.prompt,
    ...(options.conversation === undefined ? [] : [options.conversation.message]),
  ]);
  const caller = missionCaller(
    {
      traceId,
      options,
      agentName: agent.name ?? "mission",
      scope,
      firewall,
      children,
      levels: agent.maxDepth,
      turns: budget,
      toolCalls: calls,
      spending,
      policy,
      journal,
      onJournal,
      begun: () => parts.shared,
    },
    again,
  );
  const tools = missionTools(agent, {
    toolCache,
    children,
    calls,
    journal,
    clock,
    random: random.jitter,
    caller,
    place,
    policy,
    warn: (warning) => {
      log.warn(warning);
    },
  });
  const callable = toolsOf(agent, "program");
  const parts: MissionParts = {
    agent,
    options,
    scope,
    traceId,
    runId,
    firewall,
    log,
    trace: new TraceScope(
      { sink, clock, random: random.stream("spans"), traceId, firewall, agent: agent.name },
      scope.parent?.spanId,
    ),
    budget,
    turns: new TurnBudget(agent, budget, () => spending.isLastRequest),
    spending,
    calls,
    toolCache,
    children,
    caller,
    tools,
    programTools: Object.fromEntries(Object.entries(tools).filter(([name]) => callable.has(name))),
    policy,
    journal,
    onJournal,
    place,
    shared: {},
  };
  return parts;
}

function entriesOf(
  journal: Readonly<Record<string, unknown>> | undefined,
  { claim }: Effects,
): JournalEntries | undefined {
  if (journal === undefined) return undefined;
  const entries = new JournalEntries(Object.entries(journal));
  if (claim !== undefined) entries.claimAll((location) => claim(effectAddressText(location)));
  return entries;
}
