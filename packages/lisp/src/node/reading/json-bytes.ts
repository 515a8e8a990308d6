// Reads JSON from bytes in pieces. The bytes come from another process, which writes JSON without
// spaces; anything else is rejected. Texts are copied from the bytes, so that short ones don't
// retain a long message.

import { MessageError } from "../message-error.ts";
import type { Slice, SlicedWork } from "./turns.ts";

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
/** The length of a piece, in bytes. Longer texts are read in several pieces. */
const pieceBytes = 65_536;
/** The longest number that JSON writes. */
const longestNumber = 32;
const keySlots = 256;
const longestKnownKey = 32;

interface KnownKey {
  readonly start: number;
  readonly length: number;
  readonly text: string;
}

export class JsonBytes {
  readonly slice: Slice;
  private readonly bytes: Buffer;
  private position = 0;
  /** Recently seen field names, because most objects have the same names as the previous one. */
  private readonly keys: (KnownKey | undefined)[] = [];

  constructor(bytes: Buffer, slice: Slice) {
    this.bytes = bytes;
    this.slice = slice;
  }

  /** Returns the next byte, or -1 at the end. */
  peek(): number {
    return this.bytes[this.position] ?? -1;
  }

  /** Skips the next byte if it is `code`. */
  skip(code: number): boolean {
    if (this.bytes[this.position] !== code) return false;
    this.position++;
    return true;
  }

  /** @throws MessageError unless the next byte is `code` */
  expect(code: number): void {
    if (!this.skip(code)) throw malformed();
  }

  /** Returns true if another element follows; otherwise reads `close`. */
  hasMore(close: number): boolean {
    if (this.skip(comma)) return true;
    this.expect(close);
    return false;
  }

  expectEnd(): void {
    if (this.position !== this.bytes.length) throw malformed();
  }

  /** Reads a number, true, false or null. */
  literal(): number | boolean | null {
    switch (this.peek()) {
      case 0x74:
        this.word("true");
        return true;
      case 0x66:
        this.word("false");
        return false;
      case 0x6e:
        this.word("null");
        return null;
      default:
        return this.number();
    }
  }

  /**
   * Reads the text that begins here, or returns `undefined` if it is longer than a piece; see
   * `longText`.
   */
  shortText(): string | undefined {
    const start = this.position + 1;
    const limit = Math.min(this.bytes.length, start + pieceBytes);
    let escaped = false;
    for (let index = start; index < limit; index++) {
      const code = this.bytes[index];
      if (code === quote) {
        this.position = index + 1;
        return this.textBetween(start, index, escaped);
      }
      if (code === backslash) {
        escaped = true;
        index++;
      }
    }
    if (limit === this.bytes.length) throw malformed();
    return undefined;
  }

  *longText(): SlicedWork<string> {
    const pieces: string[] = [];
    this.position++;
    for (let isOpen = true; isOpen;) {
      isOpen = this.piece(pieces);
      if (this.slice.isOverNow()) yield;
    }
    return pieces.join("");
  }

  /** Reads a field name and the colon after it. */
  *key(): SlicedWork<string> {
    if (this.peek() !== quote) throw malformed();
    const text = this.knownKey() ?? this.shortText() ?? (yield* this.longText());
    this.expect(colon);
    return text;
  }

  private knownKey(): string | undefined {
    const { bytes } = this;
    const start = this.position + 1;
    let hash = 0;
    for (let index = start; index < start + longestKnownKey; index++) {
      const code = bytes[index];
      if (code === undefined || code === backslash) return undefined;
      if (code === quote) {
        this.position = index + 1;
        return this.sameKey(start, index - start, hash & (keySlots - 1));
      }
      hash = (hash * 31 + code) | 0;
    }
    return undefined;
  }

  private sameKey(start: number, length: number, slot: number): string {
    const { bytes } = this;
    const known = this.keys[slot];
    if (
      known?.length === length &&
      bytes.compare(bytes, known.start, known.start + length, start, start + length) === 0
    )
      return known.text;
    const text = bytes.toString("utf8", start, start + length);
    this.keys[slot] = { start, length, text };
    return text;
  }

  /** Reads one piece of a text. Returns true if another one follows. */
  private piece(pieces: string[]): boolean {
    const { bytes } = this;
    const start = this.position;
    let escaped = false;
    let index = start;
    // End a piece between two characters of the text, never inside a character or an escape.
    while (index < start + pieceBytes || isContinuation(bytes[index])) {
      const code = bytes[index];
      if (code === undefined) throw malformed();
      if (code === quote) {
        this.position = index + 1;
        pieces.push(this.textBetween(start, index, escaped));
        return false;
      }
      if (code === backslash) {
        escaped = true;
        index += bytes[index + 1] === letterU ? 6 : 2;
      } else index++;
    }
    this.position = index;
    pieces.push(this.textBetween(start, index, escaped));
    return true;
  }

  private textBetween(start: number, end: number, escaped: boolean): string {
    const text = this.bytes.toString("utf8", start, end);
    return escaped ? unescaped(text) : text;
  }

  private word(word: string): void {
    const { position } = this;
    this.position += word.length;
    if (this.bytes.toString("latin1", position, this.position) !== word) throw malformed();
  }

  private number(): number {
    const { bytes, position: start } = this;
    let index = start;
    while (index <= start + longestNumber && isOfNumber(bytes[index])) index++;
    this.position = index;
    // Most numbers have one digit.
    const first = (bytes[start] ?? 0) - 0x30;
    if (index === start + 1 && first >= 0 && first <= 9) return first;
    const number = Number(bytes.toString("latin1", start, index));
    if (index === start || Number.isNaN(number)) throw malformed();
    return number;
  }
}

const comma = 0x2c;
const colon = 0x3a;

function isContinuation(code: number | undefined): boolean {
  return code !== undefined && code >= 0x80 && code < 0xc0;
}

/** True for digits, signs, the decimal point and the exponent. */
function isOfNumber(code: number | undefined): boolean {
  return (
    code !== undefined &&
    ((code >= 0x30 && code <= 0x39) ||
      code === 0x2d ||
      code === 0x2b ||
      code === 0x2e ||
      code === 0x65 ||
      code === 0x45)
  );
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    throw malformed();
  }
}

export function malformed(): MessageError {
  return new MessageError("malformed JSON");
}
