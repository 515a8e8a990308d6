// The interface of the two APIs: each builds the body of a request and reads the response.

import type {
  ModelCapabilities,
  ModelRequest,
  ModelStreamEvent,
  ModelWarning,
  ProviderData,
} from "@ptc/llm";
import { responseMetadata, responseStart } from "@ptc/llm/adapter";
import type { StreamData } from "./server-sent-events.ts";

export interface Api {
  readonly path: string;
  /** @throws ModelError for a part of a message that the API doesn't support */
  readonly bodyOf: (request: ModelRequest, target: Target) => ApiRequest;
  readonly reader: (options: ReaderOptions) => AnswerReader;
}

/** The called model. */
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

/** The parts of a response that arrive before its body. */
export interface Answered {
  headers?: Headers;
}

/**
 * Reads one response: the events of a stream one by one, or a whole body at once. Both yield the
 * same events of the contract, so `generate` and `stream` return the same response.
 */
export interface AnswerReader {
  /** @throws ShapeError, ServerFailure */
  read(data: StreamData): Iterable<ModelStreamEvent>;
  /** Yields the remaining events if the stream ends without an end of its own. */
  end(): Iterable<ModelStreamEvent>;
  /** @throws ShapeError, ServerFailure */
  readWhole(body: unknown): Iterable<ModelStreamEvent>;
}

/** Returns the start of a response, from the fields of either API. */
export function startOf(
  { model, id, created }: { readonly [Name in "model" | "id" | "created"]: unknown },
  { warnings, answered }: Pick<ReaderOptions, "warnings" | "answered">,
): ModelStreamEvent {
  // The APIs count seconds.
  const createdAt = typeof created === "number" ? created * 1_000 : undefined;
  const metadata = responseMetadata(answered.headers, createdAt);
  return responseStart({ modelId: model, responseId: id, warnings, metadata });
}

/**
 * Returns data that this server wants back with a part. It names the server, so no other gets it.
 */
export function ownData(server: string, fields: Readonly<Record<string, unknown>>): ProviderData {
  return { openai: { server, ...fields } };
}

/** Returns the data that `server` attached to a part, without the data of other servers. */
export function dataFor(
  server: string,
  providerData: ProviderData | undefined,
): Readonly<Record<string, unknown>> {
  const own = providerData?.["openai"];
  return own?.["server"] === server ? own : {};
}
