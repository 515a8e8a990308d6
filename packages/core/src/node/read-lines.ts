// Reads the lines of a byte stream one at a time, as they arrive. Reads no faster than the caller
// takes the lines.

/** A line without its end. `bytes` is absent if the line is longer than the limit. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly bytes?: Uint8Array;
}

const lineFeed = 0x0a;

/** Yields every line, including a last line without a line feed, but not an empty last line. */
export async function* readLines(
  stream: AsyncIterable<unknown>,
  maximumBytes: number,
): AsyncGenerator<Line> {
  const collector = new LineCollector(maximumBytes);
  for await (const chunk of stream) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Uint8Array);
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      collector.add(bytes.subarray(start, end));
      yield collector.take();
      start = end + 1;
    }
    collector.add(bytes.subarray(start));
  }
  if (!collector.isEmpty) yield collector.take();
}

/** Collects the parts of one line. Above the limit, it only counts their bytes. */
class LineCollector {
  private readonly maximumBytes: number;
  private parts: Uint8Array[] = [];
  private length = 0;
  private number = 0;

  constructor(maximumBytes: number) {
    this.maximumBytes = maximumBytes;
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  add(part: Uint8Array): void {
    this.length += part.length;
    if (this.length > this.maximumBytes) this.parts = [];
    else if (part.length > 0) this.parts.push(part);
  }

  take(): Line {
    const number = ++this.number;
    const line =
      this.length > this.maximumBytes
        ? { number }
        : {
            number,
            bytes:
              this.parts.length === 1 && this.parts[0] !== undefined
                ? this.parts[0]
                : Buffer.concat(this.parts),
          };
    this.parts = [];
    this.length = 0;
    return line;
  }
}
