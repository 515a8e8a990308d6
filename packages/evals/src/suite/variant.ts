// Variants: the ways in which all cases of an eval run, such as models, modes or prompts.

import type { AgentRunOptions, ModelChoice } from "@ptc/subagent";
import type { VariantOptions } from "./eval-case.ts";

/** One way to run all cases. */
export interface EvalVariant {
  /** Unique: at most 100 characters. */
  readonly name: string;
  /** Default: the `llm` of each case's agent. */
  readonly llm?: ModelChoice;
  /** A model for one case, instead of `llm`: for models that need a place of their own. */
  readonly llmOf?: (run: { readonly caseName: string; readonly repeat: number }) => ModelChoice;
  /** Options of the agent, such as `mode`, `systemPrompt` or `maxTurns`. */
  readonly options?: VariantOptions;
  /** Options of the run, such as `memory`. */
  readonly run?: Pick<AgentRunOptions, "memory" | "journal" | "firewall" | "llmRegistry">;
}

/** The fewest turns of the baseline, which needs one for each group of calls. */
const directTurns = 20;

/**
 * Returns the baseline of direct tool calls: the model calls the same tools itself, one by one or
 * several in a turn, and answers in text or JSON. The context is in its prompt. It gets more turns
 * than programs, because each result needs another one.
 */
export function directVariant(variant: Omit<EvalVariant, "options">): EvalVariant {
  return {
    ...variant,
    options: ({ maxTurns }) => ({ mode: "text", maxTurns: Math.max(maxTurns, directTurns) }),
  };
}
