// Marks the boundaries of a request for a provider's prompt cache.

import type { ModelRequest, ProviderOptions } from "@ptc/llm";
import { chosenBoundaries, type CacheBoundary } from "@ptc/llm/adapter";
import type { ProviderFamily } from "./provider-family.ts";

export class CacheMarks {
  private readonly chosen: ReadonlySet<CacheBoundary>;
  private readonly options: ProviderOptions | undefined;

  constructor(mark: ProviderFamily["cacheMark"], request: ModelRequest) {
    this.chosen = chosenBoundaries(request, { marksTools: mark?.marksTools === true });
    this.options = mark?.options;
  }

  /** Returns the options that mark `boundary` if it was chosen. */
  of(boundary: CacheBoundary): ProviderOptions | undefined {
    return this.chosen.has(boundary) ? this.options : undefined;
  }
}
