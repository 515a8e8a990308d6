// The pieces of an answer as events of the contract. Each piece is an answer with what is new, and
// a whole answer is one piece. Calls come whole.

import type { GenerateContentResponse } from "@google/genai";
import type { ModelStreamEvent, ModelUsage, ModelWarning } from "@ptc/llm";
import { presentFields, responseMetadata } from "@ptc/llm/adapter";
import { BlockedPrompt, WrongShape } from "./errors.ts";
import {
  fieldsOrNone,
  finishReasonOf,
  objectOf,
  partsOf,
  textOrAbsent,
  usageOf,
  type Fields,
} from "./response.ts";

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
    const answer = objectOf(given, "the body");
    yield* this.start(answer);
    const usage = usageOf(answer["usageMetadata"]);
    if (usage !== undefined) {
      this.usage = usage;
      yield { type: "usage", usage };
    }
    const candidates = answer["candidates"];
    if (candidates !== undefined && !Array.isArray(candidates))
      throw new WrongShape("candidates is no list");
    const [candidate] = (candidates ?? []) as readonly unknown[];
    if (candidate === undefined) {
      this.withoutCandidate(answer, usage);
      return;
    }
    const { content, finishReason } = objectOf(candidate, "a candidate") as {
      readonly [Name in "content" | "finishReason"]?: unknown;
    };
    for (const part of partsOf(content)) yield* this.part(part);
    if (typeof finishReason === "string") this.reason = finishReason;
  }

  /** The end, where the model came to one; without it whoever reads knows that the stream broke. */
  *end(): Events {
    if (this.reason === undefined) return;
    yield {
      type: "finish",
      finishReason: finishReasonOf(this.reason, this.calls > 0),
      rawFinishReason: this.reason,
    };
  }

  private *start({ modelVersion, responseId, sdkHttpResponse }: Fields): Events {
    if (this.isStarted) return;
    this.isStarted = true;
    const { warnings } = this.options;
    yield {
      type: "response-start",
      ...presentFields({
        modelId: textOrAbsent(modelVersion),
        responseId: textOrAbsent(responseId),
        warnings: warnings.length === 0 ? undefined : warnings,
        metadata: responseMetadata(fieldsOrNone(fieldsOrNone(sdkHttpResponse)["headers"])),
      }),
    };
  }

  private withoutCandidate({ promptFeedback }: Fields, usage: ModelUsage | undefined): void {
    const { blockReason, blockReasonMessage } = fieldsOrNone(promptFeedback);
    if (typeof blockReason === "string")
      throw new BlockedPrompt(
        `the provider refused the prompt: ${typeof blockReasonMessage === "string" ? blockReasonMessage : blockReason}`,
      );
    // The last piece of a stream may tell the tokens only.
    if (usage === undefined) throw new WrongShape("there is no candidate");
  }

  private *part(part: Fields): Events {
    const { text, thought, functionCall, thoughtSignature } = part;
    const signature = textOrAbsent(thoughtSignature);
    const providerData =
      signature === undefined ? undefined : { google: { thoughtSignature: signature } };
    if (functionCall !== undefined) {
      yield* this.call(objectOf(functionCall, "a call"), providerData);
      return;
    }
    // A part of another kind, such as code that the provider ran, has no word in the contract.
    if (text === undefined) return;
    if (typeof text !== "string") throw new WrongShape("a text is none");
    const type = thought === true ? "thinking" : "text";
    if (text !== "") yield { type: `${type}-delta`, text };
    // What has a signature goes back as it came, apart from what follows.
    if (providerData !== undefined) yield { type: `${type}-end`, providerData };
  }

  private *call(
    { id, name, args }: Fields,
    providerData: { readonly google: { readonly thoughtSignature: string } } | undefined,
  ): Events {
    if (typeof name !== "string" || name === "") throw new WrongShape("a call has no name");
    const toolCallId = textOrAbsent(id) ?? `call_${String(this.options.nextCall + this.calls)}`;
    this.calls += 1;
    yield { type: "tool-call-start", toolCallId, toolName: name };
    yield {
      type: "tool-call-end",
      toolCallId,
      input: args ?? {},
      ...presentFields({ providerData }),
    };
  }
}
