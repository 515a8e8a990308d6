// What is thrown when the host's own code is wrong, such as an option that does not exist.

/** A bad option: names the option, what it was given and what it takes. */
export class OptionError extends TypeError {
  readonly option: string;

  constructor(option: string, problem: string) {
    super(`option \`${option}\`: ${problem}`);
    this.name = "OptionError";
    this.option = option;
  }
}
