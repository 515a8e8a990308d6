// Hides firewalled values in tagged JSON, for readers of a checkpoint.

import { tags, type Json } from "@ptc/core/encoding";
import { maximumDataDepth } from "@ptc/core/values";
import type { Firewall } from "@ptc/core/firewall";
import { firewalledMarker, recordOf } from "@ptc/core/internal/values";

/** Values of programs have fewer levels, also with their tags. */
const mostLevels = 4 * maximumDataDepth;

const pairTags: ReadonlySet<string> = new Set([tags.map, tags.fields]);
const sortedTags: ReadonlySet<string> = new Set([tags.sortedMap, tags.sortedFields]);

/**
 * Returns `json` with a marker in place of firewalled fields and of texts that programs read from
 * such fields, also in names. Returns `json` itself if nothing is hidden.
 */
export function maskedJson(json: Json, firewall: Firewall): Json {
  if (typeof json === "string") return firewall.mask(json);
  if (typeof json === "number") return firewall.hidesNumber(json) ? firewalledMarker : json;
  if (typeof json !== "object" || json === null) return json;
  const each = (item: Json): Json => maskedJson(item, firewall);
  if (isList(json)) {
    const [name, value = null] = json;
    // A map entry as a vector.
    return json.length === 2 && name !== undefined && isFirewalled(name, firewall)
      ? changed(json, [name, hidden(value)])
      : changed(json, json.map(each));
  }
  const entries = Object.entries(json).map(([name, value]): [string, Json] => {
    if (pairTags.has(name)) return [name, maskedPairs(value, firewall)];
    if (sortedTags.has(name) && isList(value)) {
      const [order = null, pairs = null] = value;
      return [name, changed(value, [order, maskedPairs(pairs, firewall)])];
    }
    // A program may use a firewalled value as a name.
    return [firewall.mask(name), firewall.hides(name) ? hidden(value) : each(value)];
  });
  return entries.some(([name, value]) => !Object.hasOwn(json, name) || value !== json[name])
    ? recordOf(entries)
    : json;
}

/**
 * True if `json` is equal to `masked`, in which markers may replace any parts: the masked JSON is
 * from a run that had seen other firewalled values at that time.
 */
export function fitsMasked(json: Json, masked: Json, depth = 0): boolean {
  if (masked === firewalledMarker) return true;
  if (typeof masked === "string") return typeof json === "string" && fitsText(json, masked);
  if (typeof masked !== "object" || masked === null) return json === masked;
  if (typeof json !== "object" || json === null || depth > mostLevels) return false;
  const fits = (item: Json | undefined, other: Json | undefined): boolean =>
    item !== undefined && other !== undefined && fitsMasked(item, other, depth + 1);
  if (isList(masked) || isList(json))
    return (
      isList(json) &&
      isList(masked) &&
      json.length === masked.length &&
      masked.every((item, index) => fits(json[index], item))
    );
  const names = Object.keys(masked);
  const others = new Set(Object.keys(json));
  const rest = names.filter((name) => !others.delete(name) || !fits(json[name], masked[name]));
  // Names that are masked themselves may have become equal.
  return (
    rest.every((name) => {
      const other = [...others].find(
        (given) => name.includes(firewalledMarker) && fitsText(given, name),
      );
      return other !== undefined && fits(json[other], masked[name]);
    }) &&
    (others.size === 0 || rest.length > 0)
  );
}

function fitsText(text: string, masked: string): boolean {
  if (text === masked) return true;
  const [first = "", ...others] = masked.split(firewalledMarker);
  const last = others.pop();
  if (last === undefined || !text.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    const found = text.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

function maskedPairs(pairs: Json, firewall: Firewall): Json {
  if (typeof pairs !== "object" || pairs === null || !isList(pairs))
    return maskedJson(pairs, firewall);
  const masked = pairs.map((pair) => {
    if (typeof pair !== "object" || pair === null || !isList(pair))
      return maskedJson(pair, firewall);
    const [key = null, value = null] = pair;
    return isFirewalled(key, firewall)
      ? changed(pair, [key, hidden(value)])
      : changed(pair, [maskedJson(key, firewall), maskedJson(value, firewall)]);
  });
  return changed(pairs, masked);
}

/** True if a JSON key names a firewalled field: `_a`, `:_a`, or a tagged keyword or symbol. */
function isFirewalled(key: Json, firewall: Firewall): boolean {
  const name =
    typeof key === "object" && key !== null && !isList(key)
      ? (key[tags.keyword] ?? key[tags.symbol])
      : key;
  return typeof name === "string" && firewall.hides(name.startsWith(":") ? name.slice(1) : name);
}

function hidden(value: Json): Json {
  return value === null ? null : firewalledMarker;
}

function changed(before: readonly Json[], after: readonly Json[]): Json {
  return after.some((item, index) => item !== before[index]) ? after : before;
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
