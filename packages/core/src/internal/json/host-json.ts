// Converts host values to JSON and back. Values without a JSON form carry a tag of
// `@ptc/core/encoding`:
//
// bigint        {"$integer":"123"}            a Map with text keys       {"key": …} NaN, ±inf
// {"$number":"NaN"}             any other Map              {"$map": [[key, value], …]} Set
// […]                           Date                       "2025-01-01T00:00:00.000Z" a value
// without a host value, as Clojure prints it                     {"$text": "…"}

import { tags } from "../../encoding/index.ts";
import { isTag, readSpecialNumber } from "../../encoding/internal.ts";
import { maximumDataDepth, workBudget, type WorkMeter } from "../../values/index.ts";
import { defineField, maximumIntegerBits, spendDigits } from "../../values/internal.ts";

/** The state of a reader: the meter of its work, and its depth in the data. */
interface ReadingState {
  readonly meter: WorkMeter;
  readonly depth: number;
}

/** Returns `undefined` if the content doesn't fit the tag, so the object is plain data. */
type TagReader = (content: unknown, state: ReadingState) => unknown;

const tagReaders: ReadonlyMap<string, TagReader> = new Map<string, TagReader>([
  [tags.integer, readInteger],
  [tags.number, readDouble],
  [tags.map, mapOfPairs],
]);

/** Thrown for tagged JSON that can't be read, such as an integer with too many bits. */
export class HostJsonError extends Error {
  override readonly name = "HostJsonError";
}

/** The decimal digits of one bit, log10(2), rounded up. */
const digitsPerBit = 0.30103;
/** More digits than the largest integer of the language. */
const tooManyDigits = Math.ceil(maximumIntegerBits * digitsPerBit) + 2;
/** The limit for all digits of large integers in one text; they take a few tenths of a second. */
const maximumDigits = 5_000_000;

/** Reads a number that JSON lacks, or a double that exact readers would read as an integer. */
function readDouble(content: unknown): number | undefined {
  if (typeof content !== "string" || !/^-?\d(?:\d{15,20}|(?:\.\d+)?e\+\d+)$/.test(content))
    return readSpecialNumber(content);
  const double = Number(content);
  return Number.isSafeInteger(double) || !Number.isFinite(double) ? undefined : double;
}

function readInteger(content: unknown, { meter }: ReadingState): bigint | undefined {
  if (typeof content !== "string" || !/^-?\d+$/.test(content)) return undefined;
  if (content.length > tooManyDigits)
    throw new HostJsonError(
      `integers of more than ${String(maximumIntegerBits)} bits can't be read`,
    );
  meter.spend(content.length);
  return BigInt(content);
}

/** The work limit for writing one value, which takes about a second. */
const maximumWork = 10_000_000;
/** The cost of a digit of a large integer and of the characters of a text, in small values. */
const costs = { digit: 2, charactersOfText: 64 };

/** Returns a new meter with the work limit for writing one value. */
export function writingBudget(): WorkMeter {
  return workBudget("writing a value", maximumWork);
}

/**
 * Returns a value that `JSON.stringify` writes without losing the tagged values. The data must be
 * finite and not too deep, like the results of `toHost`.
 * @throws the error of `meter`; a WorkLimitError by default
 */
export function hostJson(value: unknown, meter: WorkMeter = writingBudget()): unknown {
  meter.spend(typeof value === "string" ? 1 + value.length / costs.charactersOfText : 1);
  if (typeof value === "number")
    return Number.isFinite(value) ? value : { [tags.number]: String(value) };
  if (typeof value === "bigint") {
    spendDigits(value, {
      spend: (digits) => {
        meter.spend(digits * costs.digit);
      },
    });
    return { [tags.integer]: String(value) };
  }
  if (typeof value !== "object" || value === null) return value ?? null;
  const itemJson = (item: unknown): unknown => hostJson(item, meter);
  if (Array.isArray(value)) return value.map(itemJson);
  if (value instanceof Set) return Array.from(value, itemJson);
  if (value instanceof Map) return mapJson(value, meter);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  return mapJson(new Map(Object.entries(value)), meter);
}

/** Returns the JSON for a value without a host value. */
export function textJson(text: string): unknown {
  return { [tags.text]: text };
}

/**
 * Returns the host value of JSON that `hostJson` made. Restores bigints, special numbers and Maps,
 * but not Sets and Dates. Doesn't change data below the language's maximum depth.
 * @throws HostJsonError for integers larger than the language's limit; WorkLimitError for very many
 * large integers
 */
export function fromHostJson(json: unknown): unknown {
  return valueOf(json, { meter: workBudget("reading large integers", maximumDigits), depth: 0 });
}

function valueOf(json: unknown, { meter, depth }: ReadingState): unknown {
  if (typeof json !== "object" || json === null || depth > maximumDataDepth) return json;
  const inside: ReadingState = { meter, depth: depth + 1 };
  if (Array.isArray(json)) return json.map((item) => valueOf(item, inside));
  const entries = Object.entries(json) as [string, unknown][];
  const [only] = entries;
  const tagged =
    entries.length === 1 && only !== undefined
      ? tagReaders.get(only[0])?.(only[1], inside)
      : undefined;
  if (tagged !== undefined) return tagged;
  const object = {};
  for (const [name, item] of entries) defineField(object, name, valueOf(item, inside));
  return object;
}

function mapJson(map: ReadonlyMap<unknown, unknown>, meter: WorkMeter): unknown {
  const pairs = Array.from(map, ([key, item]) => [key, item] as const);
  if (!pairs.every(([key]) => typeof key === "string") || looksTagged(map))
    return {
      [tags.map]: pairs.map(([key, item]) => [hostJson(key, meter), hostJson(item, meter)]),
    };
  const object = {};
  for (const [name, item] of pairs as readonly (readonly [string, unknown])[])
    defineField(object, name, hostJson(item, meter));
  return object;
}

/**
 * True for data in the shape of a tag, which is written as pairs so that readers don't mistake it
 * for the tag. This includes tags that only other encoders write.
 */
function looksTagged(map: ReadonlyMap<unknown, unknown>): boolean {
  const [name] = map.keys();
  return map.size === 1 && typeof name === "string" && isTag(name);
}

function mapOfPairs(content: unknown, state: ReadingState): unknown {
  if (!Array.isArray(content) || !content.every((pair) => Array.isArray(pair) && pair.length === 2))
    return undefined;
  return new Map(
    (content as readonly (readonly [unknown, unknown])[]).map(([key, item]) => [
      valueOf(key, state),
      valueOf(item, state),
    ]),
  );
}
