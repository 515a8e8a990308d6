// Reports the responses to one request while a model writes them.

import type { TraceScope } from "@ptc/core/contracts";
import type { ModelResponse, ModelStreamEvent, ResponsePart } from "@ptc/llm";
import type { AnswerReader } from "../model/streamed-model.ts";
import { inputText } from "../model/answer-text.ts";
import { DeltaReader, type ModelDelta } from "../model/model-delta.ts";

export interface AnswerDeltasOptions {
  readonly turn: number;
  /** True if programs are in the text of the responses. */
  readonly hasProgramsInText: boolean;
  /** Receives each piece, with the span of its attempt. */
  readonly report: ((delta: ModelDelta, spanId: string | undefined) => void) | undefined;
}

export class AnswerDeltas {
  private readonly options: AnswerDeltasOptions;
  private attempt = 0;
  private spanId: string | undefined = undefined;
  private isStreamed = false;

  constructor(options: AnswerDeltasOptions) {
    this.options = options;
  }

  /** Starts an attempt. */
  begin({ spanId }: TraceScope): void {
    this.attempt += 1;
    this.spanId = spanId;
    this.isStreamed = false;
  }

  /** Returns a reader for the stream of the attempt. `watch` can stop the stream. */
  reader(watch: AnswerReader | undefined): AnswerReader {
    const pieces = new DeltaReader(this.options.hasProgramsInText);
    this.isStreamed = true;
    return (event) => {
      this.piece(pieces, event);
      return watch?.(event);
    };
  }

  /** Reports the whole response if it wasn't streamed. */
  end({ content }: Pick<ModelResponse, "content">): void {
    if (this.isStreamed || this.options.report === undefined) return;
    const pieces = new DeltaReader(this.options.hasProgramsInText);
    for (const part of content) for (const event of eventsOf(part)) this.piece(pieces, event);
  }

  private piece(pieces: DeltaReader, event: ModelStreamEvent): void {
    const { turn, report } = this.options;
    if (report === undefined) return;
    for (const piece of pieces.of(event))
      try {
        report({ turn, attempt: this.attempt, ...piece }, this.spanId);
      } catch {
        // An error of a listener doesn't affect the run.
      }
  }
}

function eventsOf(part: ResponsePart): readonly ModelStreamEvent[] {
  if (part.type === "text") return [{ type: "text-delta", text: part.text }];
  if (part.type === "thinking") return [{ type: "thinking-delta", text: part.text }];
  const { toolCallId, toolName, input, malformedInput } = part;
  return [
    { type: "tool-call-start", toolCallId, toolName },
    { type: "tool-call-delta", toolCallId, inputText: malformedInput ?? inputText(input) },
  ];
}
