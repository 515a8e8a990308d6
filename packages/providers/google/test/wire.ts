// The Gemini API, by its documentation and the types of the SDK.

import {
  BlockedReason,
  FinishReason,
  FunctionCallingConfigMode,
  type Content,
  type FunctionCallingConfig,
  type FunctionDeclaration,
  type FunctionResponsePart,
  type GenerateContentResponse,
  type Part,
} from "@google/genai";
import type {
  SentCall,
  SentFile,
  SentMessage,
  SentRequest,
  SentResult,
  WireAnswer,
  WireFailure,
  WireFormat,
  WirePart,
  WireReply,
  WireRequest,
} from "@ptc/llm/testing";

const json = { "content-type": "application/json; charset=UTF-8" };

/** The wire format is the SDK's response without its methods. */
type Body = Pick<GenerateContentResponse, "candidates" | "modelVersion" | "responseId"> & {
  readonly usageMetadata: { readonly [Name in keyof Counts]?: number };
};
type Counts = NonNullable<GenerateContentResponse["usageMetadata"]>;

type Feedback = NonNullable<GenerateContentResponse["promptFeedback"]>;

const event = (body: object): string => `data: ${JSON.stringify(body)}\r\n\r\n`;

export const wire: WireFormat = {
  streamType: "text/event-stream",
  textArguments: [],
  answer: (answer) => ({
    status: 200,
    headers: json,
    body: JSON.stringify(bodyOf(answer, partsOf(answer.parts, answer.hasUnknownFields), true)),
  }),
  events: (answer) => {
    const pieces = partsOf(answer.parts, answer.hasUnknownFields).flatMap(piecesOf);
    return [
      ...pieces.map((part) => event(bodyOf(answer, [part], false))),
      event(bodyOf(answer, [{ text: "" }], true)),
    ];
  },
  failure: (failure, way) =>
    failure.kind === "content_filtered"
      ? blocked(failure, way)
      : {
          status: statuses[failure.kind][0],
          headers: json,
          body: JSON.stringify(errorOf(failure)),
        },
  failureEvent: (failure) => event(errorOf(failure)),
  pings: ['data: {"candidates": [{"content": {"parts": [], "role": "model"}}]}\r\n\r\n'],
  brokenEvent: 'data: {"candidates": [{"conte\r\n\r\n',
  read,
};

const statuses: Readonly<Record<WireFailure["kind"], readonly [number, string]>> = {
  rate_limited: [429, "RESOURCE_EXHAUSTED"],
  overloaded: [503, "UNAVAILABLE"],
  server_error: [500, "INTERNAL"],
  auth: [403, "PERMISSION_DENIED"],
  invalid_request: [400, "INVALID_ARGUMENT"],
  context_too_long: [400, "INVALID_ARGUMENT"],
  content_filtered: [400, "INVALID_ARGUMENT"],
};

function errorOf({ kind, message }: WireFailure): object {
  const [code, status] = statuses[kind];
  return { error: { code, message, status } };
}

/** A refused prompt has a response without candidates; in a stream, it is one such event. */
function blocked({ message }: WireFailure, way: "generate" | "stream"): WireReply {
  const promptFeedback: { readonly [Name in keyof Feedback]: Feedback[Name] } = {
    blockReason: BlockedReason.PROHIBITED_CONTENT,
    blockReasonMessage: message,
  };
  const body = { promptFeedback };
  return way === "generate"
    ? { status: 200, headers: json, body: JSON.stringify(body) }
    : { status: 200, headers: { "content-type": "text/event-stream" }, body: event(body) };
}

const reasons: Readonly<Record<WireAnswer["finishReason"], FinishReason>> = {
  stop: FinishReason.STOP,
  tool_calls: FinishReason.STOP,
  length: FinishReason.MAX_TOKENS,
  content_filtered: FinishReason.SAFETY,
};

function bodyOf(answer: WireAnswer, parts: Part[], isLast: boolean): Body {
  const { usage } = answer;
  const more = answer.hasUnknownFields === true ? { nextVersion: { deep: [1] } } : {};
  return {
    candidates: [
      {
        content: { role: "model", parts },
        index: 0,
        ...(isLast ? { finishReason: reasons[answer.finishReason] } : {}),
        ...more,
      },
    ],
    modelVersion: answer.modelId,
    responseId: answer.id,
    usageMetadata: {
      promptTokenCount: usage.inputTokens,
      cachedContentTokenCount: usage.cachedInputTokens,
      candidatesTokenCount: usage.outputTokens - usage.reasoningTokens,
      thoughtsTokenCount: usage.reasoningTokens,
      totalTokenCount: usage.inputTokens + usage.outputTokens,
    },
    ...more,
  };
}

/** The signature of a thought is on the next part, or on an empty text. */
function partsOf(parts: readonly WirePart[], hasMore = false): Part[] {
  const more = hasMore ? { nextVersion: { deep: [1] } } : {};
  const made: Part[] = [];
  let signature: string | undefined;
  for (const part of parts) {
    if (part.type === "thinking") {
      made.push({ text: part.text, thought: true, ...more });
      ({ signature } = part);
      continue;
    }
    const signed = signature === undefined ? {} : { thoughtSignature: signature };
    signature = undefined;
    made.push(
      part.type === "text"
        ? { text: part.text, ...signed, ...more }
        : {
            functionCall: {
              ...(part.id === "" ? {} : { id: part.id }),
              name: part.name,
              args: JSON.parse(part.inputText) as Record<string, unknown>,
            },
            ...signed,
            ...more,
          },
    );
  }
  return signature === undefined ? made : [...made, { text: "", thoughtSignature: signature }];
}

/** Splits a text; the last piece has the signature. */
function piecesOf(part: Part): readonly Part[] {
  const { text, thoughtSignature, ...rest } = part;
  if (text === undefined || text === "") return [part];
  const size = Math.max(3, Math.ceil(text.length / 4));
  const texts = text.match(new RegExp(`[^]{1,${String(size)}}`, "gu")) ?? [];
  return texts.map((piece, index) => ({
    ...rest,
    text: piece,
    ...(thoughtSignature !== undefined && index === texts.length - 1 ? { thoughtSignature } : {}),
  }));
}

interface SentBody {
  readonly contents?: readonly Content[];
  readonly systemInstruction?: Content;
  readonly tools?: readonly { readonly functionDeclarations?: readonly FunctionDeclaration[] }[];
  readonly toolConfig?: { readonly functionCallingConfig?: FunctionCallingConfig };
  readonly generationConfig?: {
    readonly responseMimeType?: string;
    readonly responseJsonSchema?: Readonly<Record<string, unknown>>;
    readonly maxOutputTokens?: number;
    readonly temperature?: number;
    readonly topP?: number;
    readonly stopSequences?: readonly string[];
  };
}

function read({ path, headers, body }: WireRequest): SentRequest {
  const [, modelId, method] = /^\/v1beta\/models\/([^:]+):(\w+)/.exec(path) ?? [];
  if (modelId === undefined) throw new Error(`nothing is served at ${path}`);
  const sent = JSON.parse(body) as SentBody;
  const { contents = [], systemInstruction, tools = [], toolConfig, generationConfig = {} } = sent;
  const { functionCallingConfig: calling } = toolConfig ?? {};
  return {
    modelId: decodeURIComponent(modelId),
    isStream: method === "streamGenerateContent",
    apiKey: headers["x-goog-api-key"],
    system: textOf(systemInstruction?.parts ?? []),
    messages: sentMessages(contents),
    tools: tools.flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map(({ name = "", description, parametersJsonSchema }) => ({
        name,
        description,
        inputSchema: { ...(parametersJsonSchema as object) },
      })),
    ),
    toolChoice: choiceOf(calling),
    wantsJson: generationConfig.responseMimeType === "application/json",
    outputSchema: generationConfig.responseJsonSchema,
    maxOutputTokens: generationConfig.maxOutputTokens,
    temperature: generationConfig.temperature,
    topP: generationConfig.topP,
    stopSequences: generationConfig.stopSequences,
    cacheMarks: 0,
    body: { ...sent },
  };
}

function choiceOf(calling: FunctionCallingConfig | undefined): SentRequest["toolChoice"] {
  if (calling?.mode === undefined) return undefined;
  const [toolName] = calling.allowedFunctionNames ?? [];
  if (calling.mode === FunctionCallingConfigMode.ANY)
    return toolName === undefined ? "required" : { toolName };
  return calling.mode === FunctionCallingConfigMode.NONE ? "none" : "auto";
}

function sentMessages(contents: readonly Content[]): readonly SentMessage[] {
  const waiting = new Set<string>();
  return contents.flatMap(({ role, parts = [] }, index): readonly SentMessage[] => {
    if (parts.length === 0) throw new Error("a message is empty");
    if (contents[index - 1]?.role === role) throw new Error("the roles do not take turns");
    const calls = parts.flatMap(({ functionCall: call }): readonly SentCall[] =>
      call === undefined
        ? []
        : [{ id: call.id ?? "", name: call.name ?? "", input: call.args ?? {} }],
    );
    const results = parts.flatMap(resultOf);
    for (const { id } of results)
      if (!waiting.delete(id)) throw new Error(`a result of no call: ${id}`);
    if (waiting.size > 0) throw new Error("a call has no result");
    for (const { id } of calls) waiting.add(id);
    const common = { files: parts.flatMap(fileOf), calls, signatures: signaturesOf(parts) };
    const said = { ...common, text: textOf(parts), results: [] };
    if (role === "model") return [{ ...said, role: "assistant" as const }];
    const isSaid = said.text !== "" || said.files.length > 0;
    return [
      ...(results.length === 0
        ? []
        : [{ role: "tool" as const, text: "", files: [], calls: [], results, signatures: [] }]),
      ...(isSaid ? [{ ...said, role: "user" as const }] : []),
    ];
  });
}

function resultOf({ functionResponse: given }: Part): readonly SentResult[] {
  if (given === undefined) return [];
  const { output, error } = given.response ?? {};
  const payload = error ?? output;
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  const files = (given.parts ?? []).flatMap(fileOf);
  return [{ id: given.id ?? given.name ?? "", text, files, isError: error !== undefined }];
}

function fileOf({ inlineData, fileData }: Part | FunctionResponsePart): readonly SentFile[] {
  if (inlineData !== undefined)
    return [{ mediaType: inlineData.mimeType ?? "", data: inlineData.data ?? "" }];
  return fileData === undefined
    ? []
    : [{ mediaType: fileData.mimeType ?? "", data: fileData.fileUri ?? "" }];
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text, thought }) => (thought === true ? "" : (text ?? ""))).join("");
}

function signaturesOf(parts: readonly Part[]): readonly string[] {
  return parts.flatMap(({ thoughtSignature }) =>
    thoughtSignature === undefined ? [] : [thoughtSignature],
  );
}
