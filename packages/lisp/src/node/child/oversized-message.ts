// A message longer than the pool accepts. Arguments and results of tasks that are, fail the call or
// the run, as an allocation beyond the host's bounds does.

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

/** There is a longest string, too. */
function textOf(message: object, maximumBytes: number): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    throw error instanceof RangeError ? new OversizedMessage(maximumBytes) : error;
  }
}
