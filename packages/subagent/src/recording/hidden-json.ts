// Encodes values for a recording: tagged JSON, without values that must not leave the process. The
// rules, at any nesting:
//
//   firewalled fields     {"_token":"abc"}   {"_token":"<Firewalled 1>"}   equal values alike
//   text read by programs "it is abc"        "it is <Firewalled>"          from such fields
//   in JSON within texts  "{\"_token\":…}"   the same
//   credentials           "sk-…"             "<secret>"                    recognized by form

import { tags, type Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { hideFirewalledJson } from "@ptc/core/internal/firewall";
import { workBudget } from "@ptc/core/values";
import { firewalledMarker, recordOf } from "@ptc/core/internal/values";
import { withoutSecrets } from "@ptc/llm/adapter";
import { encodedValue } from "@ptc/core/internal/stored";
import { filesIn } from "./recorded-files.ts";

/** Limit of the work for one value, about a second. */
const mostWork = 4_000_000;

const pairTags: ReadonlySet<string> = new Set([tags.map, tags.fields]);
const sortedTags: ReadonlySet<string> = new Set([tags.sortedMap, tags.sortedFields]);

export class HiddenJson {
  /** True if a value has been hidden. */
  hasHidden = false;
  private readonly firewall: Firewall;
  /** The replacement for each value of a firewalled field. */
  private readonly names = new Map<string, string>();

  constructor(firewall: Firewall) {
    this.firewall = firewall;
  }

  /**
   * Encodes host data. Hides firewalled fields, which it recognizes by name.
   * @throws WorkLimitError, DataDepthError, EncodingError for values that can't be stored
   */
  data(value: unknown): Json {
    return this.dataWithFiles(value).json;
  }

  /**
   * Does the same, and returns the digests of the files in the value. In JSON, files are maps of
   * their fields, and the digests distinguish them from other maps.
   */
  dataWithFiles(value: unknown): { readonly json: Json; readonly files?: readonly string[] } {
    const digests = new Set<string>();
    const encoded = encodedValue(value, this.meter(), ({ digest }) => {
      digests.add(digest);
    });
    const json = this.json(encoded);
    const files = digests.size === 0 ? [] : filesIn(json, digests);
    return files.length === 0 ? { json } : { json, files };
  }

  /** Hides firewalled fields and credentials of a JSON value. */
  json(json: Json): Json {
    return this.hidden(json, (text) => hideFirewalledJson(text, this.firewall));
  }

  /**
   * Encodes a value created by a program or a model. Such a value may contain data read from
   * firewalled fields.
   * @throws the same errors as `data`
   */
  made(value: unknown): Json {
    return this.madeJson(encodedValue(value, this.meter()));
  }

  madeJson(json: Json): Json {
    return this.hidden(json, (text) => this.firewall.mask(text), true);
  }

  text(text: string): string {
    return this.shown(text, this.firewall.mask(text));
  }

  private shown(text: string, masked: string): string {
    const shown = withoutSecrets(masked);
    this.hasHidden ||= shown !== text;
    return shown;
  }

  private meter() {
    return workBudget("writing a value", mostWork);
  }

  private hidden(json: Json, shown: (text: string) => string, isMade = false): Json {
    if (typeof json === "string") return this.shown(json, shown(json));
    if (typeof json === "number") {
      const isHidden = isMade && this.firewall.hidesNumber(json);
      this.hasHidden ||= isHidden;
      return isHidden ? firewalledMarker : json;
    }
    if (typeof json !== "object" || json === null) return json;
    const each = (item: Json): Json => this.hidden(item, shown, isMade);
    if (isList(json)) {
      const [name, value = null] = json;
      return json.length === 2 && name !== undefined && this.isFirewalled(name)
        ? [name, this.standIn(value)]
        : json.map(each);
    }
    return recordOf(
      Object.entries(json).map(([name, value]): [string, Json] => {
        if (pairTags.has(name)) return [name, this.pairs(value, each)];
        if (sortedTags.has(name) && isList(value)) {
          const [order = null, entries = null] = value;
          return [name, [order, this.pairs(entries, each)]];
        }
        return [name, this.isFirewalled(name) ? this.standIn(value) : each(value)];
      }),
    );
  }

  private pairs(entries: Json, each: (item: Json) => Json): Json {
    if (!isList(entries)) return each(entries);
    return entries.map((entry) => {
      if (!isList(entry)) return each(entry);
      const [key = null, value = null] = entry;
      return this.isFirewalled(key) ? [key, this.standIn(value)] : [each(key), each(value)];
    });
  }

  /** True if a JSON key names a firewalled field: `_a`, `:_a`, or a tagged keyword or symbol. */
  private isFirewalled(key: Json): boolean {
    const name =
      typeof key === "string"
        ? key
        : typeof key === "object" && key !== null && !isList(key)
          ? (key[tags.keyword] ?? key[tags.symbol])
          : undefined;
    return (
      typeof name === "string" && this.firewall.hides(name.startsWith(":") ? name.slice(1) : name)
    );
  }

  /** Returns the replacement of a value: nil for nil, and the same text for equal values. */
  private standIn(json: Json): Json {
    if (json === null) return null;
    this.hasHidden = true;
    if (typeof json === "object" && isList(json)) return json.map((item) => this.standIn(item));
    const known = typeof json === "string" && standInText.test(json);
    if (known) return json;
    const written = JSON.stringify(json);
    const text = this.names.get(written) ?? `<Firewalled ${String(this.names.size + 1)}>`;
    this.names.set(written, text);
    return text;
  }
}

const standInText = /^<Firewalled \d+>$/;

/**
 * Replaces numbered marks with one mark for all firewalled values, so that texts of two runs can
 * be compared.
 */
export function withoutNumbers(text: string): string {
  return text.replace(/<Firewalled \d+>/g, "<Firewalled>");
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
