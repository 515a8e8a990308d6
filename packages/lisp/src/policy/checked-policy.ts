// Checks the option `policy`. A wrong rule would silently allow what it should deny, so each
// unknown field is an error.

import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { isObject } from "@ptc/core/internal/host";
import { matcherNames, type ArgumentMatcher } from "./argument-matcher.ts";
import type {
  Policy,
  PolicyDefaults,
  PolicyFunction,
  PolicyRule,
  PolicyVerdict,
} from "./policy.ts";
import { looksAtOrigins } from "./origin-rules.ts";
import { matcherFieldNames } from "./rule-matchers.ts";

/** A policy whose rules have been checked and copied. */
export interface CheckedPolicy {
  readonly rules: readonly PolicyRule[];
  readonly defaults: PolicyDefaults;
  /** Decides instead of the rules. */
  readonly decide: PolicyFunction | undefined;
  /** True if a rule looks at the origins of arguments. */
  readonly looksAtOrigins: boolean;
}

const defaults: PolicyDefaults = { read: "allow", write: "ask", destructive: "ask" };
const verdicts: readonly unknown[] = ["allow", "ask", "deny"];
const effects: readonly unknown[] = ["read", "write", "destructive"];

export function isVerdict(value: unknown): value is PolicyVerdict {
  return verdicts.includes(value);
}

/**
 * Returns the checked policy. Only runs with `provenance` have `mayLookAtOrigins`.
 * @throws OptionError with the path of the wrong field
 */
export function checkedPolicy(
  given: Policy,
  option = "policy",
  mayLookAtOrigins = false,
): CheckedPolicy {
  const policy = checkedForm(given, option);
  if (policy.looksAtOrigins && !mayLookAtOrigins)
    throw new OptionError(
      option,
      "rules with `origin` or `private` need the option `provenance`, which only `run`, prepared " +
        "programs, sessions and agents have",
    );
  return policy;
}

function checkedForm(given: Policy, option: string): CheckedPolicy {
  const policy: unknown = given;
  if (typeof policy === "function") return { ...ofRules([]), decide: policy as PolicyFunction };
  if (Array.isArray(policy)) return ofRules(checkedRules(policy, option));
  if (!isObject(policy))
    throw new OptionError(option, "expected a list of rules, { rules, defaults } or a function");
  assertKnownOptions(policy, ["rules", "defaults"], `${option}.`);
  const { rules, defaults: own = {} } = policy;
  if (!Array.isArray(rules)) throw new OptionError(`${option}.rules`, "expected a list of rules");
  if (!isObject(own)) throw new OptionError(`${option}.defaults`, "expected verdicts by effect");
  assertKnownOptions(own, Object.keys(defaults), `${option}.defaults.`);
  for (const [effect, verdict] of Object.entries(own))
    checkVerdict(`${option}.defaults.${effect}`, verdict);
  return {
    ...ofRules(checkedRules(rules, `${option}.rules`)),
    defaults: { ...defaults, ...(own as Partial<PolicyDefaults>) },
  };
}

function ofRules(rules: readonly PolicyRule[]): CheckedPolicy {
  return { rules, defaults, decide: undefined, looksAtOrigins: rules.some(looksAtOrigins) };
}

/** The fields of rules besides those that select calls. */
const ownNames = ["verdict", "message", "argument", "origin", "else", "private"];

/** Returns copies, so that the policy doesn't change while a run uses it. */
function checkedRules(rules: readonly unknown[], option: string): readonly PolicyRule[] {
  return rules.map((rule, index) => {
    const path = `${option}[${String(index)}]`;
    if (!isObject(rule))
      throw new OptionError(path, 'expected a rule, such as { tool: "mail_*", verdict: "ask" }');
    assertKnownOptions(rule, [...matcherFieldNames, ...ownNames], `${path}.`);
    checkRule(rule as unknown as PolicyRule, path);
    return copied(rule, path) as PolicyRule;
  });
}

/** A part that JSON lacks would be left out, so that the rule matched more. */
function copied(rule: object, path: string): unknown {
  const refused = (): never => {
    throw new OptionError(path, "expected plain JSON, without undefined, functions and NaN");
  };
  try {
    const text = JSON.stringify(rule, (_, value: unknown) =>
      value === undefined ||
      typeof value === "function" ||
      typeof value === "symbol" ||
      (typeof value === "number" && !Number.isFinite(value))
        ? refused()
        : value,
    );
    return JSON.parse(text);
  } catch {
    return refused();
  }
}

function checkRule(rule: PolicyRule, path: string): void {
  const { tool, effect, idempotent, openWorld, arguments: matchers, calls, agent, message } = rule;
  checkForm(rule, path);
  checkNames(`${path}.tool`, tool);
  checkNames(`${path}.agent`, agent);
  const wanted: readonly unknown[] = Array.isArray(effect) ? effect : [effect ?? "read"];
  if (wanted.length === 0 || !wanted.every((each) => effects.includes(each)))
    throw new OptionError(`${path}.effect`, 'expected "read", "write", "destructive" or a list');
  for (const [name, flag] of Object.entries({ idempotent, openWorld }))
    if (flag !== undefined && typeof (flag as unknown) !== "boolean")
      throw new OptionError(`${path}.${name}`, "expected true or false");
  if (calls !== undefined) checkCalls(calls, `${path}.calls`);
  if (message !== undefined && typeof (message as unknown) !== "string")
    throw new OptionError(`${path}.message`, "expected text");
  if (matchers === undefined) return;
  if (!isObject(matchers) || Array.isArray(matchers))
    throw new OptionError(`${path}.arguments`, "expected matchers by the names of arguments");
  for (const [name, matcher] of Object.entries(matchers))
    checkMatcher(matcher, `${path}.arguments.${name}`);
}

/** A rule has a verdict, or is about origins. */
function checkForm(rule: object, path: string): void {
  const { verdict, argument, origin, else: otherwise, private: isPrivate } = rule as RuleFields;
  if (origin === undefined && isPrivate === undefined) {
    checkVerdict(`${path}.verdict`, verdict);
    for (const [name, field] of Object.entries({ argument, else: otherwise }))
      if (field !== undefined)
        throw new OptionError(`${path}.${name}`, "is only for rules with `origin` or `private`");
    return;
  }
  if (argument !== undefined) checkNames(`${path}.argument`, argument);
  if (verdict !== undefined || (origin !== undefined && isPrivate !== undefined))
    throw new OptionError(path, "expected one of `verdict`, `origin` with `else`, and `private`");
  if (isPrivate !== undefined) {
    checkVerdict(`${path}.private`, isPrivate);
    if (otherwise !== undefined)
      throw new OptionError(`${path}.else`, "is only for rules with `origin`");
    return;
  }
  checkVerdict(`${path}.else`, otherwise);
  if (!isObject(origin))
    throw new OptionError(`${path}.origin`, 'expected forbidden origins: { not: ["web_*"] }');
  assertKnownOptions(origin, ["not"], `${path}.origin.`);
  const { not } = origin;
  if (!Array.isArray(not)) throw new OptionError(`${path}.origin.not`, "expected a list of names");
  checkNames(`${path}.origin.not`, not);
}

type RuleFields = Readonly<
  Partial<Record<"verdict" | "argument" | "origin" | "else" | "private", unknown>>
>;

function checkVerdict(option: string, verdict: unknown): void {
  if (!isVerdict(verdict)) throw new OptionError(option, 'expected "allow", "ask" or "deny"');
}

function checkNames(option: string, names: unknown): void {
  const all: readonly unknown[] = Array.isArray(names) ? names : [names ?? ""];
  if (all.length === 0 || !all.every((name) => typeof name === "string"))
    throw new OptionError(option, "expected a name, or a list of names, in which * is any text");
}

function checkCalls(calls: unknown, option: string): void {
  const above = isObject(calls) ? calls["above"] : undefined;
  if (!Number.isSafeInteger(above) || Number(above) < 0)
    throw new OptionError(option, "expected { above: 10 }, with a whole number from 0");
}

const types: readonly unknown[] = "string number integer boolean array object null".split(" ");

function checkMatcher(given: unknown, path: string): void {
  if (!isObject(given) || Array.isArray(given))
    throw new OptionError(path, 'expected a matcher, such as { glob: "*@example.com" }');
  assertKnownOptions(given, matcherNames, `${path}.`);
  const wrong = (name: string, expected: string): never => {
    throw new OptionError(`${path}.${name}`, `expected ${expected}`);
  };
  for (const name of ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"])
    if (given[name] !== undefined && !Number.isFinite(given[name])) wrong(name, "a number");
  for (const name of ["minLength", "maxLength"])
    if (given[name] !== undefined && !Number.isSafeInteger(given[name]))
      wrong(name, "a whole number");
  const matcher = given as ArgumentMatcher;
  if (matcher.type !== undefined && !types.includes(matcher.type))
    wrong("type", "a type of JSON Schema");
  if (matcher.enum !== undefined && !Array.isArray(matcher.enum)) wrong("enum", "a list");
  if (matcher.glob !== undefined && typeof (matcher.glob as unknown) !== "string")
    wrong("glob", "text");
  if (matcher.absent !== undefined && typeof (matcher.absent as unknown) !== "boolean")
    wrong("absent", "true or false");
  for (const name of ["items", "contains", "not"])
    if (given[name] !== undefined) checkMatcher(given[name], `${path}.${name}`);
  if (matcher.properties !== undefined) {
    if (!isObject(matcher.properties)) wrong("properties", "matchers by name");
    for (const [name, each] of Object.entries(matcher.properties))
      checkMatcher(each, `${path}.properties.${name}`);
  }
  if (matcher.anyOf !== undefined) {
    if (!Array.isArray(matcher.anyOf)) wrong("anyOf", "a list of matchers");
    for (const [index, each] of matcher.anyOf.entries())
      checkMatcher(each, `${path}.anyOf[${String(index)}]`);
  }
}
