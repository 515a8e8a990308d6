// Texts that callers of a store pass in, and the errors about them. A store keeps UTF-8 without
// U+0000, so other texts would be changed or refused by some databases.
import { shortened } from "../printing/internal.ts";
import { StoreError } from "./store-error.ts";

const halfPair = /[\ud800-\udfff]/u;
// eslint-disable-next-line no-control-regex -- names with control characters are refused
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

/** Returns the error about an argument. `message` says what is wrong and what to do. */
export function invalid(store: string, message: string): StoreError {
  return new StoreError("invalid", `${store}: ${message}`);
}

/** Returns a value for a message: a short JSON text, or the type of anything but scalars. */
export function quoted(value: unknown): string {
  if (typeof value === "string") return shortened(JSON.stringify(value), 80);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}

/** Checks a name of 1 to `maximum` characters, such as an id, a status or a tag. */
export function checkedName(store: string, what: string, value: unknown, maximum: number): string {
  const range = `use a text of 1 to ${String(maximum)} characters`;
  if (typeof value !== "string") throw invalid(store, `${what} is ${quoted(value)}: ${range}`);
  if (value === "") throw invalid(store, `${what} is empty: ${range}`);
  if (value.length > maximum)
    throw invalid(
      store,
      `${what} ${quoted(value)} has ${String(value.length)} characters: ${range}, ` +
        "for example a hash of the longer text",
    );
  if (controlCharacter.test(value))
    throw invalid(store, `${what} ${quoted(value)} has a control character: remove or encode it`);
  if (halfPair.test(value))
    throw invalid(store, `${what} ${quoted(value)} has half of a surrogate pair: remove it`);
  return value;
}

/** Checks a snapshot or an entry, which a store keeps without reading it. */
export function checkedText(
  store: string,
  what: string,
  value: unknown,
  maximumBytes: number,
): string {
  if (typeof value !== "string")
    throw invalid(store, `${what} is ${quoted(value)}: pass JSON text`);
  if (exceedsBytes(value, maximumBytes))
    throw new StoreError(
      "too_large",
      `${store}: ${what} is larger than ${String(maximumBytes)} bytes: store less in the run, ` +
        "for example the address of a file, or raise `maximumBytes` of the store",
    );
  if (value.includes("\0") || halfPair.test(value))
    throw invalid(
      store,
      `${what} has U+0000 or half of a surrogate pair: pass JSON text, in which they are escapes`,
    );
  return value;
}

/** True if `text` takes more than `maximum` bytes of UTF-8. */
export function exceedsBytes(text: string, maximum: number): boolean {
  if (text.length * 3 <= maximum) return false;
  if (text.length > maximum) return true;
  let bytes = text.length;
  for (let index = 0; index < text.length && bytes <= maximum; index++) {
    const code = text.charCodeAt(index);
    // Each half of a surrogate pair takes two of the pair's four bytes.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes > maximum;
}

/** Checks a whole number from `least` to `most`. */
export function checkedInteger(
  store: string,
  what: string,
  value: unknown,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most)
    return value;
  throw invalid(
    store,
    `${what} is ${quoted(value)}: use a whole number from ${String(least)} to ${String(most)}`,
  );
}

/** Checks a time in milliseconds since the epoch: any that a `Date` has. */
export function checkedTime(store: string, what: string, value: unknown): number {
  return checkedInteger(store, what, value, { least: -8.64e15, most: 8.64e15 });
}

/**
 * Checks that `value` is an object without fields other than `names`. A misspelled field of a query
 * would match too many records.
 */
export function checkedFields<Name extends string>(
  store: string,
  what: string,
  value: unknown,
  names: readonly Name[],
): Readonly<Partial<Record<Name, unknown>>> {
  const known = checkedObject(store, what, value, names);
  for (const name of Object.keys(known))
    if (!(names as readonly string[]).includes(name))
      throw invalid(store, `${what} has the field ${quoted(name)}: it may have ${listed(names)}`);
  return known;
}

/** Checks that `value` is an object. It may have fields other than `names`. */
export function checkedObject<Name extends string>(
  store: string,
  what: string,
  value: unknown,
  names: readonly Name[],
): Readonly<Partial<Record<Name, unknown>>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(store, `${what} is ${quoted(value)}: pass an object with ${listed(names)}`);
  return value as Readonly<Partial<Record<Name, unknown>>>;
}

/** Checks an array, and returns a copy in which a hole is undefined. */
export function checkedArray(store: string, what: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return Array.from<unknown>(value);
  throw invalid(store, `${what} is ${quoted(value)}: pass an array`);
}

function listed(names: readonly string[]): string {
  return names.join(", ");
}
