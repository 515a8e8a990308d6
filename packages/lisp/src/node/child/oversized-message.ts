// The error for a message that is longer than the pool accepts. In the arguments of a tool it fails
// the call, in the result of a task the run, as an allocation beyond the host's own bounds does.

export class OversizedMessage extends RangeError {
  readonly maximumBytes: number;

  constructor(maximumBytes: number) {
    super(`more than ${String(maximumBytes)} bytes cannot leave the process of the program`);
    this.maximumBytes = maximumBytes;
  }
}

/** `message` as JSON in UTF-8. @throws OversizedMessage */
export function messageBytes(message: object, maximumBytes: number): Buffer {
  const text = textOf(message, maximumBytes);
  if (text.length > maximumBytes) throw new OversizedMessage(maximumBytes);
  const bytes = Buffer.from(text);
  if (bytes.byteLength > maximumBytes) throw new OversizedMessage(maximumBytes);
  return bytes;
}

/** `message` as JSON, which may also be longer than the longest string of the host. */
function textOf(message: object, maximumBytes: number): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    throw error instanceof RangeError ? new OversizedMessage(maximumBytes) : error;
  }
}
