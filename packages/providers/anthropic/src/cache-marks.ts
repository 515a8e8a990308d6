// Marks the boundaries of a request for Anthropic's prompt cache.

import type { CacheControlEphemeral } from "@anthropic-ai/sdk/resources/messages/messages";
import type { ModelRequest } from "@ptc/llm";
import { chosenBoundaries, type CacheBoundary } from "@ptc/llm/adapter";

interface Markable {
  cache_control?: CacheControlEphemeral | null;
}

export class CacheMarks {
  private readonly chosen: ReadonlySet<CacheBoundary>;

  constructor(request: ModelRequest) {
    this.chosen = chosenBoundaries(request, { marksTools: true });
  }

  /** Marks the last block of `boundary` if it was chosen. */
  mark(boundary: CacheBoundary, blocks: readonly object[]): void {
    const last: Markable | undefined = blocks.findLast(
      (block) => !("type" in block) || !/thinking$/.test(String(block.type)),
    );
    if (last !== undefined && this.chosen.has(boundary)) last.cache_control = { type: "ephemeral" };
  }
}
