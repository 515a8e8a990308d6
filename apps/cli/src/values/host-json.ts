// Host values as JSON, and the way back. What JSON cannot write carries a tag of
// `@ptc/core/encoding`:
//
//   bigint        {"$integer":"123"}            a Map with text keys       {"key": …}
//   NaN, ±inf     {"$number":"NaN"}             any other Map              {"$map": [[key, value], …]}
//   Set           […]                           Date                       "2025-01-01T00:00:00.000Z"
//   a value that the host cannot be given, as Clojure prints it            {"$text": "…"}

import { tags } from "@ptc/core/encoding";
import { isTag, readSpecialNumber } from "@ptc/core/internal/encoding";
import { maximumDataDepth, workBudget, type WorkMeter } from "@ptc/core/values";
import { defineField, maximumIntegerBits, spendDigits } from "@ptc/core/internal/values";

/** Where a reader is: what it tells of its work, and how deep it is. */
interface Place {
  readonly meter: WorkMeter;
  readonly depth: number;
}

/** `undefined` means that the content does not fit the tag, and the object is data. */
type TagReader = (content: unknown, place: Place) => unknown;

const tagReaders: ReadonlyMap<string, TagReader> = new Map<string, TagReader>([
  [tags.integer, readInteger],
  [tags.number, readSpecialNumber],
  [tags.map, mapOfPairs],
]);

/** Thrown for JSON that is tagged as a value which is not read. */
export class HostJsonError extends Error {}

/** More digits than the largest integer of the language has. */
const tooManyDigits = Math.ceil(maximumIntegerBits / Math.log2(10)) + 2;
/** How many digits of large integers one text may bring; they take some tenths of a second. */
const maximumDigits = 5_000_000;

function readInteger(content: unknown, { meter }: Place): bigint | undefined {
  if (typeof content !== "string" || !/^-?\d+$/.test(content)) return undefined;
  if (content.length > tooManyDigits)
    throw new HostJsonError(
      `an integer of more than ${String(maximumIntegerBits)} bits is not read`,
    );
  meter.spend(content.length);
  return BigInt(content);
}

/** The work that writing one value may make: it takes a second or so. */
const maximumWork = 10_000_000;
/** What a digit of a large integer and the characters of a text cost, in small values. */
const costs = { digit: 2, charactersOfText: 64 };

export function writingBudget(): WorkMeter {
  return workBudget("writing a value", maximumWork);
}

/**
 * A value that `JSON.stringify` writes without loss of what is tagged. The data must be finite and
 * not too deep, as `toHost` makes it.
 * @throws what `meter` throws; a WorkLimitError where none is given
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

/** The JSON for a value that the host cannot be given. */
export function textJson(text: string): unknown {
  return { [tags.text]: text };
}

/**
 * The host value of JSON that `hostJson` made: bigints, special numbers and Maps come back, Sets
 * and Dates do not. What is nested deeper than the language allows is left as it is.
 * @throws HostJsonError for an integer that no program makes; a WorkLimitError when there are very
 * many large ones
 */
export function fromHostJson(json: unknown): unknown {
  return valueOf(json, { meter: workBudget("reading large integers", maximumDigits), depth: 0 });
}

function valueOf(json: unknown, { meter, depth }: Place): unknown {
  if (typeof json !== "object" || json === null || depth > maximumDataDepth) return json;
  const inside: Place = { meter, depth: depth + 1 };
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
 * Data in the shape of a tag is written as pairs, so that no reader takes it for the tag. This
 * holds for all tags, also those that are written elsewhere only.
 */
function looksTagged(map: ReadonlyMap<unknown, unknown>): boolean {
  const [name] = map.keys();
  return map.size === 1 && typeof name === "string" && isTag(name);
}

function mapOfPairs(content: unknown, place: Place): unknown {
  if (!Array.isArray(content) || !content.every((pair) => Array.isArray(pair) && pair.length === 2))
    return undefined;
  return new Map(
    (content as readonly (readonly [unknown, unknown])[]).map(([key, item]) => [
      valueOf(key, place),
      valueOf(item, place),
    ]),
  );
}
