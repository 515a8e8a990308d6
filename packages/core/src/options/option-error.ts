// The error for mistakes in the host's own code, such as an option that doesn't exist.

/**
 * Thrown for a bad option. The message names the option, the given value and the accepted values.
 */
export class OptionError extends TypeError {
  readonly option: string;

  constructor(option: string, problem: string) {
    super(`option \`${option}\`: ${problem}`);
    this.name = "OptionError";
    this.option = option;
  }
}
