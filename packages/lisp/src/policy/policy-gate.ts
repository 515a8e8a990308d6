// The policies of one run, and its counts of calls. A run of a child agent has the policies of all
// agents above it as well, and the strictest verdict applies. So children only narrow.

import type { ToolArguments } from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import type { CheckedPolicy } from "./checked-policy.ts";
import { decide, possibleDecisions } from "./decide.ts";
import { allowed, stricter } from "./strictest.ts";
import type { PolicyDecision, PolicyVerdict, ToolTraits } from "./policy.ts";
import type { CallFacts } from "./rule-matchers.ts";

const unknownArgument = (): undefined => undefined;

/** Decides about the calls of one run, and counts them. */
export class PolicyGate {
  /** The path of agents. */
  readonly agent: string;
  private readonly policy: CheckedPolicy | undefined;
  private readonly above: PolicyGate | undefined;
  /** The numbers of calls by their ids, so that a call counts once. */
  private readonly numbers = new Map<string, number>();
  private readonly counts = new Map<string, number>();

  constructor(policy: CheckedPolicy | undefined, agent = "", above?: PolicyGate) {
    this.policy = policy;
    this.agent = agent;
    this.above = above;
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

  private decideFor(
    agent: string,
    tool: string,
    { effect, idempotent, openWorld }: ToolTraits,
    args: ToolArguments,
    callId: string,
  ): PolicyDecision {
    const traits = {
      ...(effect === undefined ? {} : { effect }),
      ...(idempotent === undefined ? {} : { idempotent }),
      ...(openWorld === undefined ? {} : { openWorld }),
    };
    const calls = this.numberOf(tool, callId);
    const call = { tool, ...traits, arguments: args, calls, agent };
    const own = this.policy === undefined ? allowed : decide(this.policy, call);
    return stricter(own, this.above?.decideFor(agent, tool, traits, args, callId) ?? allowed);
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
    });
    return possible.some(
      (decisions) => decisions?.some((each) => each.verdict === verdict) ?? true,
    );
  }

  /**
   * Returns the decision that denies a call, whatever is unknown about it; undefined if it may be
   * allowed.
   */
  certainDenial(call: Omit<CallFacts, "agent">): PolicyDecision | undefined {
    for (const decisions of this.possible({ ...call, agent: this.agent }))
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

/** Returns the error of a denied call. A program can catch it; another attempt is denied too. */
function deniedFailure(tool: string, decision: PolicyDecision): ToolFailure {
  return new ToolFailure(
    deniedText(tool, decision),
    { reason: "policy_denied" },
    { isLasting: true },
  );
}

export function deniedText(tool: string, { message }: PolicyDecision): string {
  const why = message === undefined ? "" : `: ${message}`;
  return `the policy denies calls of tool/${tool}${message === undefined ? " like this one" : why}`;
}
