// Metadata of a response, for logs, for the provider's support and for tracking rate limits.

/** Details that a provider sends along with a response. */
export interface ResponseMetadata {
  /** The provider's id of the request; its support asks for it. */
  readonly requestId?: string;
  /**
   * The time when the provider began the response, by its own clock, in milliseconds since 1970.
   */
  readonly createdAt?: number;
  /**
   * Headers about limits, time and the request, by lower-case name. Cookies and headers that
   * identify the account are excluded.
   */
  readonly headers?: Readonly<Record<string, string>>;
}
