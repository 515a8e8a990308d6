// Runs an agent of the host for a client, or continues one that waits.

import { eventFirewall, type TraceEvent } from "@ptc/core/contracts";
import { Firewall } from "@ptc/core/firewall";
import type { Policy } from "@ptc/lisp";
import { checkedPolicy, strictest } from "@ptc/lisp/internal/policy";
import { isObject, presentFields } from "@ptc/core/internal/host";
import { didYouMean } from "@ptc/core/internal/errors";
import { shortened } from "@ptc/core/internal/printing";
import { fromHost } from "@ptc/core/values";
import type { Decisions } from "@ptc/lisp";
import {
  resume,
  run,
  type Agent,
  type AgentRunOptions,
  type AnyAgent,
  type MissionStep,
} from "@ptc/subagent";
import { checkedAgent, noteReturn, wrongOption } from "@ptc/subagent/internal/programs";
import { shownError } from "./answers.ts";
import type { McpServerLimits } from "./limits.ts";
import { waitingOutcome, type Outcome } from "./program-work.ts";
import { Refusal } from "./refusal.ts";
import { withoutWaiting, type SessionState, type WaitingWork } from "./session-state.ts";
import type { Left } from "./sessions.ts";
import { shownResult } from "./shown-result.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Options of `run` that the server sets itself. */
type Determined =
  | "context"
  | "signal"
  | "onEvent"
  | "onCheckpoint"
  | "checkpointKey"
  | "encryptionKey"
  | "keepContext"
  | "record";

/** An agent that clients may run with `run_agent`. */
export interface McpServerAgent {
  readonly agent: AnyAgent;
  /** When to use it, for the client's model; the first 200 characters are shown. */
  readonly description?: string;
  /** Options of `run`, such as `llm` and `deps`. */
  readonly options?: Omit<AgentRunOptions, Determined>;
}

/** Agents by name. An agent without options needs its own `llm`. */
export type McpServerAgents = Readonly<Record<string, AnyAgent | McpServerAgent>>;

/** @throws OptionError */
export function serverAgents(given: McpServerAgents = {}): ReadonlyMap<string, McpServerAgent> {
  if (!isObject(given)) throw wrongOption("agents", "expected agents by name", given);
  return new Map(
    Object.entries(given).map(([name, agent]) => {
      if (!/^[\w-]{1,64}$/.test(name))
        throw wrongOption("agents", "expected names of 1 to 64 letters, digits, - and _", name);
      const served: McpServerAgent = "agent" in agent ? agent : { agent };
      checkedAgent(served.agent);
      return [name, served];
    }),
  );
}

/** @throws Refusal with the nearest name */
function agentNamed(agents: ReadonlyMap<string, McpServerAgent>, name: string): McpServerAgent {
  const found = agents.get(name);
  if (found !== undefined) return found;
  const near = didYouMean(name, agents.keys());
  throw new Refusal(
    "unknown_agent",
    `there is no agent ${JSON.stringify(shortened(name, 100))}: ` +
      (near ?? `the agents are ${shortened([...agents.keys()].join(", "), 500)}`),
  );
}

export interface AgentRequest {
  readonly agents: ReadonlyMap<string, McpServerAgent>;
  /** Encrypts the checkpoint of a new run. */
  readonly secret: string | undefined;
  /** The policy of the server, which the agent's own ones narrow. */
  readonly policy: Policy | undefined;
  readonly limits: McpServerLimits;
  readonly signal: AbortSignal;
  readonly onEvent?: ((event: TraceEvent) => void) | undefined;
}

/** Runs the agent. @throws Refusal */
export async function runAgent(
  name: string,
  context: Fields,
  state: SessionState,
  request: AgentRequest,
): Promise<Left<Outcome>> {
  const served = agentNamed(request.agents, name);
  const watched = new WatchedRun(served, request);
  const step = await run(watched.agent, { ...watched.options, context });
  const { limits, secret } = request;
  return leftBy(step, { name, context, state, asked: [], limits, secret, watched });
}

/** Continues the agent of the session. @throws Refusal, CheckpointError */
export async function resumeAgent(
  { work, checkpoint, asked, secret }: WaitingWork & { readonly work: { readonly kind: "agent" } },
  decisions: Decisions,
  state: SessionState,
  request: AgentRequest,
): Promise<Left<Outcome>> {
  const { agent: name, context } = work;
  const served = agentNamed(request.agents, name);
  const watched = new WatchedRun(served, { ...request, secret });
  const step = await resume(watched.agent, checkpoint, { ...watched.options, context, decisions });
  const before = withoutWaiting(state);
  const { limits } = request;
  return leftBy(step, { name, context, state: before, asked, limits, secret, watched });
}

/** Returns a policy with the stricter verdict of both. */
function strictestOf(own: Policy | undefined, shared: Policy | undefined): Policy | undefined {
  if (own === undefined || shared === undefined) return own ?? shared;
  const policies = [checkedPolicy(own), checkedPolicy(shared)];
  return (call) => strictest(policies, call);
}

/** The options of one run, which learn the firewall of its events. */
class WatchedRun {
  firewall: Firewall;
  readonly agent: Agent;
  readonly options: AgentRunOptions;

  constructor(
    { agent, options = {} }: McpServerAgent,
    { secret, policy, signal, onEvent }: AgentRequest,
  ) {
    this.agent = checkedAgent(agent);
    this.firewall = new Firewall({ allow: [...this.agent.firewall.allow] });
    this.options = {
      ...options,
      ...presentFields({
        encryptionKey: secret,
        policy: strictestOf(options.policy, policy),
      }),
      signal,
      onEvent: (event: TraceEvent) => {
        const { [eventFirewall]: firewall } = event;
        if (firewall instanceof Firewall) this.firewall = firewall;
        onEvent?.(event);
      },
    };
  }
}

interface LeavingOptions {
  readonly name: string;
  readonly context: Fields;
  readonly state: SessionState;
  readonly asked: readonly string[];
  readonly limits: McpServerLimits;
  readonly secret: string | undefined;
  readonly watched: WatchedRun;
}

function leftBy(
  step: MissionStep,
  { name, context, state, asked, limits, secret, watched: { firewall } }: LeavingOptions,
): Left<Outcome> {
  if (step.status === "waiting") {
    const { pending, checkpoint } = step;
    const id = checkpoint.runId;
    const work = { kind: "agent", agent: name, context } as const;
    const waiting: WaitingWork = { id, work, pending, checkpoint, asked, secret };
    return {
      state: { ...state, waiting },
      result: (session, unkept) => waitingOutcome(waiting, session, unkept),
    };
  }
  if (!step.ok) {
    const error = shownError(step.fail, firewall);
    return { state, result: () => ({ answer: { status: "error", error } }) };
  }
  noteReturn(firewall, step);
  const stored = { value: step.return, firewalled: step.firewalled };
  const shown = shownResult({ value: fromHost(step.return), stored }, firewall, state, limits);
  return {
    state: shown.state,
    result: (session, unkept) => ({
      answer: { status: "ok", ...shown.parts(unkept === undefined ? session : undefined) },
    }),
  };
}
