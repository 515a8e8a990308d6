// Measures the traffic of a run: the model's tokens, and the bytes that tools returned.

import type { TraceEvent, TraceSink } from "@ptc/core/contracts";
import { estimateTokens } from "@ptc/llm";
import { bytesText, countText, dataSize, groupedNumber } from "@ptc/core/internal/json";

/**
 * A sink that adds up the traffic. It estimates tokens from the prompts of this run, because the
 * counts in a recording are those of the recorded run.
 */
export class Traffic implements TraceSink {
  private inputTokens = 0;
  private outputTokens = 0;
  private requests = 0;
  private toolCalls = 0;
  private toolBytes = 0;
  private isComplete = true;

  emit(event: TraceEvent): void {
    if (event.type === "model-request-start") {
      this.requests++;
      for (const { content } of event.data.messages) this.inputTokens += estimateTokens(content);
    } else if (event.type === "model-request-end") {
      this.outputTokens += estimateTokens(event.data.text ?? "");
    } else if (event.type === "tool-call-end") {
      this.toolCalls++;
      const bytes = event.data.ok ? dataSize(event.data.result).bytes : 0;
      this.isComplete &&= bytes !== undefined;
      this.toolBytes += bytes ?? 0;
    }
  }

  /** Returns one line for the end of a run. */
  summary(): string {
    const read = `the model read about ${groupedNumber(this.inputTokens)} tokens in ${countText(this.requests, "request")} and wrote about ${groupedNumber(this.outputTokens)}`;
    const returned = `the tools returned ${this.isComplete ? "" : "at least "}${bytesText(this.toolBytes)} in ${countText(this.toolCalls, "call")}`;
    return `${read}; ${returned} (about ${groupedNumber(Math.ceil(this.toolBytes / 4))} tokens if the model had read them)`;
  }
}
