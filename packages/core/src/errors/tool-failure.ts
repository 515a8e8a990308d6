// The error of a tool that tells more than a message.

/**
 * Thrown by a tool, it fails the call with its message. A program that catches it reads `data` as
 * `(:data (ex-data e))`; otherwise `data` stands in the details of the program's failure.
 */
export class ToolFailure extends Error {
  /** Read as the answer of a tool is. */
  readonly data: unknown;

  constructor(message: string, data: unknown) {
    super(message);
    this.name = "ToolFailure";
    this.data = data;
  }
}
