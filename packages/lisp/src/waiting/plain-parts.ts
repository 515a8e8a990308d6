// Decides quickly that JSON is written as it is: it has no firewalled value, no mark, and no tag of
// the encoding. Most results are of this kind, and hiding costs more than writing them.

import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { knownNames } from "@ptc/core/internal/stored";

/** Names without a firewalled field, a tag, or JSON in them. */
const plainName = /^[A-Za-z][A-Za-z0-9_-]*$/;
export const isPlainName = /* @__PURE__ */ knownNames((name) => plainName.test(name));
/** Deeper JSON is left to the slower code. */
const mostLevels = 20;

/**
 * True if all of `json` is shown, and decodes to itself. False for some JSON of this kind. `level`
 * is the number of lists and objects around it.
 */
export function isPlainPart(json: Json, firewall: Firewall, level = 0): boolean {
  return !firewall.hidesValues && isPlain(json, firewall, level);
}

function isPlain(json: Json, firewall: Firewall, level: number): boolean {
  if (typeof json === "string") return isPlainText(json, firewall);
  if (typeof json !== "object" || json === null) return true;
  if (level > mostLevels) return false;
  if (isList(json)) {
    for (const item of json) if (!isPlain(item, firewall, level + 1)) return false;
    return true;
  }
  for (const name in json)
    if (!isPlainName(name) || !isPlain(json[name] ?? null, firewall, level + 1)) return false;
  return true;
}

function isPlainText(text: string, firewall: Firewall): boolean {
  if (text.includes("<Firewalled")) return false;
  if (text.includes("_"))
    // Such a text may be the name of a firewalled field, as in `["_token", "x"]`.
    return !mayBeName.test(text) && firewall.mask(text) === text;
  return !text.includes("u005");
}

const mayBeName = /^:?(?:[^/]*\/)?_/;

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
