// Missions whose tool is an agent, for tests.

import type { ModelRequest } from "@ptc/llm";
import {
  asTool,
  defineAgent,
  run,
  type Agent,
  type AgentOptions,
  type AsToolOptions,
  type MissionOptions,
} from "../src/index.ts";
import { textOf } from "./missions.ts";

/** Returns the prompt of a request, which identifies the mission. */
function promptOf({ messages }: ModelRequest): string {
  return textOf(messages.find(({ role }) => role === "user")?.content);
}

/** A model that chooses its response by the start of the prompt. */
export function answering(programs: Readonly<Record<string, string | (() => Promise<string>)>>) {
  const asked: string[] = [];
  const llm = async (request: ModelRequest) => {
    const prompt = promptOf(request);
    asked.push(prompt);
    const program = Object.entries(programs)
      .toSorted(([left], [right]) => right.length - left.length)
      .find(([start]) => prompt.startsWith(start))?.[1];
    return typeof program === "function" ? await program() : (program ?? "(fail :not-expected)");
  };
  return { llm, asked };
}

export function finder(options: Partial<AgentOptions> = {}): Agent {
  return defineAgent({
    name: "finder",
    prompt: "Find {{topic}}.",
    signature: "(topic :string) -> {count :int}",
    ...options,
  });
}

export const counted = "(return {:count (count data/topic)})";

export interface Asked extends MissionOptions, Partial<Omit<AgentOptions, "llm" | "firewall">> {
  readonly child?: Agent;
  readonly tool?: AsToolOptions;
}

/** Runs a mission whose tool `find` is an agent. */
export async function above(
  program: string,
  { child = finder(), tool, ...options }: Asked = {},
  answers: Parameters<typeof answering>[0] = {},
) {
  const { llm, asked } = answering({ Do: program, Find: counted, ...answers });
  const step = await run("Do it.", { llm, tools: { find: asTool(child, tool) }, ...options });
  return { step, asked };
}
