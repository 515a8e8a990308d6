// Writes a returned value as JSON text. `JSON.stringify` throws at a bigint, writes an infinity as
// null, and a Map as {}. This writer loses none of them, or refuses the value and says where it is.

import { OptionError } from "../errors/index.ts";
import { assertKnownOptions } from "../errors/internal.ts";
import { maximumDataDepth, toHost, workBudget, type Value } from "../values/index.ts";
import { shortened, spendDecimalDigits } from "../printing/internal.ts";
import { isLanguageValue } from "../values/internal.ts";

/**
 * How to write an integer beyond 2^53: as text, as a JSON number with all of its digits, or not at
 * all.
 */
export type BigIntJson = "string" | "number" | "error";

/** The options of `toJson`. */
export interface ToJsonOptions {
  /**
   * Default `string`, because `JSON.parse` silently rounds a number of that size. Choose `number`
   * if the reader keeps the digits, as `fromJson` and the parsers of Python and Java do.
   */
  readonly bigint?: BigIntJson;
}

const choices: readonly BigIntJson[] = ["string", "number", "error"];

/** Results have at most `maximumDataDepth` levels; this leaves room for an object around one. */
const deepest = 2 * maximumDataDepth;

/** The limit for values, 64 characters each, and digits of bigints. They take a few seconds. */
const maximumWork = 10_000_000;

const digitsOfUnit = 2;

/**
 * Returns any value that a program can return as JSON text. ±Infinity and NaN become text. Sets and
 * typed arrays become lists, dates ISO text, and Maps objects, or lists of pairs if a key is a
 * collection. `undefined` is null, or omitted as a field. An object with a `toJSON` method becomes
 * its result.
 * @throws OptionError; TypeError naming the location of a cycle, a function, or a bigint with
 * `bigint: "error"`; WorkLimitError for too much data
 */
export function toJson(value: unknown, options: ToJsonOptions = {}): string {
  assertKnownOptions(options, ["bigint"] satisfies (keyof ToJsonOptions)[]);
  const { bigint = "string" } = options;
  if (!choices.includes(bigint))
    throw new OptionError("bigint", `expected ${choices.join(", ")}, got ${bigint as string}`);
  return new JsonWriter(bigint).text(value);
}

class JsonWriter {
  private readonly bigint: BigIntJson;
  private readonly meter = workBudget("writing JSON", maximumWork);
  /** The names and indexes on the way to the current value. */
  private readonly path: (string | number)[] = [];
  private readonly ancestors = new Set<object>();

  constructor(bigint: BigIntJson) {
    this.bigint = bigint;
  }

  text(value: unknown): string {
    this.meter.spend(1);
    switch (typeof value) {
      case "string":
        this.meter.spend(value.length / 64);
        return JSON.stringify(value);
      case "number":
        if (!Number.isFinite(value)) return `"${String(value)}"`;
        return Object.is(value, -0) ? "-0" : String(value);
      case "bigint":
        return this.integer(value);
      case "object":
        return value === null ? "null" : this.inside(value);
      case "boolean":
      case "undefined":
        return String(value ?? null);
      default:
        throw this.refusal(`a ${typeof value} can't be written`);
    }
  }

  private integer(value: bigint): string {
    spendDecimalDigits(value, {
      spend: (units) => {
        this.meter.spend(units / digitsOfUnit);
      },
    });
    if (this.bigint === "error")
      throw this.refusal(
        `${shortened(String(value), 40)} is a bigint, which bigint: "error" rejects; use bigint: "string" or "number"`,
      );
    return this.bigint === "number" ? String(value) : `"${String(value)}"`;
  }

  private inside(value: object): string {
    if (this.ancestors.has(value)) throw this.refusal("the value contains itself");
    if (this.ancestors.size === deepest)
      throw this.refusal(`the value is nested more than ${String(deepest)} levels deep`);
    this.ancestors.add(value);
    const text = this.object(value);
    this.ancestors.delete(value);
    return text;
  }

  private object(value: object): string {
    if (value instanceof Date) {
      if (Number.isNaN(value.getTime())) throw this.refusal("an invalid date can't be written");
      return `"${value.toISOString()}"`;
    }
    if (Array.isArray(value)) return this.list(value);
    if (value instanceof Set) return this.list([...(value as ReadonlySet<unknown>)]);
    if (value instanceof Map) return this.map(value);
    if (ArrayBuffer.isView(value) && "length" in value)
      return this.list(Array.from(value as unknown as ArrayLike<unknown>));
    if (isLanguageValue(value))
      return this.text(toHost(value as Value, { collections: "native", meter: this.meter }));
    const { toJSON } = value as { readonly toJSON?: unknown };
    return typeof toJSON === "function"
      ? this.text(Reflect.apply(toJSON, value, [""]))
      : this.fields(Object.entries(value));
  }

  private list(items: readonly unknown[]): string {
    let text = "";
    for (let index = 0; index < items.length; index++)
      text += (index === 0 ? "" : ",") + this.at(index, items[index]);
    return `[${text}]`;
  }

  /** Writes the value of a field or an element. */
  private at(place: string | number, value: unknown): string {
    this.path.push(place);
    const text = this.text(value);
    this.path.pop();
    return text;
  }

  /** Keys are the texts that `toHost` gives them, unless two have the same text. */
  private map(map: ReadonlyMap<unknown, unknown>): string {
    const entries = Array.from(map, ([key, item]) => [keyText(key), item] as const);
    const names = new Set(entries.map(([name]) => name));
    return names.size < map.size || names.has(undefined)
      ? this.list([...map])
      : this.fields(entries as readonly (readonly [string, unknown])[]);
  }

  private fields(entries: readonly (readonly [string, unknown])[]): string {
    let text = "";
    for (const [name, item] of entries)
      if (item !== undefined)
        text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${this.at(name, item)}`;
    return `{${text}}`;
  }

  private refusal(problem: string): TypeError {
    const path = this.path
      .map((place) => (typeof place === "number" ? `[${String(place)}]` : `.${place}`))
      .join("")
      .replace(/^\./, "");
    return new TypeError(`toJson: ${path === "" ? "" : `${shortened(path, 200)}: `}${problem}`);
  }
}

/** Returns undefined for a collection. */
function keyText(key: unknown): string | undefined {
  if (typeof key === "string") return key;
  if (key instanceof Date && !Number.isNaN(key.getTime())) return key.toISOString();
  if (key === null) return "nil";
  if (typeof key === "number" && !Number.isFinite(key))
    return Number.isNaN(key) ? "##NaN" : key > 0 ? "##Inf" : "##-Inf";
  return typeof key === "number" || typeof key === "bigint" || typeof key === "boolean"
    ? String(key)
    : undefined;
}
