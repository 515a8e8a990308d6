// What the two APIs have in common: each makes a body of a request and reads what comes back.

import type {
  ModelCapabilities,
  ModelRequest,
  ModelStreamEvent,
  ModelWarning,
  ProviderData,
} from "@ptc/llm";
import { presentFields, responseMetadata } from "@ptc/llm/adapter";
import { textOrAbsent } from "./untrusted.ts";
import type { StreamData } from "./server-sent-events.ts";

export interface Api {
  readonly path: string;
  /** @throws ModelError where the API has no word for a part of a message. */
  readonly bodyOf: (request: ModelRequest, target: Target) => ApiRequest;
  readonly reader: (options: ReaderOptions) => AnswerReader;
}

/** The model that is asked. */
export interface Target {
  readonly modelId: string;
  readonly capabilities: ModelCapabilities;
  readonly server: string;
  readonly isOpenAI: boolean;
  readonly isStream: boolean;
}

export interface ApiRequest {
  readonly body: object;
  readonly warnings: readonly ModelWarning[];
}

export interface ReaderOptions {
  readonly warnings: readonly ModelWarning[];
  readonly server: string;
  readonly answered: Answered;
}

/** What is known of an answer when it begins. */
export interface Answered {
  headers?: Headers;
}

/**
 * Reads one answer: the events of a stream one by one, or the body of a whole answer at once. Both
 * give the same events of the contract, so that `generate` and `stream` give the same response.
 */
export interface AnswerReader {
  /** @throws WrongShape, ServerFailure */
  read(data: StreamData): Iterable<ModelStreamEvent>;
  /** What is left to say when the stream ends without saying so. */
  end(): Iterable<ModelStreamEvent>;
  /** @throws WrongShape, ServerFailure */
  readWhole(body: unknown): Iterable<ModelStreamEvent>;
}

/** The start of an answer, as each API tells it. */
export function responseStart(
  { model, id, created }: { readonly [Name in "model" | "id" | "created"]: unknown },
  { warnings, answered }: Pick<ReaderOptions, "warnings" | "answered">,
): ModelStreamEvent {
  return {
    type: "response-start",
    ...presentFields({
      modelId: textOrAbsent(model),
      responseId: textOrAbsent(id),
      warnings: warnings.length === 0 ? undefined : warnings,
      // The APIs count seconds.
      metadata: responseMetadata(
        answered.headers,
        typeof created === "number" ? created * 1_000 : undefined,
      ),
    }),
  };
}

/** What a server wants back with a part. The server stands beside it: it goes to no other. */
export function ownData(server: string, fields: Readonly<Record<string, unknown>>): ProviderData {
  return { openai: { server, ...fields } };
}

/** What `server` wanted back with a part, and nothing of other servers. */
export function dataFor(
  server: string,
  providerData: ProviderData | undefined,
): Readonly<Record<string, unknown>> {
  const own = providerData?.["openai"];
  return own?.["server"] === server ? own : {};
}
