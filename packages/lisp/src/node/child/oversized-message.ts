// The error for a message that is longer than the pool accepts. In the arguments of a tool it fails
// the call, in the result of a task the run, as an allocation beyond the host's own bounds does.

export class OversizedMessage extends RangeError {
  readonly maximumBytes: number;

  constructor(maximumBytes: number) {
    super(`more than ${String(maximumBytes)} bytes cannot leave the process of the program`);
    this.maximumBytes = maximumBytes;
  }
}
