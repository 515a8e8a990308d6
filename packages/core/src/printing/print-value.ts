// Prints values as Clojure text. The printer stops at `maxCharacters`, because readers don't need
// more and shared structure could unfold endlessly.

import { assertKnownOptions } from "../options/known-options.ts";
import {
  Keyword,
  LazySequence,
  MapValue,
  OpaqueValue,
  RegexValue,
  SetValue,
  SymbolValue,
  Temporal,
  Vector,
  maximumDataDepth,
  type FieldFirewall,
  type Value,
  type WorkMeter,
} from "../values/index.ts";
import {
  firewallByName,
  firewalledMarker,
  hexadecimalLength,
  hideFirewalledEntry,
  hidesKey,
  temporalText,
} from "../values/internal.ts";
import { numberText, spendDecimalDigits } from "./number-text.ts";
import { keywordText } from "./keyword-text.ts";
import { quotedText } from "./string-text.ts";

/** The options of `printBounded`. */
export interface PrintOptions {
  /**
   * Stop after this many UTF-16 units, or one earlier if the cut would split a character. Default:
   * no limit. That is only safe for data of known size, because shared structure can unfold
   * endlessly.
   */
  readonly maxCharacters?: number;
  /**
   * `true` (default): prints strings in quotes, as `pr-str` does. `false`: prints strings without
   * quotes, also inside collections, as `print` does.
   */
  readonly readably?: boolean;
  /**
   * Prints `<Firewalled>` in place of every firewalled field: fields whose name starts with `_`,
   * or those that the given firewall hides, which is also notified of hidden values. Default:
   * false.
   */
  readonly hideFirewalled?: boolean | FieldFirewall;
  /** Receives the cost of the digits of each large integer before they are computed. */
  readonly meter?: WorkMeter;
  /** Called occasionally while a long text is written. It can stop the printing by throwing. */
  readonly checkpoint?: (() => void) | undefined;
}

const optionNames = [
  "maxCharacters",
  "readably",
  "hideFirewalled",
  "meter",
  "checkpoint",
] satisfies (keyof PrintOptions)[];

/** A printed value, and whether something was left out. */
export interface PrintedText {
  readonly text: string;
  readonly truncated: boolean;
}

/**
 * Prints `value`, and reports whether the text was cut. Prints data that is nested too deep as
 * `…`, and an integer of more than a thousand digits that doesn't fit as its size.
 * @throws OptionError for an unknown option
 */
export function printBounded(value: Value, options: PrintOptions = {}): PrintedText {
  assertKnownOptions(options, optionNames);
  const writer = new Writer(options);
  writer.value(value, 0);
  return writer.finish();
}

/** Prints `value` as `pr-str` does. */
export function printValue(value: Value): string {
  return printBounded(value).text;
}

/** Integers of more bits than this count as long; they have more than `mostDigits` digits. */
const manyBits = 4096;
const mostDigits = 1233;

function isLong(value: bigint): boolean {
  return BigInt.asIntN(manyBits, value) !== value;
}

/**
 * The number of parts written between two checkpoints, which takes less than a millisecond. Used
 * as a bit mask.
 */
const partsBetweenCheckpoints = 4095;

class Writer {
  private text = "";
  private truncated = false;
  private readonly limit: number;
  private readonly readably: boolean;
  private readonly firewall: FieldFirewall | undefined;
  private readonly meter: WorkMeter | undefined;
  private readonly checkpoint: (() => void) | undefined;
  private parts = 0;

  constructor({
    maxCharacters = Infinity,
    readably = true,
    hideFirewalled = false,
    meter,
    checkpoint,
  }: PrintOptions) {
    this.limit = maxCharacters;
    this.readably = readably;
    this.firewall =
      typeof hideFirewalled === "object"
        ? hideFirewalled
        : hideFirewalled
          ? firewallByName
          : undefined;
    this.meter = meter;
    this.checkpoint = checkpoint;
  }

  value(value: Value, depth: number): void {
    if (this.truncated) return;
    if (typeof value === "bigint" && this.limit - this.text.length < mostDigits && isLong(value))
      this.longInteger(value);
    else if (typeof value !== "object" || value === null) this.add(this.atom(value));
    else if (depth > maximumDataDepth) this.add("…");
    else if (value instanceof Vector)
      this.vector(
        this.firewall === undefined ? value : hideFirewalledEntry(value, this.firewall),
        depth,
      );
    else if (value instanceof SetValue) this.members(value, depth);
    else if (value instanceof MapValue) this.map(value, depth);
    else if (value instanceof OpaqueValue && value.dataTag !== undefined) {
      this.add(value.dataTag);
      // The data of an opaque value is a language value; see its declaration.
      this.value(value.asData as Value, depth + 1);
    } else if (value instanceof LazySequence && value.asData !== undefined)
      this.value(value.asData as Value, depth + 1);
    else
      this.add(
        value instanceof OpaqueValue && value.printed !== undefined
          ? this.needed(value.printed)
          : value instanceof Keyword
            ? this.keyword(value)
            : objectText(value),
      );
  }

  finish(): PrintedText {
    return {
      text: this.truncated ? cutText(this.text, this.limit) : this.text,
      truncated: this.truncated,
    };
  }

  private atom(value: Exclude<Value, object> | null): string {
    if (value === null) return "nil";
    if (typeof value === "string")
      return this.readably ? quotedText(this.needed(value)) : this.needed(value);
    if (typeof value === "bigint") spendDecimalDigits(value, this.meter);
    return typeof value === "boolean" ? String(value) : numberText(value);
  }

  private keyword({ text }: Keyword): string {
    const shown = this.needed(text);
    return this.readably ? keywordText(text, shown) : `:${shown}`;
  }

  /**
   * Prints the size of an integer whose digits would not fit, because computing the first digit
   * takes as long as computing all of them.
   */
  private longInteger(value: bigint): void {
    this.add(`#<integer of about ${String(4 * hexadecimalLength(value))} bits>`);
    this.truncated = true;
  }

  /** Returns the part of a long string that can still be shown, so the rest isn't escaped. */
  private needed(text: string): string {
    const room = this.limit - this.text.length;
    // eslint-disable-next-line texts/shortened-texts -- its only caller marks the cut
    return text.length > room ? text.slice(0, room + 1) : text;
  }

  private vector(value: Vector<Value>, depth: number): void {
    this.add(value.isSequence ? "(" : "[");
    for (let index = 0; index < value.count && !this.truncated; index++) {
      if (index > 0) this.add(" ");
      this.value(value.at(index), depth + 1);
    }
    this.add(value.isSequence ? ")" : "]");
  }

  private members(value: SetValue<Value>, depth: number): void {
    let separator = "";
    this.add("#{");
    value.every((member) => {
      this.add(separator);
      separator = " ";
      this.value(member, depth + 1);
      return !this.truncated;
    });
    this.add("}");
  }

  private map(value: MapValue<Value>, depth: number): void {
    let separator = "";
    this.add("{");
    const { firewall } = this;
    const hasHiddenKeys = firewall?.hidesKeys(value) === true;
    value.every((key, item) => {
      this.add(separator);
      separator = ", ";
      if (hasHiddenKeys) this.add(firewalledMarker);
      else this.value(key, depth + 1);
      this.add(" ");
      if (firewall !== undefined && hidesKey(firewall, key)) {
        firewall.note(item);
        this.add(firewalledMarker);
      } else this.value(item, depth + 1);
      return !this.truncated;
    });
    this.add("}");
  }

  private add(text: string): void {
    if (this.truncated) return;
    if ((++this.parts & partsBetweenCheckpoints) === 0) this.checkpoint?.();
    this.text += text;
    this.truncated = this.text.length > this.limit;
  }
}

function objectText(value: Extract<Value, object>): string {
  if (value instanceof SymbolValue) return value.text;
  if (value instanceof RegexValue) return `#"${patternText(value.source)}"`;
  if (value instanceof Temporal)
    return value.kind === "instant"
      ? `#inst ${quotedText(temporalText(value))}`
      : temporalText(value);
  return value instanceof OpaqueValue ? value.marker : "#<unknown>";
}

/** Escapes quotes inside a pattern unless they are escaped already. Keeps other escapes. */
function patternText(source: string): string {
  return source.replace(/\\[^]|"/g, (part) => (part === '"' ? '\\"' : part));
}

function cutText(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}
