// Marks for a provider's cache of prompts. A request may have four, at Anthropic and at Bedrock; of
// more places the last tool, the last system text and the last messages are marked, as they cover
// those before them.

import type { ModelRequest, ProviderOptions } from "@ptc/llm";
import type { ProviderFamily } from "./provider-family.ts";

const most = 4;

interface Bounded {
  readonly cacheBoundary?: boolean;
}

export class CacheMarks {
  private readonly chosen: ReadonlySet<Bounded>;
  private readonly options: ProviderOptions | undefined;

  constructor(mark: ProviderFamily["cacheMark"], { tools = [], messages }: ModelRequest) {
    const isMarked = ({ cacheBoundary }: Bounded): boolean => cacheBoundary === true;
    const tool = mark?.marksTools === true ? tools.findLast(isMarked) : undefined;
    const system = messages.findLast((message) => message.role === "system" && isMarked(message));
    const fixed = [tool, system].filter((place) => place !== undefined);
    const others = messages.filter((message) => message.role !== "system" && isMarked(message));
    const [first] = others;
    const last = others.slice(1).slice(-(most - fixed.length - 1));
    this.chosen = new Set([...fixed, ...(first === undefined ? [] : [first]), ...last]);
    this.options = mark?.options;
  }

  /** The options that mark `place`, if it is one of the chosen. */
  of(place: Bounded): ProviderOptions | undefined {
    return this.chosen.has(place) ? this.options : undefined;
  }
}
