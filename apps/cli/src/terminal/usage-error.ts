// Wrong usage: what a command was given cannot be used. It is shown as one message, with exit code
// 2.

/** `message` names what is wrong and where; it may quote what was given. */
export class UsageError extends Error {
  /** Whether asking for help would help; it would not for a file that cannot be read. */
  readonly isAboutArguments: boolean;

  constructor(message: string, options: { readonly isAboutArguments?: boolean } = {}) {
    super(message);
    this.name = "UsageError";
    this.isAboutArguments = options.isAboutArguments ?? false;
  }
}
