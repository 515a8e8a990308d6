// Converts the pieces of a response to events of the contract. Each piece has the new content;
// calls arrive complete.

import type { ModelStreamEvent, ModelUsage } from "@ptc/llm";
import { exactJsonText, presentFields } from "@ptc/llm/adapter";
import {
  expectObject,
  numberedCallId,
  responseStart,
  textOrAbsent,
  type UncheckedObject,
} from "@ptc/llm/adapter";
import { refuseFailure } from "./errors.ts";
import {
  callsIn,
  finishReasonOf,
  metadataOf,
  textIn,
  usageOf,
  type ReadingOptions,
} from "./response.ts";

export class StreamReader {
  usage: ModelUsage | undefined;
  private readonly options: ReadingOptions;
  private calls = 0;
  private isStarted = false;

  constructor(options: ReadingOptions) {
    this.options = options;
  }

  *read(line: unknown): Generator<ModelStreamEvent> {
    const piece = expectObject(line, "a line of the stream");
    refuseFailure(piece);
    if (!this.isStarted) yield this.start(piece);
    yield* this.content(expectObject(piece["message"], "message"));
    if (piece["done"] === true) yield* this.finish(piece);
  }

  private start(piece: UncheckedObject): ModelStreamEvent {
    this.isStarted = true;
    const { warnings, answered } = this.options;
    const modelId = textOrAbsent(piece["model"]) ?? this.options.modelId;
    return responseStart({ modelId, warnings, metadata: metadataOf(answered, piece) });
  }

  private *content(message: UncheckedObject): Generator<ModelStreamEvent> {
    const thinking = textIn(message, "thinking");
    if (thinking !== "") yield { type: "thinking-delta", text: thinking };
    const text = textIn(message, "content");
    if (text !== "") yield { type: "text-delta", text };
    for (const { toolName, input, malformedInput } of callsIn(message)) {
      const toolCallId = numberedCallId(this.options.nextCall + this.calls);
      this.calls += 1;
      yield { type: "tool-call-start", toolCallId, toolName };
      const inputText = malformedInput ?? exactJsonText(input ?? {});
      yield { type: "tool-call-delta", toolCallId, inputText };
      yield {
        type: "tool-call-end",
        toolCallId,
        ...(malformedInput === undefined ? { input } : {}),
      };
    }
  }

  private *finish(piece: UncheckedObject): Generator<ModelStreamEvent> {
    this.usage = usageOf(piece);
    if (this.usage !== undefined) yield { type: "usage", usage: this.usage };
    const reason = piece["done_reason"];
    const called = this.calls > 0 ? [{ type: "tool-call" }] : [];
    yield {
      type: "finish",
      finishReason: finishReasonOf(reason, called),
      ...presentFields({ rawFinishReason: textOrAbsent(reason) }),
    };
  }
}
