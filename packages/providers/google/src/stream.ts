// Converts the pieces of a response to events of the contract. Each piece has the new content; a
// response without streaming is one piece. Calls arrive complete.

import type { GenerateContentResponse } from "@google/genai";
import type { ModelStreamEvent, ModelUsage, ModelWarning } from "@ptc/llm";
import {
  presentFields,
  responseMetadata,
  expectArray,
  expectName,
  expectObject,
  expectString,
  numberedCallId,
  objectOrEmpty,
  responseStart,
  ShapeError,
  textOrAbsent,
  type UncheckedObject,
} from "@ptc/llm/adapter";
import { BlockedPrompt } from "./errors.ts";
import { finishReasonOf, partsOf, usageOf } from "./response.ts";

export interface ReaderOptions {
  readonly warnings: readonly ModelWarning[];
  readonly nextCall: number;
}

type Events = Generator<ModelStreamEvent>;

export class AnswerReader {
  usage: ModelUsage | undefined;
  private readonly options: ReaderOptions;
  private isStarted = false;
  private calls = 0;
  private reason: string | undefined;

  constructor(options: ReaderOptions) {
    this.options = options;
  }

  *read(given: GenerateContentResponse): Events {
    const answer = expectObject(given, "body");
    yield* this.start(answer);
    const usage = usageOf(answer["usageMetadata"]);
    if (usage !== undefined) {
      this.usage = usage;
      yield { type: "usage", usage };
    }
    const [candidate] = expectArray(answer["candidates"] ?? [], "candidates");
    if (candidate === undefined) {
      this.withoutCandidate(answer, usage);
      return;
    }
    const { content, finishReason } = expectObject(candidate, "candidates[0]") as {
      readonly [Name in "content" | "finishReason"]?: unknown;
    };
    for (const part of partsOf(content)) yield* this.part(part);
    if (typeof finishReason === "string") this.reason = finishReason;
  }

  /** Yields the end if the model reached one. Without it, readers know that the stream broke. */
  *end(): Events {
    if (this.reason === undefined) return;
    yield {
      type: "finish",
      finishReason: finishReasonOf(this.reason, this.calls > 0),
      rawFinishReason: this.reason,
    };
  }

  private *start({ modelVersion, responseId, sdkHttpResponse }: UncheckedObject): Events {
    if (this.isStarted) return;
    this.isStarted = true;
    const { warnings } = this.options;
    const { headers } = objectOrEmpty(sdkHttpResponse);
    const metadata = responseMetadata(objectOrEmpty(headers));
    yield responseStart({ modelId: modelVersion, responseId, warnings, metadata });
  }

  private withoutCandidate(
    { promptFeedback }: UncheckedObject,
    usage: ModelUsage | undefined,
  ): void {
    const { blockReason, blockReasonMessage } = objectOrEmpty(promptFeedback);
    if (typeof blockReason === "string")
      throw new BlockedPrompt(
        `the prompt was blocked: ${typeof blockReasonMessage === "string" ? blockReasonMessage : blockReason}`,
      );
    // The last piece of a stream may contain only the usage.
    if (usage === undefined) throw new ShapeError("candidates", "expected a candidate, got none");
  }

  private *part(part: UncheckedObject): Events {
    const { text, thought, functionCall, thoughtSignature } = part;
    const signature = textOrAbsent(thoughtSignature);
    const providerData =
      signature === undefined ? undefined : { google: { thoughtSignature: signature } };
    if (functionCall !== undefined) {
      yield* this.call(expectObject(functionCall, "functionCall"), providerData);
      return;
    }
    // The contract has no other parts, such as code that ran on the provider's server.
    if (text === undefined) return;
    const delta = expectString(text, "text");
    const type = thought === true ? "thinking" : "text";
    if (delta !== "") yield { type: `${type}-delta`, text: delta };
    // A part with a signature must go back unchanged, so it doesn't merge with the next part.
    if (providerData !== undefined) yield { type: `${type}-end`, providerData };
  }

  private *call(
    { id, name, args }: UncheckedObject,
    providerData: { readonly google: { readonly thoughtSignature: string } } | undefined,
  ): Events {
    const toolName = expectName(name, "functionCall.name");
    const toolCallId = textOrAbsent(id) ?? numberedCallId(this.options.nextCall + this.calls);
    this.calls += 1;
    yield { type: "tool-call-start", toolCallId, toolName };
    yield {
      type: "tool-call-end",
      toolCallId,
      input: args ?? {},
      ...presentFields({ providerData }),
    };
  }
}
