// Matches a call with the fields of a rule: one matcher for each field. Before a program runs,
// parts of its calls are unknown, so a matcher may return undefined: it may match.

import { matchesArgument } from "./argument-matcher.ts";
import { someGlobMatches } from "./glob.ts";
import type { OriginFacts } from "./origin-facts.ts";
import { originsMatch } from "./origin-rules.ts";
import type { CallMatchers, PolicyRule, ToolTraits } from "./policy.ts";

/** The known parts of a call. */
export interface CallFacts {
  readonly tool: string;
  readonly traits: ToolTraits;
  readonly agent: string;
  /** The number of this call of the tool in the run; undefined if unknown. */
  readonly calls: number | undefined;
  /** A lower bound of an unknown number. */
  readonly callsAtLeast?: number;
  /** Returns the value of an argument, or undefined if it is unknown. */
  readonly argument: (name: string) => { readonly value: unknown } | undefined;
  /** Where the arguments come from; undefined if that is unknown. */
  readonly origins: OriginFacts | undefined;
}

/** The fields of a rule that select calls. */
export type RuleMatchers = Omit<CallMatchers, "message">;

type Matches = boolean | undefined;

const matchers: {
  readonly [Name in keyof Required<RuleMatchers>]: (
    expected: Required<RuleMatchers>[Name],
    call: CallFacts,
  ) => Matches;
} = {
  tool: (expected, { tool }) => someGlobMatches(expected, tool),
  effect: (expected, { traits: { effect = "write" } }) =>
    typeof expected === "string" ? expected === effect : expected.includes(effect),
  idempotent: (expected, { traits }) => (traits.idempotent ?? false) === expected,
  // A tool that doesn't say so may reach anything.
  openWorld: (expected, { traits }) => (traits.openWorld ?? true) === expected,
  arguments: (expected, call) =>
    every(
      Object.entries(expected).map(([name, matcher]) => {
        const known = call.argument(name);
        return known && matchesArgument(matcher, known.value);
      }),
    ),
  calls: ({ above }, { calls, callsAtLeast = 1 }) =>
    calls === undefined ? callsAtLeast > above || undefined : calls > above,
  agent: (expected, { agent }) => someGlobMatches(expected, agent),
};

/** The names of the fields of a rule that select calls. */
export const matcherFieldNames: readonly string[] = /* @__PURE__ */ Object.keys(matchers);

/** Returns whether a rule matches a call; undefined if that depends on something unknown. */
export function ruleMatches(rule: PolicyRule, call: CallFacts): Matches {
  const selected = every(
    Object.entries(rule).map(([name, expected]) => {
      const matcher = (
        matchers as Readonly<
          Record<string, ((expected: unknown, call: CallFacts) => Matches) | undefined>
        >
      )[name];
      return matcher === undefined || matcher(expected, call);
    }),
  );
  return selected === false ? false : every([selected, originsMatch(rule, call.origins)]);
}

function every(matches: readonly Matches[]): Matches {
  if (matches.includes(false)) return false;
  return matches.includes(undefined) ? undefined : true;
}
