// Reads JSON text directly into language values. No part of the text becomes a key of a host
// object, integers keep all digits, and keys keep their order. Charges for values while reading.

import { Vector, DataDepthError, maximumDataDepth, type Value } from "@ptc/core/values";
import {
  MapBuilder,
  exactInteger,
  hasTooManyBits,
  hasTooManyDigits,
} from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { Raised } from "../../evaluation/errors/raised.ts";
import { levelsOfData } from "../../evaluation/budget/stack-room.ts";
import { tooLargeInteger } from "../numbers/numbers.ts";
import { bytesOfMap, bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

/** Thrown internally for invalid JSON; never leaves this file. */
class InvalidJson extends Raised {
  readonly name = "InvalidJson";
}

interface JsonReaderOptions {
  /** Converts a field name to a map key. Default: the name itself. */
  readonly keyOf?: (name: string) => Value;
}

/**
 * Returns the value of `text`, or `undefined` if it isn't valid JSON.
 * @throws EvaluationError for an integer that is too large; DataDepthError; LimitError
 */
export function readJson(
  branch: Branch,
  operation: string,
  text: string,
  options: JsonReaderOptions = {},
): Value | undefined | Promise<Value | undefined> {
  try {
    const value = new JsonReader(branch, operation, text, options.keyOf).document();
    return value instanceof Promise ? value.catch(unlessInvalid) : value;
  } catch (error) {
    return unlessInvalid(error);
  }
}

function unlessInvalid(error: unknown): Value | undefined {
  if (error instanceof InvalidJson) return undefined;
  throw error;
}

const numberPattern = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const plainCharacters = /[^"\\\p{Cc}]+|[\u007f-\u009f]/uy;
const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);
const words: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

class JsonReader {
  private readonly branch: Branch;
  private readonly operation: string;
  private readonly text: string;
  private readonly keyOf: ((name: string) => Value) | undefined;
  private position = 0;

  constructor(
    branch: Branch,
    operation: string,
    text: string,
    keyOf: ((name: string) => Value) | undefined,
  ) {
    this.branch = branch;
    this.operation = operation;
    this.text = text;
    this.keyOf = keyOf;
  }

  document(): Result {
    return after(this.value(0), (value) => {
      this.skipSpace();
      if (this.position < this.text.length) throw new InvalidJson();
      return value;
    });
  }

  /** Reads a value inside another one, after a turn of the host if the current one is over. */
  private inner(depth: number): Result {
    const { branch } = this;
    return branch.mayAwait && branch.turnIsOver
      ? branch.inNextTurn(valueOf, this, depth)
      : this.value(depth);
  }

  value(depth: number): Result {
    if (depth === levelsOfData) this.branch.evaluation.nestsDeep = true;
    if (--this.branch.ticks < 0) this.branch.refill();
    if (depth > maximumDataDepth) throw new DataDepthError();
    this.skipSpace();
    switch (this.text[this.position]) {
      case '"':
        return this.string();
      case "{":
        return this.object(depth);
      case "[":
        return this.array(depth);
      case "t":
        return this.word("true");
      case "f":
        return this.word("false");
      case "n":
        return this.word("null");
      default:
        return this.number();
    }
  }

  private object(depth: number): Result {
    this.branch.charge(bytesOfMap);
    return this.opens("}") ? this.fields(depth, new MapBuilder()) : new MapBuilder().build(true);
  }

  /** Reads the other fields of an object. */
  private fields(depth: number, builder: MapBuilder): Result {
    do {
      this.skipSpace();
      const name = this.string();
      this.skipSpace();
      this.expect(":");
      this.branch.charge(32);
      const value = this.inner(depth + 1);
      if (value instanceof Promise) return this.fieldsAfter(name, value, depth, builder);
      this.addField(builder, name, value);
    } while (this.continues("}"));
    return builder.build(true);
  }

  private async fieldsAfter(
    name: string,
    value: Promise<Value>,
    depth: number,
    builder: MapBuilder,
  ): Promise<Value> {
    this.addField(builder, name, await value);
    return this.continues("}") ? this.fields(depth, builder) : builder.build(true);
  }

  private addField(builder: MapBuilder, name: string, value: Value): void {
    const { firewall } = this.branch.evaluation;
    if (firewall?.hides(name) === true) firewall.note(value);
    builder.set(this.keyOf === undefined ? name : this.keyOf(name), value);
  }

  private array(depth: number): Result {
    this.branch.charge(bytesOfVector);
    return this.opens("]") ? this.items(depth, []) : Vector.ofGrown<Value>([]);
  }

  /** Reads the other items of an array. */
  private items(depth: number, items: Value[]): Result {
    do {
      this.branch.charge(8);
      const value = this.inner(depth + 1);
      if (value instanceof Promise) return this.itemsAfter(value, depth, items);
      items.push(value);
    } while (this.continues("]"));
    return Vector.ofGrown(items);
  }

  private async itemsAfter(value: Promise<Value>, depth: number, items: Value[]): Promise<Value> {
    items.push(await value);
    return this.continues("]") ? this.items(depth, items) : Vector.ofGrown(items);
  }

  /** Reads the opening bracket. Returns whether an item follows. */
  private opens(close: string): boolean {
    this.position++;
    this.skipSpace();
    if (this.text[this.position] !== close) return true;
    this.position++;
    return false;
  }

  /** Reads a comma or the closing bracket. Returns whether an item follows. */
  private continues(close: string): boolean {
    this.skipSpace();
    if (this.text[this.position] === ",") {
      this.position++;
      return true;
    }
    this.expect(close);
    return false;
  }

  private string(): string {
    this.expect('"');
    let result = "";
    for (;;) {
      const plain = this.match(plainCharacters)?.[0];
      if (plain !== undefined) {
        this.branch.charge(2 * plain.length);
        result += plain;
        continue;
      }
      const character = this.text[this.position++];
      if (character === '"') return result;
      if (character !== "\\") throw new InvalidJson();
      this.branch.charge(8);
      result += this.escape();
    }
  }

  private escape(): string {
    const letter = this.text[this.position++] ?? "";
    const character = escapes.get(letter);
    if (character !== undefined) return character;
    const code = letter === "u" ? this.text.slice(this.position, this.position + 4) : "";
    if (!/^[0-9a-fA-F]{4}$/.test(code)) throw new InvalidJson();
    this.position += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  private number(): Value {
    const [digits, fraction, exponent] = this.match(numberPattern) ?? [];
    if (digits === undefined) throw new InvalidJson();
    this.branch.charge(8);
    const number = Number(digits);
    if (fraction !== undefined || exponent !== undefined || Number.isSafeInteger(number))
      return number;
    if (hasTooManyDigits(digits)) throw this.tooLarge();
    const blocks = digits.length >> 8;
    this.branch.spend(1 + blocks * blocks);
    const integer = BigInt(digits);
    if (hasTooManyBits(integer)) throw this.tooLarge();
    return exactInteger(integer);
  }

  private tooLarge(): Error {
    return tooLargeInteger(this.operation, "write it as text or as a decimal, like 1e100");
  }

  private word(word: string): Value {
    const value = words.get(word);
    if (value === undefined || !this.text.startsWith(word, this.position)) throw new InvalidJson();
    this.position += word.length;
    return value;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text);
    if (match !== null) this.position += match[0].length;
    return match;
  }

  private expect(character: string): void {
    if (this.text[this.position] !== character) throw new InvalidJson();
    this.position++;
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.position);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.position++;
    }
  }
}

function valueOf(reader: JsonReader, depth: number): Result {
  return reader.value(depth);
}
