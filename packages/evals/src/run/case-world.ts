// Makes the agent, the data and the check of one run.

import { defineAgent } from "@ptc/subagent";
import type { CaseWorld, EvalCase } from "../suite/eval-case.ts";

/** Returns the world of a case. Rejects with what its own functions throw. */
export async function worldOf(one: EvalCase): Promise<CaseWorld> {
  if (one.world !== undefined) return one.world();
  const { context, expected } = one;
  const shared = {
    ...(context === undefined ? {} : { context }),
    ...(expected === undefined ? {} : { expected }),
  };
  if (one.agent !== undefined) return { ...shared, agent: one.agent, deps: one.deps };
  const { prompt, signature, tools, options } = one;
  const agent = defineAgent({
    ...options,
    prompt,
    ...(signature === undefined ? {} : { signature }),
    ...(tools === undefined ? {} : { tools: tools() }),
  } as never);
  return { ...shared, agent };
}
