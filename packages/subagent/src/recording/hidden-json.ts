// Writes values for a recording: in the tagged encoding, without what may not leave the process.
// By rule, and at any nesting:
//
//   firewalled fields     {"_token":"abc"}   {"_token":"<Firewalled 1>"}   equal values alike
//   what programs read    "it is abc"        "it is <Firewalled>"          of such fields
//   in JSON within texts  "{\"_token\":…}"   the same
//   credentials           "sk-…"             "<secret>"                    what looks like one

import { tags, type Json } from "@ptc/core/encoding";
import { hideFirewalledJson, type Firewall } from "@ptc/core/firewall";
import { firewalledMarker, recordOf, workBudget } from "@ptc/core/values";
import { withoutSecrets } from "@ptc/llm/adapter";
import { encodedValue } from "../step-json/value-json.ts";
import { filesIn } from "./recorded-files.ts";

/** What one value may hold: about a second's work. */
const mostWork = 4_000_000;

const pairTags: ReadonlySet<string> = new Set([tags.map, tags.fields]);
const sortedTags: ReadonlySet<string> = new Set([tags.sortedMap, tags.sortedFields]);

export class HiddenJson {
  /** Whether anything was left out so far. */
  hasHidden = false;
  private readonly firewall: Firewall;
  /** What stands for each value of a firewalled field. */
  private readonly names = new Map<string, string>();

  constructor(firewall: Firewall) {
    this.firewall = firewall;
  }

  /**
   * Data of the host: what is firewalled is so by the names of fields.
   * @throws WorkLimitError, DataDepthError, EncodingError for what cannot be kept
   */
  data(value: unknown): Json {
    return this.dataWithFiles(value).json;
  }

  /**
   * The same, with the digests of the files in it: in JSON they are maps of their fields, and this
   * tells them from other maps.
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

  /** What is JSON already. */
  json(json: Json): Json {
    return this.hidden(json, (text) => hideFirewalledJson(text, this.firewall));
  }

  /**
   * What a program or a model made, which may hold what was read out of firewalled fields.
   * @throws as `data`
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

  /** A key as it stands in JSON: `_a`, `:_a`, or a keyword or symbol with its tag. */
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

  /** What stands for a value: nil for nil, the same text for the same value. */
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

/** The same text with one mark for all firewalled values: what can be compared between runs. */
export function withoutNumbers(text: string): string {
  return text.replace(/<Firewalled \d+>/g, "<Firewalled>");
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
