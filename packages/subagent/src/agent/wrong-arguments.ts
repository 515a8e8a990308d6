// The error for arguments that are wrong in a way that a signature can't express.

/** An error that isn't retried, because the same call would fail again. */
export class WrongArguments extends TypeError {
  constructor(what: string) {
    super(`wrong arguments: ${what}`);
    this.name = "WrongArguments";
  }
}
