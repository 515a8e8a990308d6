// Tools that replace other models: a question to a model, and agents as tools. Their answers are
// functions of the arguments, so a scenario can say what a model that reads the attacker's text
// would answer.

import type { WorldTool, WorldTools } from "../injection.ts";

export interface ModelAnswers {
  /** The answer of the tool `llm-query` to a prompt with a text. */
  readonly asked?: (prompt: string, text: string) => unknown;
  /** The answer of a child agent, by the name of its tool. */
  readonly agents?: Readonly<Record<string, (question: string) => unknown>>;
}

/** Returns the tools for the answers that a scenario gives. */
export function answeringTools({ asked, agents = {} }: ModelAnswers): WorldTools {
  const tools: Record<string, WorldTool> = {};
  if (asked !== undefined)
    tools["llm-query"] = {
      description: "Asks a model that sees only the prompt and the text.",
      signature: "(prompt :string, text :string) -> :any",
      effect: "read",
      execute: ({ prompt, text }) => asked(String(prompt), String(text)),
    };
  for (const [name, answer] of Object.entries(agents))
    tools[name] = {
      description: "Asks an agent with tools of its own.",
      signature: "(question :string) -> :any",
      effect: "read",
      execute: ({ question }) => answer(String(question)),
    };
  return tools;
}
