// What a model can do, so that a caller can choose a way that works before it sends a request.

/** What a model can do; what it cannot is refused before it is asked. */
export interface ModelCapabilities {
  readonly streaming: boolean;
  /** Native tool calls. */
  readonly toolCalls: boolean;
  /** `json`: any JSON; `schema`: JSON held to a schema. */
  readonly structuredOutput: "none" | "json" | "schema";
  readonly thinking: boolean;
  /**
   * The media types of the files that it takes in messages of the user: `image/png`, or `image/*`
   * for all of a kind. Absent: it takes none.
   */
  readonly files?: readonly string[];
  /** The media types of the files that it takes in results of tools. Absent: it takes none. */
  readonly resultFiles?: readonly string[];
  /** Those of all these that it also takes as URLs, which its provider fetches. Absent: none. */
  readonly fileUrls?: readonly string[];
  /** Tokens of input and output together. */
  readonly contextWindow?: number;
  /** Tokens. */
  readonly maxOutputTokens?: number;
}
