// Hides parts of tagged JSON by the rules of a reader: the recordings of missions and the
// checkpoints of programs.

import { tags, type Json } from "../encoding/index.ts";
import { recordOf } from "../values/internal.ts";

/** Returns how a part is shown. Each function returns its argument to show all of it. */
export interface JsonMask {
  /** True if the value of a field with this name is hidden. */
  readonly hides: (name: string) => boolean;
  /** Returns the JSON in place of the value of a hidden field. */
  readonly field: (value: Json) => Json;
  readonly text: (text: string) => string;
  readonly number: (value: number) => Json;
  /** Shows the name of a field, because a program may use any text as a name. */
  readonly name: (name: string) => string;
}

const pairTags: ReadonlySet<string> = new Set([tags.map, tags.fields]);
const sortedTags: ReadonlySet<string> = new Set([tags.sortedMap, tags.sortedFields]);

/** Returns `json` as `mask` shows it, or `json` itself if all of it is shown. */
export function maskedJson(json: Json, mask: JsonMask): Json {
  if (typeof json === "string") return mask.text(json);
  if (typeof json === "number") return mask.number(json);
  if (typeof json !== "object" || json === null) return json;
  if (isList(json)) {
    const [name, value = null] = json;
    // A map entry as a vector.
    return json.length === 2 && name !== undefined && hidesKey(name, mask)
      ? changed(json, [name, mask.field(value)])
      : changed(
          json,
          json.map((item) => maskedJson(item, mask)),
        );
  }
  const fields: [string, Json][] = [];
  let isChanged = false;
  for (const name of Object.keys(json)) {
    const value = json[name] ?? null;
    const isPairs = pairTags.has(name) || (sortedTags.has(name) && isList(value));
    const shownName = isPairs ? name : mask.name(name);
    const shown = isPairs
      ? taggedPairs(name, value, mask)
      : hidesKey(name, mask)
        ? mask.field(value)
        : maskedJson(value, mask);
    isChanged ||= shownName !== name || shown !== value;
    fields.push([shownName, shown]);
  }
  return isChanged ? recordOf(fields) : json;
}

function taggedPairs(name: string, value: Json, mask: JsonMask): Json {
  if (pairTags.has(name) || !isList(value)) return maskedPairs(value, mask);
  const [order = null, pairs = null] = value;
  return changed(value, [order, maskedPairs(pairs, mask)]);
}

function maskedPairs(pairs: Json, mask: JsonMask): Json {
  if (!isList(pairs)) return maskedJson(pairs, mask);
  const masked = pairs.map((pair) => {
    if (!isList(pair)) return maskedJson(pair, mask);
    const [key = null, value = null] = pair;
    return hidesKey(key, mask)
      ? changed(pair, [key, mask.field(value)])
      : changed(pair, [maskedJson(key, mask), maskedJson(value, mask)]);
  });
  return changed(pairs, masked);
}

/** True if a JSON key names a hidden field: `_a`, `:_a`, or a tagged keyword or symbol. */
function hidesKey(key: Json, mask: JsonMask): boolean {
  const name =
    typeof key === "object" && key !== null && !isList(key)
      ? (key[tags.keyword] ?? key[tags.symbol])
      : key;
  return typeof name === "string" && mask.hides(name.startsWith(":") ? name.slice(1) : name);
}

function changed(before: readonly Json[], after: readonly Json[]): Json {
  return after.some((item, index) => item !== before[index]) ? after : before;
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
