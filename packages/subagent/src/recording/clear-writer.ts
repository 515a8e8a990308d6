// Writes common data as text if its tagged encoding is its JSON, and nothing in it is hidden. One
// pass checks and writes each value, because the line of a call must cost less than the call:
//
//   {"id": 7, "tags": ["a"]}                             written
//   {"_id": 7}   "token=abc"   new Date   a large list   left to the encoder and the mask

import { tags } from "@ptc/core/encoding";
import { isPlainName } from "@ptc/core/internal/stored";
import { withoutSecrets } from "@ptc/llm/adapter";
import { isClearText } from "./clear-text.ts";

/** Larger data is encoded, so that its work is counted. */
const mostUnits = 100_000;
const mostLevels = 20;

/**
 * Texts without anything to escape, and without the punctuation of firewalled names and of most
 * credentials: they need one of `-_:=@`.
 */
const simpleText = /^[A-Za-z0-9 .,;!?'()/+*#~|^$]*$/;
/** The other credentials. The first part of a JSON web token is the shortest of them. */
const otherSecret = /eyJ|AIza|AKIA|ya29|[Bb][Ee][Aa][Rr][Ee][Rr]/;
const shortestOther = 11;

/** Returns the JSON text of clear common data. Undefined for all other data. */
export function clearTextOf(value: unknown): string | undefined {
  try {
    return new ClearWriter().of(value, 0);
  } catch {
    // Reading a proxy or an accessor may throw. The encoding decides what is written then.
    return undefined;
  }
}

class ClearWriter {
  private units = 0;

  of(value: unknown, level: number): string | undefined {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number")
      return Number.isFinite(value) && !Object.is(value, -0) ? String(value) : undefined;
    if (typeof value === "boolean") return value ? "true" : "false";
    if (value === null) return "null";
    if (typeof value !== "object" || level > mostLevels) return undefined;
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype && !("toJSON" in value))
      return this.fields(value as Readonly<Record<string, unknown>>, level);
    return prototype === Array.prototype && Array.isArray(value)
      ? this.items(value, level)
      : undefined;
  }

  private fields(fields: Readonly<Record<string, unknown>>, level: number): string | undefined {
    const names = Object.keys(fields);
    if (names.length === 0) return emptyFields;
    if (!this.spend(names.length)) return undefined;
    let text = "{";
    for (const name of names) {
      const start = nameText(name);
      const item = start === undefined ? undefined : this.of(fields[name], level + 1);
      if (item === undefined || start === undefined) return undefined;
      text += text === "{" ? start + item : `,${start}${item}`;
    }
    return `${text}}`;
  }

  private items(items: readonly unknown[], level: number): string | undefined {
    const { length } = items;
    if (!this.spend(length)) return undefined;
    let text = "[";
    for (let index = 0; index < length; index++) {
      const item = this.of(items[index], level + 1);
      if (item === undefined) return undefined;
      text += index === 0 ? item : `,${item}`;
    }
    return `${text}]`;
  }

  private text(value: string): string | undefined {
    if (!this.spend(value.length)) return undefined;
    if (simpleText.test(value) && (value.length < shortestOther || !otherSecret.test(value)))
      return `"${value}"`;
    const text = JSON.stringify(value);
    return isClearText(text) ? text : undefined;
  }

  private spend(units: number): boolean {
    this.units += units;
    return this.units <= mostUnits;
  }
}

/** The encoding of an object without fields. */
const emptyFields = `{"${tags.fields}":[]}`;

const firewalledStart = /(?:^|_)_/;

/** The starts of fields, by their names. Names from programs are remembered up to a number. */
const starts = new Map<string, string>();
const mostNames = 1_000;

/** Returns the start of a field. Undefined for a name that isn't clear. */
function nameText(name: string): string | undefined {
  const known = starts.get(name);
  if (known !== undefined) return known;
  // A name has none of the punctuation of credentials.
  if (!isPlainName(name) || firewalledStart.test(name) || withoutSecrets(name) !== name)
    return undefined;
  const start = `"${name}":`;
  if (starts.size < mostNames) starts.set(name, start);
  return start;
}
