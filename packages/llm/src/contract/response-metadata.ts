// What came with an answer besides it: for logs, for the support of a provider, and for who wants
// to see how near a limit is.

/** What the provider says of an answer besides the answer. */
export interface ResponseMetadata {
  /** The provider's id of the request, which its support asks for. */
  readonly requestId?: string;
  /** When the provider began the answer, by its own clock: milliseconds since 1970. */
  readonly createdAt?: number;
  /**
   * Headers that tell of limits, of time and of the request, by their names in small letters: no
   * cookies, and none that says whose the account is.
   */
  readonly headers?: Readonly<Record<string, string>>;
}
