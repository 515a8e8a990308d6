// Measures the traffic of a run: the model's tokens, and the bytes that tools returned.

import type { TraceEvent, TraceSink } from "@ptc/core/contracts";
import { estimateTokens } from "@ptc/llm/adapter";
import { bytesText, countText, dataSize, groupedNumber } from "@ptc/core/internal/json";

/**
 * A sink that adds up the traffic. It estimates tokens from the prompts of this run, because the
 * counts in a recording are those of the recorded run.
 */
export class Traffic implements TraceSink {
  private inputTokens = 0;
  private outputTokens = 0;
  private requests = 0;
  private failedRequests = 0;
  private toolCalls = 0;
  private toolBytes = 0;
  private isComplete = true;

  emit(event: TraceEvent): void {
    if (event.type === "model-request-start") {
      this.requests++;
      for (const { content } of event.data.messages) this.inputTokens += estimateTokens(content);
    } else if (event.type === "model-request-end") {
      if (!event.data.ok) this.failedRequests++;
      this.outputTokens += estimateTokens(event.data.text ?? "");
    } else if (event.type === "tool-call-end") {
      this.toolCalls++;
      const bytes = event.data.ok ? dataSize(event.data.result).bytes : 0;
      this.isComplete &&= bytes !== undefined;
      this.toolBytes += bytes ?? 0;
    }
  }

  /** Returns one line for the end of a run. It contains only what happened. */
  summary(): string {
    return [this.requestsText(), this.toolsText()].filter((text) => text !== "").join("; ");
  }

  private requestsText(): string {
    const { requests, failedRequests } = this;
    if (requests === 0) return "the model received no request";
    const failed = `${countText(failedRequests, "request")} to the model failed`;
    if (failedRequests >= requests) return failed;
    const read = `the model read about ${groupedNumber(this.inputTokens)} tokens in ${countText(requests, "request")} and wrote about ${groupedNumber(this.outputTokens)}`;
    return failedRequests === 0 ? read : `${read}; ${failed}`;
  }

  private toolsText(): string {
    if (this.toolCalls === 0) return "";
    const tokens =
      this.toolBytes === 0
        ? ""
        : ` (about ${groupedNumber(Math.ceil(this.toolBytes / 4))} tokens if the model had read them)`;
    return `the tools returned ${this.isComplete ? "" : "at least "}${bytesText(this.toolBytes)} in ${countText(this.toolCalls, "call")}${tokens}`;
  }
}
