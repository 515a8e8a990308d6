// A policy: rules that say which calls of tools may be made. Rules are data, so they can be stored,
// printed and compared.

import type { Tool, ToolArguments, ToolEffect } from "@ptc/core/contracts";
import type { ArgumentMatcher } from "./argument-matcher.ts";

/** `ask` lets the call wait for a decision, as a tool with `needsApproval` does. */
export type PolicyVerdict = "allow" | "ask" | "deny";

/** The fields of a rule that select calls. All must match. */
export interface CallMatchers {
  /** The name of the tool, or names. `*` is any text: `mail_*`. */
  readonly tool?: string | readonly string[];
  /** The effect that the tool declares. Tools that declare none have the effect `write`. */
  readonly effect?: ToolEffect | readonly ToolEffect[];
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
  /** Matchers for arguments by their names. All must match. */
  readonly arguments?: Readonly<Record<string, ArgumentMatcher>>;
  /** Matches the calls of the tool in this run after the first `above` of them. */
  readonly calls?: { readonly above: number };
  /**
   * The path of agents that makes the call, such as `support/refunds`, in which an agent without a
   * name is `agent`. `*` is any text. Without an agent, the path is empty.
   */
  readonly agent?: string | readonly string[];
  /** Why, and what to do instead: the model reads it if the call is denied. */
  readonly message?: string;
}

/** A rule that decides about all calls that match. */
export interface VerdictRule extends CallMatchers {
  readonly verdict: PolicyVerdict;
}

/**
 * A rule about the origin of arguments, for runs with `provenance`. It decides with `else` if an
 * argument has an origin that it forbids; otherwise the next rule decides.
 */
export interface OriginRule extends CallMatchers {
  /** The arguments, by name. Default: all. */
  readonly argument?: string | readonly string[];
  /**
   * Forbidden origins: names of tools, fields of the context as `data/mails`, `memory/notes`, or
   * `untrusted` for every tool that doesn't declare `trust: "trusted"`. `*` is any text.
   */
  readonly origin: { readonly not: readonly string[] };
  readonly else: PolicyVerdict;
}

/**
 * A rule that decides with `private` if an argument comes from a tool that declares
 * `private: true`, for runs with `provenance`; otherwise the next rule decides.
 */
export interface PrivateRule extends CallMatchers {
  /** The arguments, by name. Default: all. */
  readonly argument?: string | readonly string[];
  readonly private: PolicyVerdict;
}

/** A rule. It applies to calls that match all of its fields. */
export type PolicyRule = VerdictRule | OriginRule | PrivateRule;

/** The verdicts for calls that no rule matches, by the effect of the tool. */
export type PolicyDefaults = Readonly<Record<ToolEffect, PolicyVerdict>>;

/** The fields of a tool that a policy reads. */
export type ToolTraits = Pick<Tool, "effect" | "idempotent" | "openWorld">;

/** A call, for a function as a policy and for `explainPolicy`. */
export interface PolicyCall extends ToolTraits {
  readonly tool: string;
  /** The checked arguments. */
  readonly arguments: ToolArguments;
  /** The number of this call of the tool in the run, from 1. */
  readonly calls: number;
  /** The path of agents that makes the call. */
  readonly agent: string;
  /**
   * The origins of each argument by its name: names of tools, `data/…` and `memory/…`, and the
   * words `untrusted` and `private`. Only for `explainPolicy`.
   */
  readonly origins?: Readonly<Record<string, readonly string[]>>;
}

/** Decides about a call. It must return the same verdict when a run is resumed. */
export type PolicyFunction = (
  call: PolicyCall,
) => PolicyVerdict | { readonly verdict: PolicyVerdict; readonly message?: string };

/** Rules, of which the first one that matches decides, with other defaults. */
export interface PolicyWithDefaults {
  readonly rules: readonly PolicyRule[];
  /** Default: `{ read: "allow", write: "ask", destructive: "ask" }`. */
  readonly defaults?: Partial<PolicyDefaults>;
}

/** Rules, or a function that decides. The first rule that matches a call decides. */
export type Policy = readonly PolicyRule[] | PolicyWithDefaults | PolicyFunction;

/** The verdict about a call, and its reason. */
export interface PolicyDecision {
  readonly verdict: PolicyVerdict;
  readonly message?: string;
  /** `default` if no rule matches. */
  readonly by: "rule" | "default" | "function";
  /** The index of the deciding rule. */
  readonly index?: number;
  readonly rule?: PolicyRule;
  /** For rules about origins: the argument, and the steps of its value from its origin. */
  readonly why?: string;
}
