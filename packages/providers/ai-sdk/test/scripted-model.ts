// A scripted AI SDK model for `generateText` and `streamText`.

import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { MockLanguageModelV4, convertArrayToReadableStream } from "ai/test";

/** A response: text, or parallel calls. */
export type Answer = string | readonly Call[];

export interface Call {
  readonly toolName: string;
  readonly input: unknown;
}

/** Returns a call of the code tool. */
export const program = (source: string): Call => ({
  toolName: "lisp_eval",
  input: { program: source },
});

const usage: LanguageModelV4Usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
};

export class ScriptedModel extends MockLanguageModelV4 {
  /** The content of each request. */
  readonly requests: LanguageModelV4CallOptions[];

  constructor(answers: readonly Answer[]) {
    const requests: LanguageModelV4CallOptions[] = [];
    const next = (options: LanguageModelV4CallOptions): Answer => {
      options.abortSignal?.throwIfAborted();
      requests.push(options);
      return answers[requests.length - 1] ?? "done";
    };
    super({
      doGenerate: (options) => {
        const answer = next(options);
        return Promise.resolve({
          content: contentOf(answer, requests.length),
          finishReason: reasonOf(answer),
          usage,
          warnings: [],
        });
      },
      doStream: (options) => {
        const answer = next(options);
        const parts: LanguageModelV4StreamPart[] = [
          { type: "stream-start", warnings: [] },
          ...contentOf(answer, requests.length).flatMap(streamed),
          { type: "finish", finishReason: reasonOf(answer), usage },
        ];
        return Promise.resolve({ stream: convertArrayToReadableStream(parts) });
      },
    });
    this.requests = requests;
  }

  /** Returns the tool outputs in the last message of the request with this number. */
  outputs(request: number): readonly { readonly type: string; readonly value?: unknown }[] {
    const message = this.requests[request]?.prompt.at(-1);
    return message?.role === "tool"
      ? message.content.flatMap((part) => (part.type === "tool-result" ? [part.output] : []))
      : [];
  }

  /** Returns the text of the first output. */
  sent(request: number): string {
    const value = this.outputs(request)[0]?.value;
    return typeof value === "string" ? value : JSON.stringify(value);
  }
}

function contentOf(answer: Answer, request: number): LanguageModelV4Content[] {
  if (typeof answer === "string") return [{ type: "text", text: answer }];
  return answer.map(({ toolName, input }, index) => ({
    type: "tool-call",
    toolCallId: `call_${String(request)}_${String(index)}`,
    toolName,
    input: JSON.stringify(input),
  }));
}

function streamed(part: LanguageModelV4Content): LanguageModelV4StreamPart[] {
  if (part.type === "tool-call") return [part];
  if (part.type !== "text") return [];
  return [
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: part.text },
    { type: "text-end", id: "1" },
  ];
}

function reasonOf(answer: Answer): { unified: "stop" | "tool-calls"; raw: undefined } {
  return { unified: typeof answer === "string" ? "stop" : "tool-calls", raw: undefined };
}
