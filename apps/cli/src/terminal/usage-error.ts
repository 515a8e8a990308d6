// The error for wrong usage, which is shown as one message with exit code 2.

import { LoadError } from "@ptc/core/internal/host";

/** The arguments of a command, or the input that they name, can't be used. */
export class UsageError extends LoadError {
  override readonly name = "UsageError";
  /** True if the command's help lists the valid arguments. */
  readonly isAboutArguments: boolean;

  constructor(message: string, options: { readonly isAboutArguments?: boolean } = {}) {
    super(message);
    this.isAboutArguments = options.isAboutArguments ?? false;
  }
}
