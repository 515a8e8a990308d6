// The capabilities of a model. Callers read them to choose a method that works before they send a
// request.

/**
 * The capabilities of a model. Requests that need a missing one are refused before they are sent.
 */
export interface ModelCapabilities {
  readonly streaming: boolean;
  /** True if the model supports native tool calls. */
  readonly toolCalls: boolean;
  /** `json`: any JSON; `schema`: JSON that matches a schema. */
  readonly structuredOutput: "none" | "json" | "schema";
  readonly thinking: boolean;
  /**
   * The media types of the files it accepts in user messages: `image/png`, or `image/*` for all of
   * a kind. If absent, it accepts no files.
   */
  readonly files?: readonly string[];
  /** The media types of the files it accepts in tool results. If absent, it accepts no files. */
  readonly resultFiles?: readonly string[];
  /**
   * The media types from these lists that it also accepts as URLs, which its provider fetches. If
   * absent, it accepts no URLs.
   */
  readonly fileUrls?: readonly string[];
  /** Tokens of input and output combined. */
  readonly contextWindow?: number;
  /** Tokens. */
  readonly maxOutputTokens?: number;
}
