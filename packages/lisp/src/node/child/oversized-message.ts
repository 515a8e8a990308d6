// The error for a message that is longer than the pool accepts. For tool arguments it fails the
// call. For a task result it fails the run, like an allocation beyond the host's limits.

export class OversizedMessage extends RangeError {
  readonly maximumBytes: number;

  constructor(maximumBytes: number) {
    super(`more than ${String(maximumBytes)} bytes cannot leave the program's process`);
    this.maximumBytes = maximumBytes;
  }
}
