// Matches a call with rules about origins.

import { someGlobMatches } from "./glob.ts";
import { anyOrigin, modelOrigin, type NamedOrigin, type OriginFacts } from "./origin-facts.ts";
import type { OriginRule, PolicyRule, PolicyVerdict, PrivateRule } from "./policy.ts";

/** The verdict of a rule for the calls that it matches. */
export function verdictOf(rule: PolicyRule): PolicyVerdict {
  if ("verdict" in rule) return rule.verdict;
  return "origin" in rule ? rule.else : rule.private;
}

/** True if a rule looks at the origins of arguments. */
export function looksAtOrigins(rule: PolicyRule): rule is OriginRule | PrivateRule {
  return !("verdict" in rule);
}

/** Returns whether the origins of a call match a rule; undefined if they may. */
export function originsMatch(
  rule: PolicyRule,
  origins: OriginFacts | undefined,
): boolean | undefined {
  if (!looksAtOrigins(rule)) return true;
  if (origins === undefined) return undefined;
  return forbiddenIn(rule, origins) === undefined ? false : origins.isExact || undefined;
}

/** An argument with an origin that a rule forbids. */
export interface ForbiddenArgument {
  readonly argument: string;
  readonly origin: NamedOrigin;
  readonly path: readonly string[];
  readonly isPossible: boolean;
}

/** Returns the first argument that a rule forbids; undefined if it forbids none. */
export function forbiddenIn(
  rule: OriginRule | PrivateRule,
  { isExact, arguments: args, others }: OriginFacts,
): ForbiddenArgument | undefined {
  const { argument = isExact ? [...args.keys()] : "any" } = rule;
  for (const name of typeof argument === "string" ? [argument] : argument) {
    const { origins, path, isPossible = false } = args.get(name) ?? others;
    const forbidden = origins.filter((each) => isForbidden(rule, each));
    const origin = forbidden.find((each) => beginsAt(path, each)) ?? forbidden[0];
    if (origin !== undefined) return { argument: name, origin, path, isPossible };
  }
  return undefined;
}

function isForbidden(rule: OriginRule | PrivateRule, { name, words }: NamedOrigin): boolean {
  if (name === anyOrigin) return true;
  if (!("origin" in rule)) return name === privateWord || words.includes(privateWord);
  const patterns = rule.origin.not;
  return name === modelOrigin || [name, ...words].some((each) => someGlobMatches(patterns, each));
}

const privateWord = "private";

/** Returns why an argument is forbidden, for the model and the person who decides. */
export function forbiddenText({ argument, origin, path, isPossible }: ForbiddenArgument): string {
  return `its argument ${argument} ${sourceText(origin, isPossible)}${pathText(origin, path)}`;
}

function sourceText({ name, words }: NamedOrigin, isPossible: boolean): string {
  if (name === anyOrigin) return "may come from anything that an earlier program has read";
  if (name === modelOrigin)
    return "was written after untrusted text was read, and no trusted text contains it";
  return `${isPossible ? "may come" : "comes"} from ${name}${words.length === 0 ? "" : `, which is ${words.join(" and ")}`}`;
}

/** A value may have several origins. Its path begins at one of them. */
function pathText(origin: NamedOrigin, path: readonly string[]): string {
  return beginsAt(path, origin) ? `: ${path.join(" → ")}` : "";
}

function beginsAt([first = ""]: readonly string[], { name }: NamedOrigin): boolean {
  return first === name || first.startsWith(`${name}#`);
}
