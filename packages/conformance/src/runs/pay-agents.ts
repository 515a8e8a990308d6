// The agents of the suite: `payer` pays two orders, and `refunds` asks for an approval before each.

import { defineAgent, tool, type AnyAgent } from "@ptc/subagent";

/** Differences from the usual agents. */
export interface PayAgents {
  /** Receives the ids of the calls. */
  readonly paid: string[];
  readonly program?: string;
  readonly prompt?: string;
}

export function payAgents({
  paid,
  program = "(return (mapv (fn [id] (tool/pay {:id id})) [1 2]))",
  prompt = "Refund.",
}: PayAgents): Readonly<Record<"payer" | "refunds", AnyAgent>> {
  const pay = (needsApproval: boolean) =>
    tool({
      description: "Pays.",
      signature: "(id :int) -> :string",
      needsApproval,
      execute: ({ id }, { callId }) => {
        paid.push(callId);
        return `paid ${String(id)}`;
      },
    });
  const llm = () => Promise.resolve(program);
  return {
    payer: defineAgent({ prompt: "Pay.", tools: { pay: pay(false) }, llm }),
    refunds: defineAgent({ prompt, tools: { pay: pay(true) }, llm }),
  };
}

type Tools = NonNullable<Parameters<typeof defineAgent>[0]["tools"]>;

/** Returns an agent with this program and these tools. */
export function agentOf(program: string, tools: Tools = {}): AnyAgent {
  return defineAgent({ prompt: "Work.", llm: () => Promise.resolve(program), tools });
}
