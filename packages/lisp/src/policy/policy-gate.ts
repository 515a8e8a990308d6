// The policies of one run, and its counts of calls. A run of a child agent has the policies of all
// agents above it as well, and the strictest verdict applies. So children only narrow.

import type { ToolArguments } from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { presentFields } from "@ptc/core/internal/host";
import type { CheckedPolicy } from "./checked-policy.ts";
import { decide, factsOf, possibleDecisions } from "./decide.ts";
import type { MetOrigins } from "./met-origins.ts";
import { anyOrigin, type OriginFacts } from "./origin-facts.ts";
import { allowed, stricter } from "./strictest.ts";
import type { PolicyCall, PolicyDecision, PolicyVerdict, ToolTraits } from "./policy.ts";
import type { CallFacts } from "./rule-matchers.ts";

const unknownArgument = (): undefined => undefined;

/** Where the arguments of the calls of one run come from. */
export interface CallOrigins {
  /** Returns the origins that any argument of a call has now at most. */
  atMost(): OriginFacts;
  /** Resolves to the origins of the arguments of a call. */
  of(callId: string, args: ToolArguments): Promise<OriginFacts>;
}

/** Decides about the calls of one run, and counts them. */
export class PolicyGate {
  /** The path of agents. */
  readonly agent: string;
  private readonly policy: CheckedPolicy | undefined;
  /** The origins that a mission has met; undefined in other runs and without such rules. */
  readonly met: MetOrigins | undefined;
  private readonly above: PolicyGate | undefined;
  private readonly origins: CallOrigins | undefined;
  /** The numbers of calls by their ids, so that a call counts once. */
  private readonly numbers = new Map<string, number>();
  private readonly counts = new Map<string, number>();

  constructor(
    policy: CheckedPolicy | undefined,
    agent = "",
    above?: PolicyGate,
    origins?: CallOrigins,
    met?: MetOrigins,
  ) {
    this.met = met;
    this.policy = policy;
    this.agent = agent;
    this.above = above;
    this.origins = origins;
  }

  /** Counts a call, in the order in which the program makes calls. */
  note(tool: string, callId: string): void {
    this.numberOf(tool, callId);
    this.above?.note(tool, callId);
  }

  /** Returns the strictest decision about a call with checked arguments. */
  decide(tool: string, traits: ToolTraits, args: ToolArguments, callId: string): PolicyDecision {
    return this.decideFor(this.agent, tool, traits, args, callId);
  }

  /** As `decide`, with the origins of arguments. A promise if they have to be found first. */
  settle(
    tool: string,
    traits: ToolTraits,
    args: ToolArguments,
    callId: string,
  ): PolicyDecision | Promise<PolicyDecision> {
    const { policy, origins } = this;
    if (origins === undefined || policy?.looksAtOrigins !== true)
      return this.decide(tool, traits, args, callId);
    const call = this.callOf(this.agent, tool, traits, args, callId);
    const possible = possibleDecisions(policy, factsOf(call, origins.atMost()));
    const [only, another] = possible ?? [];
    if (only !== undefined && another === undefined) return only;
    return origins.of(callId, args).then((found) => decide(policy, call, found));
  }

  private decideFor(
    agent: string,
    tool: string,
    traits: ToolTraits,
    args: ToolArguments,
    callId: string,
    facts: OriginFacts | undefined = this.met?.factsOf(args),
  ): PolicyDecision {
    const { policy, above } = this;
    const call = this.callOf(agent, tool, traits, args, callId);
    // Without facts, a rule about origins matches each call.
    const known = facts ?? (policy?.looksAtOrigins === true ? unknownFacts(args) : undefined);
    const own = policy === undefined ? allowed : decide(policy, call, known);
    return stricter(own, above?.decideFor(agent, tool, traits, args, callId, facts) ?? allowed);
  }

  private callOf(
    agent: string,
    tool: string,
    { effect, idempotent, openWorld }: ToolTraits,
    args: ToolArguments,
    callId: string,
  ): PolicyCall {
    const traits = presentFields({ effect, idempotent, openWorld });
    return { tool, ...traits, arguments: args, calls: this.numberOf(tool, callId), agent };
  }

  /** @throws ToolFailure for a call that is denied */
  assertAllowed(tool: string, traits: ToolTraits, args: ToolArguments, callId: string): void {
    const decision = this.decide(tool, traits, args, callId);
    if (decision.verdict === "deny") throw deniedFailure(tool, decision);
  }

  /** True if a call of the tool may have to wait. */
  mayAsk(tool: string, traits: ToolTraits): boolean {
    return this.mayBe("ask", tool, traits);
  }

  private mayBe(verdict: PolicyVerdict, tool: string, traits: ToolTraits): boolean {
    const possible = this.possible({
      tool,
      traits,
      agent: this.agent,
      calls: undefined,
      argument: unknownArgument,
      origins: undefined,
    });
    return possible.some(
      (decisions) => decisions?.some((each) => each.verdict === verdict) ?? true,
    );
  }

  /**
   * Returns the decision that denies a call, whatever is unknown about it; undefined if it may be
   * allowed.
   */
  certainDenial(call: Omit<CallFacts, "agent" | "origins">): PolicyDecision | undefined {
    for (const decisions of this.possible({ ...call, agent: this.agent, origins: undefined }))
      if (decisions?.every(({ verdict }) => verdict === "deny") === true) return decisions[0];
    return undefined;
  }

  /** The decisions that each of the policies may make. Undefined for a function. */
  private possible(call: CallFacts): readonly (readonly PolicyDecision[] | undefined)[] {
    const own = this.policy === undefined ? [] : [possibleDecisions(this.policy, call)];
    return [...own, ...(this.above?.possible(call) ?? [])];
  }

  private numberOf(tool: string, callId: string): number {
    const known = this.numbers.get(callId);
    if (known !== undefined) return known;
    const number = (this.counts.get(tool) ?? 0) + 1;
    this.counts.set(tool, number);
    this.numbers.set(callId, number);
    return number;
  }
}

function unknownFacts(args: ToolArguments): OriginFacts {
  const any = { origins: [{ name: anyOrigin, words: [] }], path: [] };
  return {
    isExact: true,
    arguments: new Map(Object.keys(args).map((name) => [name, any])),
    others: any,
  };
}

/** Returns the error of a denied call. A program can catch it; another attempt is denied too. */
export function deniedFailure(tool: string, decision: PolicyDecision): ToolFailure {
  return new ToolFailure(
    deniedText(tool, decision),
    { reason: "policy_denied" },
    { isLasting: true },
  );
}

export function deniedText(tool: string, { message, why }: PolicyDecision): string {
  const reasons = [why, message].filter((text) => text !== undefined);
  return `the policy denies calls of tool/${tool}${
    reasons.length === 0 ? " like this one" : `: ${reasons.join(". ")}`
  }`;
}
