// Marks for Anthropic's cache of prompts. A request may have four; of more places the last tool,
// the last system text and the last messages are marked, as they cover those before them.

import type { CacheControlEphemeral } from "@anthropic-ai/sdk/resources/messages/messages";
import type { ModelRequest } from "@ptc/llm";

const most = 4;

interface Markable {
  cache_control?: CacheControlEphemeral | null;
}

interface Bounded {
  readonly cacheBoundary?: boolean;
}

export class CacheMarks {
  private readonly chosen: ReadonlySet<Bounded>;

  constructor({ tools = [], messages }: ModelRequest) {
    const isMarked = ({ cacheBoundary }: Bounded): boolean => cacheBoundary === true;
    const tool = tools.findLast(isMarked);
    const system = messages.findLast((message) => message.role === "system" && isMarked(message));
    const fixed = [tool, system].filter((place) => place !== undefined);
    const others = messages.filter((message) => message.role !== "system" && isMarked(message));
    const [first] = others;
    const last = others.slice(1).slice(-(most - fixed.length - 1));
    this.chosen = new Set([...fixed, ...(first === undefined ? [] : [first]), ...last]);
  }

  /** Marks the last of the blocks that were made of `place`, if it is one of the chosen. */
  mark(place: Bounded, blocks: readonly object[]): void {
    const last: Markable | undefined = blocks.findLast(
      (block) => !("type" in block) || !/thinking$/.test(String(block.type)),
    );
    if (last !== undefined && this.chosen.has(place)) last.cache_control = { type: "ephemeral" };
  }
}
