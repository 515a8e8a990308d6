// The verdict of a policy about a call.

import type { ToolArguments } from "@ptc/core/contracts";
import { thrownMessage } from "../evaluation/errors/raised.ts";
import type { CheckedPolicy } from "./checked-policy.ts";
import { isVerdict } from "./checked-policy.ts";
import { noOrigins, type OriginFacts } from "./origin-facts.ts";
import { forbiddenIn, forbiddenText, looksAtOrigins, verdictOf } from "./origin-rules.ts";
import type { PolicyCall, PolicyDecision, PolicyRule } from "./policy.ts";
import { ruleMatches, type CallFacts } from "./rule-matchers.ts";

/**
 * Returns the decisions that the policy may make about a call, the first matching rule first. There
 * is only one if everything about the call is known. Undefined if a function decides.
 */
export function possibleDecisions(
  policy: CheckedPolicy,
  call: CallFacts,
): readonly PolicyDecision[] | undefined {
  if (policy.decide !== undefined) return undefined;
  const possible: PolicyDecision[] = [];
  for (const [index, rule] of policy.rules.entries()) {
    const matches = ruleMatches(rule, call);
    if (matches === false) continue;
    const { message } = rule;
    possible.push({
      verdict: verdictOf(rule),
      ...(message === undefined ? {} : { message }),
      by: "rule",
      index,
      rule,
      ...whyOf(rule, call),
    });
    if (matches === true) return possible;
  }
  const verdict = policy.defaults[call.traits.effect ?? "write"];
  return [...possible, { verdict, by: "default" }];
}

function whyOf(rule: PolicyRule, { origins }: CallFacts): Pick<PolicyDecision, "why"> {
  if (origins?.isExact !== true || !looksAtOrigins(rule)) return {};
  const forbidden = forbiddenIn(rule, origins);
  return forbidden === undefined ? {} : { why: forbiddenText(forbidden) };
}

/** Returns the decision about a call. A function that fails, or returns no verdict, denies it. */
export function decide(
  policy: CheckedPolicy,
  call: PolicyCall,
  origins: OriginFacts = givenOrigins(call),
): PolicyDecision {
  if (policy.decide !== undefined) return decidedBy(policy.decide, call);
  const possible = possibleDecisions(policy, factsOf(call, origins));
  return possible?.at(-1) ?? { verdict: "deny", by: "default" };
}

function givenOrigins({ origins = {} }: PolicyCall): OriginFacts {
  return {
    isExact: true,
    arguments: new Map(
      Object.entries(origins).map(([argument, names]) => [
        argument,
        { origins: names.map((name) => ({ name, words: [] })), path: [] },
      ]),
    ),
    others: noOrigins,
  };
}

/** Returns everything that is known about a call. */
export function factsOf(call: PolicyCall, origins: OriginFacts): CallFacts {
  const { tool, agent, calls, arguments: args } = call;
  return {
    tool,
    traits: call,
    agent,
    calls,
    origins,
    argument: (name) => ({ value: argumentOf(args, name) }),
  };
}

function argumentOf(args: ToolArguments, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

function decidedBy(
  decideCall: NonNullable<CheckedPolicy["decide"]>,
  call: PolicyCall,
): PolicyDecision {
  try {
    const answer: unknown = decideCall(call);
    const { verdict, message } =
      typeof answer === "object" && answer !== null
        ? (answer as { readonly verdict?: unknown; readonly message?: unknown })
        : { verdict: answer, message: undefined };
    if (isVerdict(verdict))
      return { verdict, ...(typeof message === "string" ? { message } : {}), by: "function" };
    return {
      verdict: "deny",
      by: "function",
      message: 'the policy returned no verdict: expected "allow", "ask" or "deny"',
    };
  } catch (error) {
    const message = `the policy failed: ${thrownMessage(error, "it threw")}`;
    return { verdict: "deny", by: "function", message };
  }
}
