// The prompts of all upstreams, for the users of clients: `crm.summarize` is the prompt `summarize`
// of the upstream `crm`.

import type { GetPromptResult, Prompt } from "@modelcontextprotocol/client";
import type { Upstream } from "./upstream.ts";

/** The prompts of all upstreams that are ready. */
export interface UpstreamPrompts {
  /** Returns the prompts. A server that doesn't list its own ones has none. */
  readonly list: () => Promise<readonly Prompt[]>;
  /** Returns the messages of a prompt, or undefined if its upstream has no prompts. */
  readonly get: (
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<GetPromptResult | undefined>;
}

/** `whenStarted` resolves when the upstreams had time to start. */
export function upstreamPrompts(
  upstreams: readonly Upstream[],
  whenStarted: () => Promise<void>,
): UpstreamPrompts {
  return {
    list: async () => {
      await whenStarted();
      const lists = await Promise.all(upstreams.map(listOf));
      return lists.flat();
    },
    get: async (name, args, signal) => {
      // The names of upstreams have no dot.
      const dot = name.indexOf(".");
      const found = upstreams.find(
        ({ configuration }) => configuration.name === name.slice(0, dot),
      );
      if (dot < 0 || found === undefined) return undefined;
      await found.whenStarted();
      return await found.prompts?.get(name.slice(dot + 1), args, signal);
    },
  };
}

async function listOf({ configuration, prompts, closed }: Upstream): Promise<readonly Prompt[]> {
  try {
    const listed = (await prompts?.list(closed)) ?? [];
    return listed.map((prompt) => ({ ...prompt, name: `${configuration.name}.${prompt.name}` }));
  } catch {
    return [];
  }
}
