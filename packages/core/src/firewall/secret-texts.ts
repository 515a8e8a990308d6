// Which texts may not be shown because of a value that is firewalled: of strings, numbers, dates
// and names the text, of collections everything in them.

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

/** Takes what a walk finds. */
export interface SecretTaker {
  /** Counts a part of a collection that is visited; false ends the walk. */
  readonly visit: () => boolean;
  readonly take: (text: string) => void;
}

type Collection = Vector<Value> | SetValue<Value> | MapValue<Value>;

/**
 * Tells `taker` the texts of a firewalled value and of all in it. `seen` are the collections that
 * need not be walked again. Data may be nested to any depth, and in itself.
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
        // The type of a file is no secret, and hiding it would hide it of all other files.
        if (isFile && key === "media_type") return taker.visit();
        if (key !== undefined && !isPlainName(key)) waiting.push(key);
        waiting.push(item);
        return taker.visit();
      });
    }
  }
}

/** Tells `taker` the texts of all firewalled fields in a value that is not firewalled itself. */
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
    // An entry of a map that became a vector is one as well.
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

/** The digits of a number, without its sign. */
export function digitsOf(value: number | bigint): string {
  return String(value < 0 ? -value : value);
}

/** The text that a value which is no collection is known by; empty where it has none. */
function secretText(value: Value): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint") return numberSecret(value);
  if (value instanceof Temporal) return temporalSecret(value);
  if (value instanceof Keyword || value instanceof SymbolValue) return value.text;
  return value instanceof RegexValue ? value.source : "";
}

/** A number of fewer than four digits is not sought. */
function numberSecret(value: number | bigint): string {
  const text = digitsOf(value);
  return text.replace(/\D/g, "").length < 4 ? "" : text;
}

/** The part of a date that is the same in every form it is written in, as Dates of hosts too. */
function temporalSecret(value: Temporal): string {
  const text = temporalText(value);
  if (value.kind !== "instant") return text;
  return text.endsWith("T00:00:00Z") ? text.slice(0, -10) : text.replace(/(?:\.\d+)?Z$/, "");
}

/**
 * Whether a key inside of a firewalled map is the name of a field. Such names are no secrets, and
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

/** What a collection is known by: a view of data of the host is made anew at each reading. */
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
