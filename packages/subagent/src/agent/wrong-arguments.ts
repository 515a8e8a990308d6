// The error of a call whose arguments are wrong in a way that its signature cannot say.

/** The same call would fail again, so it is not made again. */
export class WrongArguments extends TypeError {
  constructor(what: string) {
    super(`wrong arguments: ${what}`);
    this.name = "WrongArguments";
  }
}
