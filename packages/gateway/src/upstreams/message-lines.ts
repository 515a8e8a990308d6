// Cuts what an MCP server writes into messages, one a line, with a bound for each. Too long a line
// is skipped while it arrives, so its text is never in memory. Its beginning and end show which
// request it answers.
//
//   chunks   {"id":1,…}⏎{"jso│n":…}⏎{"result":"xxxxx│xxxxxxxxx…│…","id":2}⏎
//   lines    {"id":1,…}   {"json":…}   skipped: { beginning, end, bytes }

/** A line that was too long. */
export interface SkippedLine {
  readonly beginning: string;
  readonly end: string;
  readonly bytes: number;
}

/** The receiver of the lines of a stream. */
export interface LineReader {
  readonly onLine: (line: string) => void;
  readonly onSkipped: (line: SkippedLine) => void;
}

const newline = 10;

/** The stored bytes of the beginning and the end of a skipped line. */
const keptBytes = 200;

/** Collects the lines of a stream of bytes. */
export class MessageLines {
  private readonly mostBytes: number;
  private readonly reader: LineReader;
  private parts: Uint8Array[] = [];
  private length = 0;
  /** The bytes of the line so far, if it is too long. */
  private skipped: { beginning: Uint8Array; end: Uint8Array; bytes: number } | undefined;

  constructor(mostBytes: number, reader: LineReader) {
    this.mostBytes = mostBytes;
    this.reader = reader;
  }

  /** The number of bytes of the incomplete line, including skipped ones. */
  get pendingBytes(): number {
    return this.skipped?.bytes ?? this.length;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      this.add(chunk.subarray(from, at));
      this.endLine();
      from = at + 1;
    }
    this.add(chunk.subarray(from));
  }

  private add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (this.skipped === undefined && this.length + bytes.length > this.mostBytes) {
      const beginning = this.take(keptBytes);
      this.skipped = { beginning, end: beginning, bytes: this.length };
      this.forget();
    }
    if (this.skipped === undefined) {
      this.parts.push(bytes);
      this.length += bytes.length;
      return;
    }
    const { skipped } = this;
    if (skipped.beginning.length < keptBytes)
      skipped.beginning = joined([skipped.beginning, bytes]).slice(0, keptBytes);
    // Copies, so that the chunk isn't kept.
    skipped.end = joined([skipped.end, bytes.subarray(-keptBytes)]).slice(-keptBytes);
    skipped.bytes += bytes.length;
  }

  private take(most: number): Uint8Array {
    const taken = new Uint8Array(Math.min(most, this.length));
    let at = 0;
    for (const part of this.parts) {
      if (at === taken.length) break;
      const piece = part.subarray(0, taken.length - at);
      taken.set(piece, at);
      at += piece.length;
    }
    return taken;
  }

  private endLine(): void {
    const { skipped, reader } = this;
    if (skipped !== undefined) {
      this.skipped = undefined;
      const { bytes } = skipped;
      reader.onSkipped({ beginning: textOf(skipped.beginning), end: textOf(skipped.end), bytes });
      return;
    }
    const line = this.take(this.length);
    this.forget();
    const text = textOf(line).trim();
    if (text !== "") reader.onLine(text);
  }

  private forget(): void {
    this.parts = [];
    this.length = 0;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

const idAtBeginning =
  /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")/;
const idAtEnd = /"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

/** Returns the id of the request that a skipped line answers, if it has one at an end. */
export function idOfSkipped({ beginning, end }: SkippedLine): number | string | undefined {
  const found = idAtBeginning.exec(beginning)?.[1] ?? idAtEnd.exec(end)?.[1];
  return found === undefined ? undefined : (JSON.parse(found) as number | string);
}
