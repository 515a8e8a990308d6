// Reads JSON text with exact integers. `JSON.parse` rounds an integer beyond 2^53, so an id of 18
// digits becomes another id. Text without long integers costs one search more than `JSON.parse`;
// other text is read twice. Time is proportional to the length, except for integers of many digits,
// whose cost is limited.

import {
  defineField,
  hasTooManyBits,
  hasTooManyDigits,
  maximumIntegerBits,
} from "../values/internal.ts";

/**
 * Finds the start of an integer that may exceed the safe range. Digits in quotes or after a decimal
 * point don't match, so ids in quotes and decimals with many digits don't slow down reading.
 */
const longInteger = /(?:^|[[:,\s-])\d{16}/;

/**
 * Returns the value of JSON text, like `JSON.parse`. An integer outside the safe range becomes a
 * bigint. Decimals and exponents, such as `0.1` and `1e400`, are read as by `JSON.parse`.
 * @throws SyntaxError for text that isn't JSON; RangeError for an integer beyond the language's
 * limit, or for very many digits
 */
export function fromJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return longInteger.test(text) ? new ExactReader(text).read() : value;
}

const backslash = 0x5c;

const numberToken = /-?\d+([.eE][-+.eE\d]*)?/y;

/** The constants of JSON by their first character. */
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["t", true],
  ["f", false],
  ["n", null],
]);

/** Up to this many digits, an integer takes time proportional to its text. */
const fewDigits = 256;

/** The limit for longer integers of one text, in digits times their square root: about a second. */
const maximumCost = 500_000_000;

interface Container {
  readonly target: object;
  /** The name of the field whose value comes next; undefined before a name and in lists. */
  field: string | undefined;
}

/** Reads text that `JSON.parse` accepts. Nesting takes no stack. */
class ExactReader {
  private readonly text: string;
  private at = 0;
  private cost = 0;
  /** The list or object that gets the next value. The outermost list gets only the whole value. */
  private inner: Container = { target: [], field: undefined };
  /** The containers around it. */
  private readonly outer: Container[] = [];

  constructor(text: string) {
    this.text = text;
  }

  read(): unknown {
    const { target } = this.inner;
    while (this.at < this.text.length) this.next(this.text.charAt(this.at));
    return (target as readonly unknown[])[0];
  }

  private next(character: string): void {
    switch (character) {
      case "{":
      case "[":
        this.at++;
        this.enter(character === "{" ? {} : []);
        break;
      case "}":
      case "]":
        this.at++;
        this.inner = this.outer.pop() ?? this.inner;
        break;
      case '"':
        this.addText(this.string());
        break;
      case " ":
      case "\n":
      case "\r":
      case "\t":
      case ",":
      case ":":
        this.at++;
        break;
      default:
        this.add(words.has(character) ? this.word(character) : this.number());
    }
  }

  private enter(target: object): void {
    this.add(target);
    this.outer.push(this.inner);
    this.inner = { target, field: undefined };
  }

  private addText(text: string): void {
    if (Array.isArray(this.inner.target) || this.inner.field !== undefined) this.add(text);
    else this.inner.field = text;
  }

  private add(value: unknown): void {
    const { target, field } = this.inner;
    if (Array.isArray(target)) target.push(value);
    else if (field !== undefined) {
      defineField(target, field, value);
      this.inner.field = undefined;
    }
  }

  private word(character: string): unknown {
    const word = words.get(character);
    this.at += String(word).length;
    return word;
  }

  private string(): string {
    const start = this.at;
    let end = this.text.indexOf('"', start + 1);
    while (this.isEscaped(end)) end = this.text.indexOf('"', end + 1);
    this.at = end + 1;
    const inside = this.text.slice(start + 1, end);
    return inside.includes("\\") ? (JSON.parse(`"${inside}"`) as string) : inside;
  }

  /** True if an odd number of backslashes precedes the quote at `end`. */
  private isEscaped(end: number): boolean {
    let from = end;
    while (this.text.charCodeAt(from - 1) === backslash) from--;
    return (end - from) % 2 === 1;
  }

  private number(): number | bigint {
    numberToken.lastIndex = this.at;
    const [digits = "", fraction] = numberToken.exec(this.text) ?? [];
    this.at = numberToken.lastIndex;
    const number = Number(digits);
    if (fraction !== undefined || Number.isSafeInteger(number)) return number;
    return this.exact(digits);
  }

  private exact(digits: string): bigint {
    if (hasTooManyDigits(digits)) throw tooLarge();
    const { length } = digits;
    if (length > fewDigits && (this.cost += length * Math.sqrt(length)) > maximumCost)
      throw new RangeError(
        "the integers have too many digits together to be read: write them as text",
      );
    const integer = BigInt(digits);
    if (hasTooManyBits(integer)) throw tooLarge();
    return integer;
  }
}

function tooLarge(): RangeError {
  return new RangeError(
    `integers of more than ${String(maximumIntegerBits)} bits can't be read: write them as text`,
  );
}
