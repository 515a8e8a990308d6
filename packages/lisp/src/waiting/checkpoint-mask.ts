// What readers of a checkpoint see of its firewalled values.

import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { firewalledMarker } from "@ptc/core/internal/values";
import { maskedJson } from "@ptc/core/internal/stored";
import { mostLevels } from "./seal.ts";

/**
 * Returns `json` with a marker in place of firewalled fields and of values that programs read from
 * such fields, also in names. Returns `json` itself if nothing is hidden.
 */
export function shownJson(json: Json, firewall: Firewall): Json {
  const shown = (text: string): string => firewall.mask(text);
  return maskedJson(json, {
    hides: (name) => firewall.hides(name),
    field: (value) => (value === null ? null : firewalledMarker),
    text: shown,
    number: (value) => (firewall.hidesNumber(value) ? firewalledMarker : value),
    name: shown,
  });
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

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
