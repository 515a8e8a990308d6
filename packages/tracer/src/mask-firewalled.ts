// Hides firewalled fields, whose names start with `_`, anywhere in a value. Only the name counts.
// In traces of missions, mask-values.ts also hides values that were copied to other names.

import { hideFirewalledJson } from "@ptc/core/internal/firewall";
import { Keyword, SymbolValue, type FieldFirewall } from "@ptc/core/values";
import { firewallByName, firewalledMarker } from "@ptc/core/internal/values";
import { defineField, inspectHostObject, type HostObject } from "./host-object.ts";
import { asHost } from "./language-values.ts";
import { markers, maximumTraceDepth } from "./markers.ts";

/**
 * Returns a copy of `value` in which every field named `_…` is `"<Firewalled>"`. That includes
 * objects, Maps, pairs made from map entries, and JSON inside strings, at any depth. Language
 * values become host values, and instances of classes become plain objects. Cycles and shared
 * parts are kept. Never calls accessors, changes `value` or throws.
 */
export function maskFirewalled(value: unknown): unknown {
  return mask(value, new Map(), 0);
}

/**
 * Masks a value. `copies` has the one copy of each object, so that the time is linear and cycles
 * end.
 */
function mask(value: unknown, copies: Map<object, unknown>, depth: number): unknown {
  if (typeof value === "string") return hideFirewalledJson(value);
  if (typeof value !== "object" || value === null) return value;
  if (copies.has(value)) return copies.get(value);
  if (depth > maximumTraceDepth) return markers.tooDeep;
  try {
    const host = asHost(value);
    return host === value
      ? copyOf(value, inspectHostObject(value), copies, depth + 1)
      : mask(host, copies, depth + 1);
  } catch {
    return markers.unreadable;
  }
}

function copyOf(
  original: object,
  host: HostObject,
  copies: Map<object, unknown>,
  depth: number,
): unknown {
  switch (host.kind) {
    case "array": {
      const copy: unknown[] = [];
      copies.set(original, copy);
      if (isFirewalledEntry(host.array)) copy.push(host.array[0], firewalledMarker);
      else for (const item of host.array) copy.push(mask(item, copies, depth));
      return copy;
    }
    case "set": {
      const copy = new Set<unknown>();
      copies.set(original, copy);
      for (const item of Set.prototype.values.call(host.set)) copy.add(mask(item, copies, depth));
      return copy;
    }
    case "map": {
      const copy = new Map<unknown, unknown>();
      copies.set(original, copy);
      for (const [key, item] of Map.prototype.entries.call(host.map))
        copy.set(
          isFirewalledKey(key) ? key : mask(key, copies, depth),
          maskField(key, item, copies, depth),
        );
      return copy;
    }
    case "fields": {
      const copy: object = {};
      copies.set(original, copy);
      for (const [name, item] of host.fields)
        defineField(copy, name, maskField(name, item, copies, depth));
      return copy;
    }
    case "date":
    case "bytes":
      return original;
  }
}

function maskField(
  key: unknown,
  value: unknown,
  copies: Map<object, unknown>,
  depth: number,
): unknown {
  return isFirewalledKey(key) ? firewalledMarker : mask(value, copies, depth);
}

/** True if a list is an entry of a map with a firewalled name, such as `["_token", "x"]`. */
export function isFirewalledEntry(
  items: readonly unknown[],
  firewall: FieldFirewall = firewallByName,
): boolean {
  return items.length === 2 && isFirewalledKey(items[0], firewall);
}

/**
 * True if a key of an object or a Map is a firewalled name: a string, a symbol, or a name of the
 * language.
 */
export function isFirewalledKey(key: unknown, firewall: FieldFirewall = firewallByName): boolean {
  if (key instanceof Keyword || key instanceof SymbolValue) return firewall.hides(key.text);
  if (typeof key === "symbol") return firewall.hides(key.description ?? "");
  return typeof key === "string"
    ? firewall.hides(key)
    : key instanceof String && firewall.hides(String.prototype.valueOf.call(key));
}
