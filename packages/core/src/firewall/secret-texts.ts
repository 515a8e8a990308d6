// Collects the texts to hide for a firewalled value: the text of a string, number, date or name,
// and all contents of a collection.

import {
  Keyword,
  MapValue,
  RegexValue,
  SetValue,
  SymbolValue,
  Temporal,
  Vector,
  type FieldFirewall,
  type Value,
} from "../values/index.ts";
import { HostMap, hidesKey, hostFileOf, keyName, temporalText } from "../values/internal.ts";

/** Receives the results of a walk. */
export interface SecretTaker {
  /** Counts a visited part of a collection. Returns false to end the walk. */
  readonly visit: () => boolean;
  readonly take: (text: string) => void;
}

type Collection = Vector<Value> | SetValue<Value> | MapValue<Value>;

/**
 * Passes the texts of a firewalled value, and of everything in it, to `taker`. Skips collections
 * in `seen`. Data may be nested to any depth, and may contain itself.
 */
export function takeSecrets(value: Value, seen: WeakSet<object>, taker: SecretTaker): void {
  const waiting: Value[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isCollection(next)) {
      const text = secretText(next);
      if (text !== "") taker.take(text);
    } else if (isNew(next, seen)) {
      const isFile = hostFileOf(next) !== undefined;
      everyPart(next, (key, item) => {
        // The media type of a file is not secret, and hiding it would hide it for all other files.
        if (isFile && key === "media_type") return taker.visit();
        if (key !== undefined && !isPlainName(key)) waiting.push(key);
        waiting.push(item);
        return taker.visit();
      });
    }
  }
}

/**
 * Passes the texts of all firewalled fields in a value to `taker`. The value itself is not
 * firewalled.
 */
export function takeFields(
  value: Value,
  firewall: FieldFirewall,
  seen: WeakSet<object>,
  taker: SecretTaker,
): void {
  const waiting: Value[] = [value];
  const walked = new WeakSet();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isCollection(next) || !isNew(next, walked)) continue;
    // A map entry that became a vector still counts as an entry.
    const entry = next instanceof Vector && next.count === 2 ? next : undefined;
    if (entry !== undefined && hidesKey(firewall, entry.at(0)))
      takeSecrets(entry.at(1), seen, taker);
    else
      everyPart(next, (key, item) => {
        if (key !== undefined && hidesKey(firewall, key)) takeSecrets(item, seen, taker);
        else waiting.push(item);
        return taker.visit();
      });
  }
}

/** Returns the digits of a number, without its sign. */
export function digitsOf(value: number | bigint): string {
  return String(value < 0 ? -value : value);
}

/** Returns the text of a value that isn't a collection, or an empty text if it has none to hide. */
function secretText(value: Value): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint") return numberSecret(value);
  if (value instanceof Temporal) return temporalSecret(value);
  if (value instanceof Keyword || value instanceof SymbolValue) return value.text;
  return value instanceof RegexValue ? value.source : "";
}

/** Returns an empty text for numbers of fewer than four digits, which are not masked. */
function numberSecret(value: number | bigint): string {
  const text = digitsOf(value);
  return text.replace(/\D/g, "").length < 4 ? "" : text;
}

/**
 * Returns the part of a date that all its written forms share, including those of a host's Date.
 */
function temporalSecret(value: Temporal): string {
  const text = temporalText(value);
  if (value.kind !== "instant") return text;
  return text.endsWith("T00:00:00Z") ? text.slice(0, -10) : text.replace(/(?:\.\d+)?Z$/, "");
}

/**
 * True if a key inside a firewalled map looks like a field name. Such names are not secrets, and
 * hiding a word such as `status` would hide it everywhere.
 */
function isPlainName(key: Value): boolean {
  const name = keyName(key);
  return name !== undefined && name.length <= 40 && /^[\p{L}_][\p{L}_-]*\d{0,2}$/u.test(name);
}

function isCollection(value: Value): value is Collection {
  return value instanceof Vector || value instanceof SetValue || value instanceof MapValue;
}

function isNew(value: Collection, seen: WeakSet<object>): boolean {
  const identity = identityOf(value);
  if (seen.has(identity)) return false;
  seen.add(identity);
  return true;
}

/**
 * Returns the object that identifies a collection, because each read of host data creates a new
 * view.
 */
function identityOf(value: Collection): object {
  if (value instanceof HostMap) return value.source;
  return value instanceof Vector ? (value.wholeHostArray ?? value) : value;
}

function everyPart(
  value: Collection,
  visit: (key: Value | undefined, item: Value) => boolean,
): void {
  if (value instanceof MapValue) value.every(visit);
  else if (value instanceof SetValue) value.every((item) => visit(undefined, item));
  else
    for (let index = 0; index < value.count; index++)
      if (!visit(undefined, value.at(index))) return;
}
